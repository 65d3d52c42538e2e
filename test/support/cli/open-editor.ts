import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { OpenCli } from './open-cli.ts';

type Json = Readonly<Record<string, unknown>>;

/** A question that the agent has put, and what the editor answers it with. */
export interface EditorQuestion {
  readonly id: number | string;
  readonly params: {
    readonly sessionId: string;
    readonly toolCall: Json & { readonly toolCallId: string; readonly content: readonly Json[] };
    readonly options: readonly { readonly optionId: string; readonly kind: string; readonly name: string }[];
  };
}

/** An error that the agent has answered with. */
export class EditorRefusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What is shown for a whole question: all of its text. */
export const textsIn = (content: readonly Json[]): string =>
  content.flatMap(each => (each.type === 'content' ? [(each.content as { text: string }).text] : [])).join('\n');

export const choosing =
  (kind: string) =>
  ({ params }: EditorQuestion): Json => ({
    outcome: { outcome: 'selected', optionId: params.options.find(option => option.kind === kind)?.optionId },
  });

interface EditorOptions {
  readonly args?: readonly string[];
  /** What the person at the editor answers; undefined: nothing. */
  readonly answer?: (question: EditorQuestion) => Json | undefined;
}

/** A small editor that speaks the protocol by hand, so that it can also speak it badly. */
export function startEditor(cli: Pick<OpenCli, 'start' | 'root'>, { args = [], answer }: EditorOptions = {}) {
  const started = cli.start(['acp', ...args]);
  const { child } = started;
  const waiting = new Map<number, PromiseWithResolvers<Json>>();
  const updates: (Json & { readonly sessionUpdate: string; readonly sessionId: string })[] = [];
  const questions: EditorQuestion[] = [];
  /** Notices of the agent that are no updates, errors without a request, and lines that are no JSON. */
  const notices: Json[] = [];
  const refusals: EditorRefusal[] = [];
  const strayLines: string[] = [];
  let ids = 0;
  const sendLine = (line: string) => void child.stdin?.write(`${line}\n`);
  const send = (message: object) => sendLine(JSON.stringify({ jsonrpc: '2.0', ...message }));
  child.stdin?.on('error', () => {});
  if (child.stdout) createInterface({ input: child.stdout }).on('line', take);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await started.ended();
  });

  function take(line: string): void {
    let message: Json;
    try {
      message = JSON.parse(line) as Json;
    } catch {
      strayLines.push(line);
      return;
    }
    const { id, method, params, result, error } = message as Json & { params?: Json };
    if (method === 'session/update')
      updates.push({ ...(params?.update as (typeof updates)[number]), sessionId: String(params?.sessionId) });
    else if (method === 'session/request_permission') {
      const question = message as unknown as EditorQuestion;
      questions.push(question);
      const said = answer?.(question);
      if (said) send({ id, result: said });
    } else if (method !== undefined) notices.push(message);
    else if (typeof id !== 'number') refusals.push(new EditorRefusal(error as never));
    else if (error) waiting.get(id)?.reject(new EditorRefusal(error as never));
    else waiting.get(id)?.resolve((result ?? {}) as Json);
  }

  const request = <T = Json>(method: string, params: unknown = {}): Promise<T> => {
    const own = Promise.withResolvers<Json>();
    waiting.set(++ids, own);
    send({ id: ids, method, params });
    own.promise.catch(() => {});
    return own.promise as Promise<T>;
  };
  const initialize = () => request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const open = async (params: Json = {}): Promise<string> =>
    (await request<{ sessionId: string }>('session/new', { cwd: cli.root, mcpServers: [], ...params })).sessionId;
  const prompt = (sessionId: string, given: string | readonly Json[]) =>
    request<{ stopReason: string }>('session/prompt', {
      sessionId,
      prompt: typeof given === 'string' ? [{ type: 'text', text: given }] : given,
    });
  const of = (kind: string) => updates.filter(({ sessionUpdate }) => sessionUpdate === kind);
  return {
    ...started,
    updates,
    questions,
    notices,
    refusals,
    strayLines,
    send,
    sendLine,
    request,
    initialize,
    open,
    prompt,
    of,
    /** What the agent said, or thought, so far. */
    said: (kind = 'agent_message_chunk') =>
      of(kind)
        .map(({ content }) => (content as { text: string }).text)
        .join(''),
    cancel: (sessionId: string) => send({ method: 'session/cancel', params: { sessionId } }),
  };
}

export type StartedEditor = ReturnType<typeof startEditor>;

/** The same, with a session in the workspace. */
export async function openEditor(cli: Pick<OpenCli, 'start' | 'root'>, options: EditorOptions = {}) {
  const editor = startEditor(cli, options);
  await editor.initialize();
  const session = await editor.open();
  return { ...editor, session, ask: (given: string | readonly Json[]) => editor.prompt(session, given) };
}
