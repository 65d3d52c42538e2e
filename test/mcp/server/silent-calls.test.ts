import { expect, it } from 'vitest';
import { z } from 'zod';
import { Tool } from '../../../src/index.ts';
import { MODERN, openWorld, TOKEN, type World } from '../../support/mcp/server-world.ts';

/** A tool that says nothing until it is let go. */
function openSilent() {
  const go = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const silent = Tool.define('silent', {
    description: 'Say nothing for long.',
    parameters: z.object({}),
    effects: () => [],
    permissions: { required: [] },
    danger: 'safe',
    execute: async (_, ctx) => {
      ctx.abort.addEventListener('abort', () => aborted.resolve());
      await Promise.race([go.promise, aborted.promise]);
      return { output: 'said at last' };
    },
  });
  return { silent, go: () => go.resolve(), aborted: aborted.promise };
}

async function call(world: World, { accept, signal }: { accept: string; signal?: AbortSignal }): Promise<Response> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return fetch(await world.url(), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      'Content-Type': 'application/json',
      Accept: accept,
      'MCP-Protocol-Version': MODERN,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'silent',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'silent', arguments: {}, _meta },
    }),
    ...(signal ? { signal } : {}),
  });
}

const BOTH = 'application/json, text/event-stream';

it('a call that is silent for long sends signs of life until its result is there', async () => {
  const { silent, go } = openSilent();
  const world = await openWorld({}, { gate: { tools: [silent] } });
  const response = await call(world, { accept: BOTH });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const [first, rest] = await firstAndRest(response, go);
  expect(first).toBe(': keepalive\n\n');
  const [, data = ''] = rest.split('data: ');
  expect(JSON.parse(data)).toMatchObject({ id: 1, result: { content: [{ text: 'said at last' }] } });
});

it('a client that goes while it waits for a silent call takes the call along', async () => {
  const { silent, aborted } = openSilent();
  const world = await openWorld({}, { gate: { tools: [silent] } });
  const leaving = new AbortController();
  const response = await call(world, { accept: BOTH, signal: leaving.signal });
  expect(response.status).toBe(200);
  leaving.abort();
  await aborted;
});

/** The rest comes after the function was called. */
async function firstAndRest({ body }: Response, meanwhile: () => void): Promise<[string, string]> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader.read()).value ?? '';
  meanwhile();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
  return [first, rest];
}
