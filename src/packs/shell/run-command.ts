import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import type { JobEnd, JobLimits, SandboxJob, WorkspaceView } from '../../sandbox/port.ts';
import { describeLost } from '../../text/describe-lost.ts';
import type { Context } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import type { LayerOutcome, Secrets } from '../../tool/files.ts';
import { LineHold } from '../../tool/text/line-hold.ts';
import { OutputBuffer } from './printed/output-buffer.ts';
import { plainOutput } from './printed/plain-output.ts';
import type { OutputSink, ShellServices } from './services.ts';

interface CommandToRun {
  readonly argv: readonly string[];
  readonly program: string;
  /** The working directory, workspace-relative. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Workspace-relative paths that the command is not to see, besides those that the policy hides. */
  readonly unseen?: readonly string[];
  /** Whether the private files that the call was not let read are empty to the command. */
  readonly covers?: boolean;
  /** Whether the command changes nothing, by its text. */
  readonly safe?: boolean;
  /** Whether nothing that the command does is to last, also not what package managers keep. */
  readonly dry?: boolean;
  /** The channel of a script: it has no network and only looks at the workspace, live where nothing is planned. */
  readonly script?: Pick<SandboxJob, 'onChannel'> & { readonly stop: AbortSignal };
  /** Whether Node runs the command. */
  readonly node?: boolean;
  /** Milliseconds for the command. */
  readonly time: number;
}

/** The output of a command and how it ended. */
export interface CommandRun extends Omit<LayerOutcome<unknown>, 'value'> {
  readonly ended: JobEnd;
  /** The output as a terminal shows it in the end, without colours. */
  readonly output: string;
  /** Both streams as they were printed. */
  readonly stdout: string;
  readonly stderr: string;
  /** The number of bytes that came and are not kept. */
  readonly lost: number;
  /** Private files that were empty to the command. */
  readonly covered: readonly string[];
}

/** Runs a command in the sandbox, on an overlay of the workspace; the files that it wrote are staged. */
export async function runCommand(services: ShellServices, ctx: Context, command: CommandToRun): Promise<CommandRun> {
  const sandbox = await services.sandbox();
  const most = services.limits();
  const { script } = command;
  // The time of a script stands still while people are asked, so the one who counts it stops the script.
  const limits: JobLimits = { ...most, time: script ? Infinity : Math.min(command.time, most.time) };
  const secrets = ctx.files.secrets();
  const covered = command.covers || command.script ? secrets.paths : [];
  const unseen = (command.unseen ?? []).map(path => posix.join(ctx.files.root, path));
  // Without an overlay nothing can be put over a file.
  const unread = sandbox.overlay ? unseen : [...covered, ...unseen];
  const printed = printedOutput(services, ctx, secrets);
  const mayReach = script ? undefined : ctx.mayReach;
  const job = (view: WorkspaceView, hidden: readonly string[], held?: Pick<SandboxJob, 'readOnly' | 'pinned'>) =>
    sandbox.run({
      ...held,
      argv: command.argv,
      program: command.program,
      root: ctx.files.root,
      cwd: posix.join(ctx.files.root, command.cwd),
      view,
      covered: sandbox.overlay ? covered : undefined,
      hidden: [...hidden, ...unread],
      env: command.env ?? {},
      cached: command.dry ? false : ctx.rehearsed ? 'found' : undefined,
      mayReach,
      limits,
      node: command.node,
      onChannel: script?.onChannel,
      signal: script ? AbortSignal.any([ctx.abort, script.stop]) : ctx.abort,
      onOutput: (chunk, stream) => printed.add(chunk, stream),
    });
  const inLayer = () =>
    ctx.files.through(async ({ folder, above, hidden }) => {
      const ended = await job({ kind: 'overlay', layers: { folder, above }, readOnly: script !== undefined }, hidden);
      if (!ended.merged) throw unfinished();
      return { value: ended, merged: ended.merged };
    });
  const onFiles = () =>
    ctx.files.inPlace(
      async ({ uncopied, hidden }) => {
        if (uncopied.length > 0 && !command.safe)
          await ctx.ask({
            reason: `it works on the real files, and of these there is no copy: ${describeLost(uncopied)}`,
          });
        const { readOnly, pinned } = await ctx.files.held('denied');
        // Landlock protects no single file from writes: a forbidden change is put back when the job has ended.
        const held = sandbox.kind === 'landlock' ? {} : { readOnly, pinned };
        return job({ kind: 'real' }, hidden, held);
      },
      sandbox.kind === 'off' ? [] : unread,
    );
  const onlyLooks = async () => {
    const hidden = [...(await ctx.files.hiddenPaths()), ...secrets.paths];
    return { value: await job({ kind: 'real', readOnly: true }, hidden), ...NOTHING_MADE };
  };
  const layered = sandbox.overlay ? inLayer : onFiles;
  const { value, ...made } = await printed.whole(script && !(ctx.planned && sandbox.overlay) ? onlyLooks : layered);
  // The call is over already: nobody will take the layer, and nobody else would remove it.
  if (ctx.abort.aborted) made.drop();
  return { ended: value, ...made, ...printed.texts(), covered };
}

