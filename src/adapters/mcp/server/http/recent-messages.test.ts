import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createRecentMessages } from './recent-messages.ts';

const message = (method: string, text = ''): JSONRPCMessage => ({ jsonrpc: '2.0', method, params: { text } });

async function after(store: ReturnType<typeof createRecentMessages>, id: string) {
  const methods: unknown[] = [];
  const send = async (_: string, sent: JSONRPCMessage) => void methods.push('method' in sent && sent.method);
  const stream = await store.replayEventsAfter(id, { send });
  return { stream, methods };
}

it('who comes back gets what its own stream has had since, in order', async () => {
  const store = createRecentMessages();
  const start = await store.storeEvent('one', {} as JSONRPCMessage);
  await store.storeEvent('two', message('other'));
  const first = await store.storeEvent('one', message('a'));
  await store.storeEvent('one', message('b'));
  expect(await after(store, start)).toEqual({ stream: 'one', methods: ['a', 'b'] });
  expect(await after(store, first)).toEqual({ stream: 'one', methods: ['b'] });
  expect(await store.getStreamIdForEventId?.(first)).toBe('one');
});

it('no more is kept than a session may have, the oldest goes first', async () => {
  const store = createRecentMessages();
  const first = await store.storeEvent('one', message('a', 'x'.repeat(2 ** 20)));
  for (let more = 0; more < 5; more++) await store.storeEvent('one', message('b', 'x'.repeat(2 ** 20)));
  expect(await store.getStreamIdForEventId?.(first)).toBeUndefined();
  expect(await after(store, first)).toEqual({ stream: '', methods: [] });
});
