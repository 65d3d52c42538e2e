import type { Experimental_SandboxProcess, Experimental_SandboxSession } from 'ai';
import { ToolError, type Toolgate } from '../../index.ts';
import { checkSlotOptions, gateCalls, type SlotOptions } from '../slots/gate-calls.ts';
import { gateFiles } from '../slots/gate-files.ts';
import { gateShell, type StartedCommand } from '../slots/gate-shell.ts';

/** A process for all forms of `spawn`: its type fits the form with standard input too, whose input never comes. */
type UnfedProcess = Experimental_SandboxProcess & { readonly stdin: never };
type RunOptions = Parameters<Experimental_SandboxSession['run']>[0];

/**
 * For `experimental_sandbox` of a request: tools of others that work in a sandbox then work through the gate. Each
 * method is a call of the gate's own tools, and rejects with the gate's refusal; `spawn` is a background command.
 */
export function toAISDKSandbox(gate: Toolgate, options: SlotOptions = {}): Experimental_SandboxSession {
  checkSlotOptions('toAISDKSandbox', options);
  const calls = gateCalls(gate, options);
  const files = gateFiles(calls);
  const shell = gateShell(gate, calls);
  const commandOf = ({ command, workingDirectory: cwd, env, abortSignal: abort }: RunOptions) => {
    return { command, cwd, env, abort };
  };

  async function spawn(asked: RunOptions & { readonly stdin?: boolean }): Promise<UnfedProcess> {
    if (asked.stdin)
      throw new ToolError('INVALID_ARGUMENTS', 'A command in the background has no standard input here', {
        suggestion: 'Leave stdin out, and give the command its input from a file.',
      });
    return processOf(await shell.start(commandOf(asked)), asked.abortSignal);
  }

  return {
    description: `The workspace is ${calls.root}; relative paths begin there. A gate judges each read, write and command.`,
    async readFile({ path, abortSignal }) {
      const bytes = await files.readBytes(path, { abort: abortSignal });
      return bytes ? new Blob([new Uint8Array(bytes)]).stream() : null;
    },
    readBinaryFile: async ({ path, abortSignal }) => (await files.readBytes(path, { abort: abortSignal })) ?? null,
    async readTextFile({ path, encoding = 'utf-8', startLine, endLine, abortSignal }) {
      const own = { abort: abortSignal };
      const text = isUtf8(encoding)
        ? await files.readText(path, own)
        : await files.readBytes(path, own).then(bytes => bytes && new TextDecoder(encoding).decode(bytes));
      return text === undefined ? null : linesOf(text, startLine, endLine);
    },
    writeFile: async ({ path, content, abortSignal }) =>
      files.write(path, await bytesOf(content), { abort: abortSignal }),
    writeBinaryFile: ({ path, content, abortSignal }) => files.write(path, content, { abort: abortSignal }),
    writeTextFile: async ({ path, content, encoding = 'utf-8', abortSignal }) =>
      files.write(path, isUtf8(encoding) ? content : encoded(content, encoding), { abort: abortSignal }),
    async stat({ path, abortSignal }) {
      const facts = await files.stat(path, { abort: abortSignal });
      const kind = facts && kindOf(facts.kind);
      return facts ? { type: kind && kind !== 'symlink' ? kind : 'other', size: facts.size } : null;
    },
    async listDirectory({ path, abortSignal }) {
      const entries = await files.list(path, { abort: abortSignal });
      return entries?.map(({ name, type }) => ({ name, type: kindOf(type) })) ?? null;
    },
    deleteFile: ({ path, abortSignal }) => files.remove(path, {}, { abort: abortSignal }),
    spawn,
    async run(asked) {
      const { exitCode, stdout, stderr } = await shell.run(commandOf(asked));
      return { exitCode, stdout, stderr };
    },
  };
}

const KINDS = ['file', 'directory', 'symlink'] as const;

const kindOf = (kind: string) => KINDS.find(known => known === kind) ?? 'other';

const isUtf8 = (encoding: string): boolean => /^utf-?8$/i.test(encoding);

function encoded(text: string, encoding: string): Uint8Array {
  if (Buffer.isEncoding(encoding)) return Buffer.from(text, encoding);
  throw new ToolError('INVALID_ARGUMENTS', `Nothing can be written as ${encoding}`, {
    suggestion: 'Use utf-8, utf16le or latin1, or write bytes.',
  });
}

/** Lines from the first to the last one, both 1-based, with their ends. */
function linesOf(text: string, first = 1, last = Number.POSITIVE_INFINITY): string {
  if (first <= 1 && last === Number.POSITIVE_INFINITY) return text;
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).slice(Math.max(0, first - 1), last).join('');
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function processOf(started: StartedCommand, abort: AbortSignal | undefined): UnfedProcess {
  const [stdout, stderr] = [printedStream(), printedStream()];
  started.listen((text, stream) => (stream === 'stdout' ? stdout : stderr).add(text));
  const ended = started.done.finally(() => {
    stdout.close();
    stderr.close();
  });
  const process: Experimental_SandboxProcess = {
    stdout: stdout.stream,
    stderr: stderr.stream,
    async wait() {
      const { exitCode } = await ended;
      if (abort?.aborted) throw abort.reason;
      return { exitCode };
    },
    kill: () => started.stop(),
  };
  return process as UnfedProcess;
}

function printedStream() {
  const encoder = new TextEncoder();
  let open = true;
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(given) {
      controller = given;
    },
    cancel() {
      open = false;
    },
  });
  return {
    stream,
    add(text: string) {
      if (open) controller?.enqueue(encoder.encode(text));
    },
    close() {
      if (open) controller?.close();
      open = false;
    },
  };
}
