import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { PassThrough, type Writable } from 'node:stream';
import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { programPath } from '../program-path.ts';
import { MODERN, post, type Way } from './server-world.ts';

const CHILD = programPath('serve-tasks');
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

export interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly ttlMs: number;
  readonly resultType?: string;
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly structuredContent?: unknown };
  readonly error?: { readonly message: string };
  readonly _meta?: Readonly<Record<string, { readonly taskId: string }>>;
}

type Params = Record<string, unknown>;

/** A server in a process of its own, and the messages of one client to it as they are on the wire. */
export interface TaskServer {
  /** Throws the error of the answer. */
  ask(method: string, params: Params, capabilities?: ClientCapabilities): Promise<Task>;
  /** Asks to be told, and gives what comes one by one. The first is the acknowledgement, or a refusal. */
  listen(notifications: Params, capabilities?: ClientCapabilities): AsyncGenerator<Told>;
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export async function openTaskServer(way: Way, folders: { root: string; storeFile: string }): Promise<TaskServer> {
  const child = spawn(process.execPath, [CHILD, folders.root, folders.storeFile, way], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const kill = async (signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  const lines = createInterface({ input: child.stdout });
  if (way === 'pipe') return { kill, ...overPipe(lines, child.stdin) };
  const [url] = (await once(lines, 'line')) as [string];
  return { kill, ...overHttp(url) };
}

export const overHttp = (url: string, headers: Record<string, string> = {}): Omit<TaskServer, 'kill'> => ({
  ask: async (method, params, capabilities = TASKS) =>
    taskIn((await post(url, method, { params, capabilities, headers })).body),
  async *listen(notifications, capabilities = TASKS) {
    const method = 'subscriptions/listen';
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': MODERN,
        'Mcp-Method': method,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { notifications, _meta: metaOf(capabilities) } }),
    });
    if (response.headers.get('content-type') === 'application/json') return yield (await response.json()) as Told;
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) if (event.includes('data: ')) yield JSON.parse(event.split('data: ')[1]!) as Told;
    }
  },
});

function overPipe(lines: Interface, input: Writable): Omit<TaskServer, 'kill'> {
  let last = 0;
  const waiting = new Map<unknown, (message: Told) => void>();
  lines.on('line', line => {
    const message = JSON.parse(line) as Told;
    waiting.get(message.id ?? message.params?._meta?.[SUBSCRIPTION])?.(message);
  });
  const send = (method: string, params: Params, capabilities: ClientCapabilities) => {
    const id = ++last;
    input.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: metaOf(capabilities) } })}\n`,
    );
    return id;
  };
  return {
    ask(method, params, capabilities = TASKS) {
      const { promise, resolve } = Promise.withResolvers<Told>();
      waiting.set(send(method, params, capabilities), resolve);
      return promise.then(taskIn);
    },
    async *listen(notifications, capabilities = TASKS) {
      const messages = new PassThrough({ objectMode: true });
      waiting.set(send('subscriptions/listen', { notifications }, capabilities), message => messages.write(message));
      yield* messages as AsyncIterable<Told>;
    },
  };
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

const metaOf = (capabilities: ClientCapabilities) => ({
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** A message to who listens. */
export interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>> & { readonly _meta?: Readonly<Record<string, unknown>> };
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

function taskIn({ result, error }: Pick<Told, 'result' | 'error'>): Task {
  if (error) throw Object.assign(new Error('refused'), error);
  return result as Task;
}

/** Asks until it is over, or at that. */
export async function until({ ask }: Pick<TaskServer, 'ask'>, taskId: string, status: string): Promise<Task> {
  for (;;) {
    const task = await ask('tasks/get', { taskId });
    if (task.status === status) return task;
    if (['completed', 'failed', 'cancelled'].includes(task.status))
      throw new Error(`It is ${task.status}: ${JSON.stringify(task)}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
