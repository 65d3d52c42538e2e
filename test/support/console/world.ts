import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import {
  createHttpApp,
  createMcpEndpoint,
  createMcpServing,
  listen,
  tokenCheck,
} from '../../../src/adapters/mcp/server/index.ts';
import type { ApprovalList, EventBatch, PendingApproval } from '../../../src/console/api.ts';
import { type Console, type ConsoleOptions, createConsole } from '../../../src/console/create-console.ts';
import type { Toolgate, ToolgateOptions } from '../../../src/index.ts';
import { openGate, type TestGate } from '../worlds/open-gate.ts';

export const TOKEN = 'a-token-for-tests-only';
export const PAGE = '<!doctype html><style>b{color:red}</style><div id="root"></div><script>1 + 1</script>';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface ConsoleWorld extends TestGate {
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  readonly people: Console;
  /** What broke on the server's side. */
  readonly problems: readonly Error[];
  get<T>(path: string): Promise<Answer<T>>;
  post<T>(path: string, body?: unknown): Promise<Answer<T>>;
  send(options: Sent): Promise<Received>;
  follow(from?: number): Promise<Followed>;
}

export interface WorldOptions {
  readonly gate?: Partial<ToolgateOptions>;
  readonly console?: Partial<ConsoleOptions>;
}

/** A gate that is served to agents and people, as `serve` does it. */
export async function openConsole(
  files: Record<string, string> = {},
  options: WorldOptions = {},
): Promise<ConsoleWorld> {
  const opened = await openGate(files, { policy: 'privileged', waitForAnswers: true, ...options.gate });
  return { ...opened, ...(await serveConsole(opened.gate, options.console)) };
}

export async function serveConsole(gate: Toolgate, options: Partial<ConsoleOptions> = {}) {
  const serving = await createMcpServing(gate);
  const mcp = createMcpEndpoint(serving);
  const problems: Error[] = [];
  let port = 0;
  const people = createConsole({
    gate,
    settings: { trusted: false, sources: { user: 'here' }, withheld: [] },
    version: '1.2.3',
    page: () => PAGE,
    port: () => port,
    isToken: tokenCheck(TOKEN),
    onProblem: error => void problems.push(error),
    ...options,
  });
  const listening = await listen(createHttpApp({ mcp, token: TOKEN, beside: people.fetch }), 0);
  port = listening.port;
  onTestFinished(async () => {
    people.close();
    serving.close();
    await mcp.close();
    await listening.close();
  });
  const { url } = listening;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const json = async <T>(response: Response): Promise<Answer<T>> => {
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  };
  return {
    url,
    port,
    people,
    problems,
    get: async <T>(path: string) => json<T>(await fetch(`${url}/api/${path}`, { headers })),
    post: async <T>(path: string, body: unknown = {}) =>
      json<T>(
        await fetch(`${url}/api/${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    send: (options: Sent) => send(port, options),
    follow: (from?: number) => follow(`${url}/api/events${from === undefined ? '' : `?from=${from}`}`),
  };
}

/** Resolves when someone is asked. */
export async function asked({ get }: ConsoleWorld): Promise<PendingApproval> {
  for (;;) {
    const [first] = (await get<ApprovalList>('approvals')).body.pending;
    if (first) return first;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** Asks, where there is an a.txt. */
export const OVERWRITE = { name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };

export interface Sent {
  readonly method?: string;
  /** As it goes over the line. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** As `fetch` lets nobody: with any Host, any method and any path. */
function send(port: number, { method = 'GET', path = '/', headers = {}, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { Host: `127.0.0.1:${port}`, ...headers } });
    sent.on('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    sent.on('connect', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Message {
  readonly event?: string;
  readonly id: number;
  readonly events: EventBatch;
}

export interface Followed {
  /** All that came so far. */
  readonly messages: readonly Message[];
  readonly numbers: () => readonly number[];
  /** Resolves when the event with this number is there. */
  until(seq: number): Promise<void>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Reads a stream as the page does. */
export async function follow(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Followed> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    signal: stop.signal,
  });
  if (!response.body || response.status !== 200) throw new Error(`The stream was answered with ${response.status}`);
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      messages.push(...blocks.filter(block => !block.startsWith(':')).map(messageOf));
      for (const look of waiting) look();
    }
  };
  const ended = read(response.body).catch(() => {});
  return {
    messages,
    numbers: () => messages.flatMap(({ events }) => events.map(({ seq }) => seq)),
    until: seq =>
      new Promise((resolve, reject) => {
        const look = () => {
          if ((messages.at(-1)?.id ?? 0) < seq) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`The stream ended before ${seq}`)));
      }),
    ended,
    stop: () => stop.abort(),
  };
}

function messageOf(block: string): Message {
  const fields = Object.fromEntries(block.split('\n').map(line => line.split(/: (.*)/s).slice(0, 2)));
  return { ...(fields.event ? { event: fields.event } : {}), id: Number(fields.id), events: JSON.parse(fields.data) };
}