const NOTHING_MADE: Omit<LayerOutcome<unknown>, 'value'> = {
  outside: [],
  odd: [],
  modes: [],
  foreign: [],
  merged: [],
  unseen: [],
  diff: async () => '',
  drop: () => {},
};

/** What a command prints: told as it comes, without secrets, and kept. */
function printedOutput(services: ShellServices, ctx: Context, secrets: Secrets) {
  const all = new OutputBuffer();
  const open = () => ({
    own: new OutputBuffer(),
    decoder: new TextDecoder(),
    text: new LineHold(),
    bytes: new LineHold(),
  });
  const streams = { stdout: open(), stderr: open() };
  let kept: OutputSink | undefined;
  const hide = (text: string) => services.hideSecrets(secrets.hide(text));
  const tell = (text: string) => {
    if (text === '') return;
    const shown = hide(text);
    ctx.output(shown);
    kept?.add(Buffer.from(plainOutput(shown.replace(/\r$/, '\n'))));
  };
  /** Passes bytes on as they are, each as one character here; only bytes that tell a secret are changed. */
  const pass = (binary: string, stream: OutputStream) => {
    if (binary === '') return;
    const bytes = Buffer.from(binary, 'latin1');
    const text = isUtf8(bytes) ? bytes.toString('utf8') : binary;
    const shown = hide(text);
    ctx.printed?.(shown === text ? bytes : Buffer.from(shown, text === binary ? 'latin1' : 'utf8'), stream);
  };
  return {
    /** Runs the job, and keeps its whole output if that is more than is held here. */
    async whole<T>(run: () => Promise<T>): Promise<T> {
      // The output of a rehearsal is kept nowhere: the rehearsal may come to nothing.
      kept = ctx.rehearsed ? undefined : services.keepOutput?.(ctx.callID);
      try {
        return await run();
      } finally {
        for (const stream of ['stdout', 'stderr'] as const) {
          tell(streams[stream].text.end());
          pass(streams[stream].bytes.end(), stream);
        }
        await kept?.close(all.lost > 0);
      }
    },
    add(chunk: Buffer, stream: OutputStream): void {
      const { own, decoder, text, bytes } = streams[stream];
      all.add(chunk);
      own.add(chunk);
      tell(text.take(decoder.decode(chunk, { stream: true })));
      if (ctx.printed) pass(bytes.take(chunk.toString('latin1')), stream);
    },
    texts: () => ({
      output: hide(plainOutput(all.text())),
      stdout: hide(streams.stdout.own.text()),
      stderr: hide(streams.stderr.own.text()),
      lost: all.lost,
    }),
  };
}

type OutputStream = 'stdout' | 'stderr';

const unfinished = (): ToolError =>
  new ToolError('EXECUTION_ERROR', 'The sandbox ended before it could say what was written. Nothing was changed.', {
    retryable: false,
  });
