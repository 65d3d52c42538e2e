import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Conversations } from '../../../src/adapters/mcp/server/asking/conversation.ts';
import { createMcpEndpoint } from '../../../src/adapters/mcp/server/index.ts';
import { Tool } from '../../../src/index.ts';
import { MODERN, openWorld, TOKEN, type World } from '../../support/mcp/server-world.ts';

const HEADERS = {
  Authorization: `Bearer ${TOKEN}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
};

const requestTo = (headers: Record<string, string>, body: unknown): Request =>
  new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) });

const call = (name: string, args: object = {}, id = 5) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** A tool that waits until it is let go. */
function held() {
  const running = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const tool = Tool.define('held', {
    description: 'Wait.',
    parameters: z.object({}),
    effects: () => [],
    permissions: { required: [] },
    danger: 'safe',
    execute: async () => {
      running.resolve();
      await goOn.promise;
      return { output: 'waited' };
    },
  });
  return { tool, running: running.promise, letGo: () => goOn.resolve() };
}

describe('a client that floods', () => {
  it('a client that floods leaves nothing behind where its first request is refused', async () => {
    const { serving } = await openWorld();
    let listening = 0;
    const counted = {
      ...serving,
      onToolsChanged(listener: () => void) {
        const stop = serving.onToolsChanged(listener);
        listening++;
        return () => {
          listening--;
          stop();
        };
      },
    };
    const mcp = createMcpEndpoint(counted);
    const before = listening;
    const response = await mcp.fetch(requestTo({ ...HEADERS, Accept: 'text/html' }, initialize));
    expect([response.status, listening]).toEqual([406, before]);
    await mcp.close();
  });

  it('a client that floods that begins many sessions at once gets no more than there may be', async () => {
    const { serving } = await openWorld();
    const mcp = createMcpEndpoint(serving);
    const begun = await Promise.all(Array.from({ length: 150 }, () => mcp.fetch(requestTo(HEADERS, initialize))));
    const ids = begun.map(({ headers }) => headers.get('mcp-session-id') ?? '');
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    const answers = await Promise.all(ids.map(id => mcp.fetch(requestTo({ ...HEADERS, 'Mcp-Session-Id': id }, ping))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    await mcp.close();
  });

  it('a client that floods cannot take an id of a request that has no answer yet: the first would never get its own', async () => {
    const { tool, running, letGo } = held();
    const { url } = await openWorld({}, { gate: { tools: [tool] } });
    const at = await url();
    const send = (body: unknown, headers: Record<string, string> = HEADERS) =>
      fetch(at, { method: 'POST', headers, body: JSON.stringify(body) });
    const begun = await send(initialize);
    await begun.text();
    const headers = { ...HEADERS, 'Mcp-Session-Id': begun.headers.get('mcp-session-id') ?? '' };
    const first = send(call('held'), headers).then(response => response.text());
    await running;
    const second = await send(call('held'), headers);
    expect([second.status, await second.json()]).toMatchObject([400, { error: { code: -32600 } }]);
    const twice = await send([call('held', {}, 6), call('held', {}, 6)], headers);
    expect(twice.status).toBe(400);
    letGo();
    expect(await first).toContain('waited');
    expect(await (await send(call('held'), headers)).text()).toContain('waited');
  });

  it('a client that floods sends no more messages at once than are looked at', async () => {
    const { url } = await openWorld();
    const batch = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const response = await fetch(await url(), { method: 'POST', headers: HEADERS, body: JSON.stringify(batch) });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }]);
  });

  it('a client that floods of questions loses its own, and ends no call that is at work', async () => {
    const conversations = new Conversations();
    const begin = (client: string) => {
      const begun = conversations.begin({ tool: undefined, subject: '', client });
      begun.run(() => new Promise(() => {}));
      return begun;
    };
    const ask = (client: string) => {
      const asking = begin(client);
      const form = { mode: 'form', message: '', requestedSchema: { type: 'object', properties: {} } } as const;
      asking.ask('question', { method: 'elicitation/create', params: form }).catch(() => {});
      return asking;
    };
    const others = [begin('other'), ask('other')];
    const asked = Array.from({ length: 510 }, () => ask('flood'));
    expect(others.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    expect(asked.findLastIndex(({ signal }) => signal.aborted)).toBe(11);
  });

  it('a client that floods of calls that work is told to come back', () => {
    const conversations = new Conversations();
    const begin = () => conversations.begin({ tool: undefined, subject: '', client: 'flood' });
    const begun = Array.from({ length: 500 }, begin);
    expect(begin).toThrow('try again later');
    begun[7]?.cancel();
    expect(begun.filter(({ signal }) => signal.aborted)).toHaveLength(1);
  });

  it('nests its arguments as it likes, and is told', async () => {
    const { url } = await openWorld();
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const response = await modernCall(await url(), 'read_file', `{"path":${nested}}`);
    expect(await response.text()).toContain('nested too deeply');
  });
});

it('a call that was taken back while it waited for another one holds up nobody', async () => {
  const { gate, read } = await openWorld({ 'a.txt': 'old\n' });
  const round = gate.queue({ sessionID: 'one' });
  const write = { name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };
  const asked = Promise.withResolvers<void>();
  const first = round.add(write, {
    approver: () => {
      asked.resolve();
      return new Promise<never>(() => {});
    },
  });
  await asked.promise;
  const taken = new AbortController();
  const second = round.add(write, { abort: taken.signal });
  taken.abort();
  expect(await second).toMatchObject({ ok: false, error: { code: 'ABORTED' } });
  await gate.close();
  expect((await first).ok).toBe(false);
  expect(read('a.txt')).toBe('old\n');
});

function modernCall(at: string, name: string, args: string) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: '@', _meta } };
  return fetch(at, {
    method: 'POST',
    headers: { ...HEADERS, 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
    body: JSON.stringify(request).replace('"@"', args),
  });
}

describe('the endpoint', () => {
  const answerOf = async (world: World, method: string) => {
    const response = await fetch(await world.url(), { method, headers: HEADERS });
    return [response.status, response.headers.get('allow')];
  };

  it.each(['PUT', 'PATCH', 'OPTIONS'])('the endpoint knows no %s', async method => {
    expect(await answerOf(await openWorld(), method)).toEqual([405, 'GET, POST, DELETE']);
  });

  it('the endpoint tells a page elsewhere nothing, not even what it may ask for', async () => {
    const { url } = await openWorld();
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const response = await fetch(await url(), { method: 'OPTIONS', headers });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('the endpoint takes the token from its header alone', async () => {
    const { url } = await openWorld();
    const { Authorization, ...headers } = HEADERS;
    const at = `${await url()}?token=${TOKEN}&access_token=${TOKEN}`;
    const response = await fetch(at, { method: 'POST', headers, body: JSON.stringify(initialize) });
    expect(response.status).toBe(401);
  });
});
