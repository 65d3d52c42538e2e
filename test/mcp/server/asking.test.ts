import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createHttpApp,
  createMcpEndpoint,
  createMcpServing,
  listen,
  type McpServingOptions,
} from '../../../src/adapters/mcp/server/index.ts';
import { MODERN, post } from '../../support/mcp/server-world.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const AGENTS = 'the-token-of-the-agents';
const ASKING = 'the-token-of-a-client-that-asks';

async function openServer(options: McpServingOptions = {}) {
  const test = await openGate({ 'a.txt': 'old\n' });
  const serving = await createMcpServing(test.gate, options);
  const mcp = createMcpEndpoint(serving);
  const listening = await listen(createHttpApp({ mcp, token: AGENTS, asking: ASKING }), 0);
  onTestFinished(async () => {
    serving.close();
    await mcp.close();
    await listening.close();
  });
  return { ...test, url: `${listening.url}/mcp` };
}

/** A client that is its own person: it says yes, for always, to all that it is asked. */
async function connect(url: string, { token, era }: { token: string; era: string }) {
  let asked = 0;
  const client = new Client(
    { name: 'self-made', version: '1' },
    {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: era === 'modern' ? { pin: MODERN } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', () => {
    asked++;
    return { action: 'accept', content: { answer: 'allow_always' } };
  });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    transport,
    asked: () => asked,
    write: () => client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } }),
  };
}

describe.each(['modern', 'legacy'])('a client of the %s era over HTTP', era => {
  it('that has the token of the agents cannot answer its own question, whatever it declares', async () => {
    const { url, read, gate } = await openServer();
    const client = await connect(url, { token: AGENTS, era });
    const result = await client.write();
    expect(result.isError).toBe(true);
    expect(client.asked()).toBe(0);
    expect(read('a.txt')).toBe('old\n');
    expect(await gate.store.rules.list()).toEqual([]);
    expect(JSON.stringify(result)).not.toMatch(/toolgate approvals|allow_once|allow_always|--yes|token/);
  });

  it('that a person trusted to ask is believed their answers', async () => {
    const { url, read } = await openServer();
    const client = await connect(url, { token: ASKING, era });
    expect((await client.write()).isError).toBeFalsy();
    expect(client.asked()).toBe(1);
    expect(read('a.txt')).toBe('new\n');
  });
});

it('a session that began with the token of a client that asks is closed to the token of the agents', async () => {
  const { url } = await openServer();
  const { transport } = await connect(url, { token: ASKING, era: 'legacy' });
  const send = (token: string) =>
    fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Session-Id': String(transport.sessionId),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' }),
    }).then(({ status }) => status);
  expect([await send(AGENTS), await send(ASKING)]).toEqual([404, 200]);
});

it('a question of a client that asks is answered by no client with the token of the agents, whatever it calls itself', async () => {
  const { url, read } = await openServer({ taskMode: () => 0 });
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: {} };
  const send = (token: string, session: string, method: string, params: Record<string, unknown>) =>
    post(`${url}?session=${session}`, method, { params, capabilities, headers: { Authorization: `Bearer ${token}` } });
  const call = { name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } };
  const { body } = await send(ASKING, 'me', 'tools/call', call);
  const taskId = String(body.result?.taskId);
  const keysNow = async (): Promise<string[]> => {
    const { inputRequests } = (await send(ASKING, 'me', 'tasks/get', { taskId })).body.result ?? {};
    return inputRequests ? Object.keys(inputRequests as object) : keysNow();
  };
  const [key = ''] = await keysNow();
  const inputResponses = { [key]: { action: 'accept', content: { answer: 'allow_once' } } };
  for (const name of ['me', 'asking-me', 'http-me', 'http-asking-me']) {
    expect((await send(AGENTS, name, 'tasks/get', { taskId })).body.error, name).toBeDefined();
    expect((await send(AGENTS, name, 'tasks/update', { taskId, inputResponses })).body.error, name).toBeDefined();
  }
  expect(read('a.txt')).toBe('old\n');
});
