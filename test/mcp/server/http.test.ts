import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Tool } from '../../../src/index.ts';
import { MODERN, openWorld, post, TOKEN } from '../../support/mcp/server-world.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
});

const HEADERS = {
  Authorization: `Bearer ${TOKEN}`,
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

/** As `fetch` does not let anybody: with any Host header. */
function send(url: string, { method = 'POST', path, headers = HEADERS, body = INITIALIZE }: Sent = {}) {
  const to = new URL(path ?? '', url);
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request(to, { method, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? body : undefined);
  });
}

describe('the endpoint', () => {
  it('the endpoint listens on this machine only', async () => {
    const { url } = await openWorld();
    expect(new URL(await url()).hostname).toBe('127.0.0.1');
  });

  it.each([
    ['none', undefined],
    ['a wrong one', `Bearer ${TOKEN}x`],
    ['half of it', `Bearer ${TOKEN.slice(0, 5)}`],
    ['another scheme', `Basic ${TOKEN}`],
    ['an empty one', 'Bearer '],
  ])('the endpoint lets nobody in without the token: %s', async (_, authorization) => {
    const { url } = await openWorld();
    const { Authorization, ...rest } = HEADERS;
    const headers = { ...rest, ...(authorization === undefined ? {} : { Authorization: authorization }) };
    const { status, headers: answered, text } = await send(await url(), { headers });
    expect([status, answered['www-authenticate']]).toEqual([401, 'Bearer realm="toolgate"']);
    expect(text).not.toContain(TOKEN);
    expect((await send(await url(), { method: 'GET', headers })).status).toBe(401);
    expect((await send(await url(), { path: '/else', headers })).status).toBe(401);
  });

  it.each([
    ['Host', 'evil.example'],
    ['Host', '127.0.0.1.evil.example'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('the endpoint answers nothing with the %s %s, though it has the token', async (name, value) => {
    const { url } = await openWorld();
    expect((await send(await url(), { headers: { ...HEADERS, [name]: value } })).status).toBe(403);
  });

  it('the endpoint answers pages and names of this machine', async () => {
    const { url } = await openWorld();
    for (const [name, value] of [
      ['Host', 'localhost:1'],
      ['Host', '[::1]'],
      ['Origin', 'http://localhost:3000'],
    ] as const)
      expect((await send(await url(), { headers: { ...HEADERS, [name]: value } })).status).toBe(200);
  });

  it('the endpoint reads no more than a request may have, and nothing that is no JSON', async () => {
    const { url } = await openWorld();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(17 * 2 ** 20) } });
    const tooLarge = await send(await url(), { body }).catch(error => error as Error);
    // It may hang up before all was sent.
    if (!(tooLarge instanceof Error)) expect(tooLarge.status).toBe(413);
    expect((await send(await url(), { body: '{"jsonrpc":' })).status).toBe(400);
    const text = { ...HEADERS, 'Content-Type': 'text/plain' };
    expect((await send(await url(), { headers: text })).status).toBe(415);
    expect((await send(await url())).status).toBe(200);
  });

  it('the endpoint has nothing at other addresses', async () => {
    const { url } = await openWorld();
    const { status, text } = await send(await url(), { path: '/else' });
    expect([status, text]).toEqual([404, expect.stringContaining('/mcp')]);
  });
});

describe('sessions', () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });

  it('sessions of the old era begin with initialize, and end when the client says so', async () => {
    const { url } = await openWorld();
    const begun = await send(await url());
    const headers = { ...HEADERS, 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
    expect((await send(await url(), { headers, body: list })).text).toContain('read_file');
    expect((await send(await url(), { body: list })).status).toBe(400);
    const unknown = { ...HEADERS, 'Mcp-Session-Id': 'made-up' };
    expect((await send(await url(), { headers: unknown, body: list })).status).toBe(404);
    expect((await send(await url(), { method: 'DELETE', headers })).status).toBe(200);
    expect((await send(await url(), { headers, body: list })).status).toBe(404);
  });

  it('sessions are bounded in number: who was quiet longest begins anew', async () => {
    const { url } = await openWorld();
    const first = String((await send(await url())).headers['mcp-session-id']);
    for (let more = 0; more < 100; more++) await send(await url());
    const headers = { ...HEADERS, 'Mcp-Session-Id': first };
    expect((await send(await url(), { headers, body: list })).status).toBe(404);
  });

  it('sessions with a call under way are not ended for others', async () => {
    const { url, gate } = await openWorld();
    const running = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const patient = Tool.define('patient', {
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
    gate.registry.register(patient as unknown as Tool.Info);
    const headers = { ...HEADERS, 'Mcp-Session-Id': String((await send(await url())).headers['mcp-session-id']) };
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'patient', arguments: {} } };
    const called = send(await url(), { headers, body: JSON.stringify(call) });
    await running.promise;
    for (let more = 0; more < 101; more++) await send(await url());
    goOn.resolve();
    expect((await called).text).toContain('waited');
  });

  it('sessions of the modern era are named by the address, or by the client', async () => {
    const { url, gate } = await openWorld({ 'a.txt': 'a\n' });
    const params = { name: 'read_file', arguments: { path: 'a.txt' } };
    const at = await url();
    for (const address of [at, at, `${at}?session=one`, `${at}?session=${encodeURIComponent('no/such name')}`])
      expect((await post(address, 'tools/call', { params })).status).toBe(200);
    const calls = await gate.store.calls.list({});
    expect(new Set(calls.map(({ sessionID }) => sessionID))).toEqual(new Set(['mcp-raw', 'mcp-one']));
    expect(new Set(calls.map(({ agent }) => agent))).toEqual(new Set(['raw']));
  });

  it('sessions are told apart by their revision', async () => {
    const { url } = await openWorld();
    const { body } = await post(await url(), 'server/discover');
    expect(body.result).toMatchObject({
      supportedVersions: [MODERN],
      capabilities: { tools: { listChanged: true }, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    });
    const begun = await send(await url());
    expect(begun.text).toContain('"protocolVersion":"2025-11-25"');
    expect(begun.text).not.toContain('io.modelcontextprotocol/tasks');
  });
});
