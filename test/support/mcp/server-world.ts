import { PassThrough } from 'node:stream';
import {
  Client,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ElicitResult,
  type JSONRPCMessage,
  ReadBuffer,
  StreamableHTTPClientTransport,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import {
  createHttpApp,
  createMcpEndpoint,
  createMcpServing,
  listen,
  type McpServing,
  type McpServingOptions,
  serveOnPipe,
} from '../../../src/adapters/mcp/server/index.ts';
import type { Toolgate, ToolgateOptions } from '../../../src/index.ts';
import { openGate, type TestGate } from '../worlds/open-gate.ts';

export const TOKEN = 'a-token-for-tests-only';
export const MODERN = '2026-07-28';

export type Era = 'legacy' | 'modern';
export type Way = 'pipe' | 'http';

/** Every way that a client may come. */
export const WAYS: readonly { era: Era; way: Way }[] = [
  { era: 'legacy', way: 'pipe' },
  { era: 'modern', way: 'pipe' },
  { era: 'legacy', way: 'http' },
  { era: 'modern', way: 'http' },
];

export interface World extends TestGate, Served {}

export interface Served {
  readonly serving: McpServing;
  /** Of the endpoint; it listens when it is first needed. */
  url(): Promise<string>;
  connect(options: ConnectOptions): Promise<Client>;
}

export interface ConnectOptions {
  readonly era: Era;
  readonly way: Way;
  readonly capabilities?: ClientCapabilities;
  /** The person at the client. */
  readonly answer?: (form: ElicitRequestFormParams, signal: AbortSignal) => ElicitResult | Promise<ElicitResult>;
}

export interface WorldOptions {
  readonly gate?: Partial<ToolgateOptions>;
  readonly serving?: McpServingOptions;
}

/** A gate that is served, and clients of it. */
export async function openWorld(files: Record<string, string> = {}, options: WorldOptions = {}): Promise<World> {
  return serve(await openGate(files, options.gate), options.serving);
}

export async function serve(opened: TestGate, options?: McpServingOptions): Promise<World> {
  return { ...opened, ...(await clientsOf(opened.gate, options)) };
}

export async function clientsOf(gate: Toolgate, options?: McpServingOptions): Promise<Served> {
  const serving = await createMcpServing(gate, options);
  let listening: ReturnType<typeof openEndpoint> | undefined;
  onTestFinished(async () => {
    serving.close();
    await (await listening)?.close();
  });
  const url = async () => {
    listening ??= openEndpoint(serving);
    return (await listening).url;
  };
  return {
    serving,
    url,
    async connect({ era, way, answer, capabilities = answer ? { elicitation: {} } : {} }) {
      const client = new Client(
        { name: 'test', version: '1' },
        { capabilities, versionNegotiation: { mode: era === 'modern' ? { pin: MODERN } : 'legacy' } },
      );
      if (answer)
        client.setRequestHandler('elicitation/create', ({ params }, ctx) =>
          answer(params as ElicitRequestFormParams, ctx.mcpReq.signal),
        );
      await client.connect(way === 'http' ? overHttp(await url()) : overPipe(serving));
      onTestFinished(() => client.close());
      return client;
    },
  };
}

async function openEndpoint(serving: McpServing) {
  const mcp = createMcpEndpoint(serving);
  const listening = await listen(createHttpApp({ mcp, token: TOKEN, asking: TOKEN }), 0);
  return {
    url: `${listening.url}/mcp`,
    async close() {
      await mcp.close();
      await listening.close();
    },
  };
}

const overHttp = (url: string): Transport =>
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
  });

/** As a process at the other end of two pipes would be, in this one. */
function overPipe(serving: McpServing): Transport {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveOnPipe(serving, { input, output });
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      output.on('data', chunk => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
    },
    async send(message: JSONRPCMessage) {
      input.write(serializeMessage(message));
    },
    async close() {
      input.end();
      await served;
      transport.onclose?.();
    },
  };
  return transport;
}

/** One request of the modern era as it is on the wire. */
export async function post(
  url: string,
  method: string,
  { params = {}, capabilities = {}, headers = {} }: PostOptions = {},
): Promise<{ status: number; body: { result?: Record<string, unknown>; error?: { code: number; data?: unknown } } }> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const name = params.name ?? params.taskId ?? params.uri;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': MODERN,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  // The answer is the last event of a stream.
  const json = isStream ? text.trim().split('data: ').at(-1)! : text;
  return { status: response.status, body: json === '' ? {} : JSON.parse(json) };
}

export interface PostOptions {
  readonly params?: Record<string, unknown>;
  readonly capabilities?: ClientCapabilities;
  readonly headers?: Record<string, string>;
}
