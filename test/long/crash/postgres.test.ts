import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/port.ts';
import { idOf, sampleCall, sampleEvent } from '../../cases/store/samples.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';

let server: PostgresServer;
let workspaces = 0;
const opened: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(() => server?.stop());

async function open(url: string, workspaceID: string): Promise<Store> {
  const store = await openStore({ kind: 'postgres', url, workspaceID });
  opened.push(store);
  return store;
}

const newWorkspace = () => `restart-${++workspaces}`;

/** Writes until told to stop; what it notes was acknowledged. */
async function writeOn(store: Store, writer: number, go: { on: boolean }): Promise<number[]> {
  const acknowledged: number[] = [];
  for (let round = 0; go.on; round += 1) {
    const number = writer * 1_000_000 + round;
    const [[seq]] = await Promise.all([
      store.events.append([sampleEvent({ agent: `writer ${writer}`, data: { round } })]),
      store.calls.save(sampleCall(number), { durable: true }),
      // Alone, and read before it is written.
      store.claims.take([`${writer}/${round}`], { owner: `${writer}`, agent: 'a', now: Date.now(), ttl: 600_000 }),
    ]);
    acknowledged.push(seq!);
  }
  return acknowledged;
}

test('nothing is lost and nothing done twice while the server is restarted under load', async () => {
  const workspaceID = newWorkspace();
  const stores = await Promise.all(Array.from({ length: 4 }, () => open(server.url, workspaceID)));
  const go = { on: true };
  const writing = stores.map((store, writer) => writeOn(store, writer, go));
  for (const ending of ['fast', 'immediate', 'immediate', 'fast', 'immediate'] as const) {
    await sleep(200);
    await server.restart(ending);
  }
  await sleep(200);
  go.on = false;
  const acknowledged = await Promise.all(writing);

  const [reader] = stores;
  const events = await reader!.events.since(0);
  expect(events.map(event => event.seq)).toEqual(events.map((_, index) => index + 1));
  const claims = new Set((await reader!.claims.list(Date.now())).map(claim => claim.resource));
  for (const [writer, numbers] of acknowledged.entries()) {
    expect(numbers.length).toBeGreaterThan(0);
    const own = events.filter(event => event.agent === `writer ${writer}`);
    // The numbers that were given are those that are stored, each round once.
    expect(own.map(event => event.seq)).toEqual(numbers);
    expect(own.map(event => event.data.round)).toEqual(numbers.map((_, round) => round));
    for (const round of numbers.keys()) expect(claims.has(`${writer}/${round}`)).toBe(true);
    expect(await reader!.calls.get(idOf(writer * 1_000_000 + numbers.length - 1))).toBeDefined();
  }
  expect(claims.size).toBe(acknowledged.flat().length);
  expect((await reader!.calls.list({})).length).toBe(acknowledged.flat().length);
});

test('a server that is away for a moment is waited for, also by readers', async () => {
  const store = await open(server.url, newWorkspace());
  await store.state.set('a', 1);
  expect(await store.state.get('a')).toBe(1);
  await server.end('immediate');
  const asked = [
    store.state.get('a'),
    store.state.set('b', 2),
    store.state.get('b'),
    store.events.append([sampleEvent()]),
  ];
  await sleep(300);
  await server.start();
  expect(await Promise.all(asked)).toEqual([1, undefined, 2, [1]]);
});

test('connections that break while nobody uses them harm nobody', async () => {
  const store = await open(server.url, newWorkspace());
  await store.state.set('a', 1);
  expect(await store.state.get('a')).toBe(1);
  for (const ending of ['fast', 'immediate'] as const) {
    await server.restart(ending);
    await sleep(50);
    expect(await store.state.get('a')).toBe(1);
    await store.state.set('b', ending);
    expect(await store.state.get('b')).toBe(ending);
  }
});

test('a session that the server ends is replaced', async () => {
  const store = await open(server.url, newWorkspace());
  for (let round = 0; round < 5; round += 1) {
    const writing = Promise.all(Array.from({ length: 50 }, () => store.events.append([sampleEvent()])));
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'toolgate'`);
    await writing;
  }
  const events = await store.events.since(0);
  expect(events.map(event => event.seq)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
});

/** Stands between, and breaks the first connection that asks for a commit, after or before it was passed on. */
async function openBreaker(
  commit: 'passed on' | 'kept back',
): Promise<{ url: string; broken(): number; server: Server }> {
  const target = new URL(server.url);
  let broken = 0;
  const breaker = createServer(client => {
    const upstream = dial(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    upstream.pipe(client);
    client.on('data', chunk => {
      if (broken > 0 || !chunk.includes('commit\0')) {
        upstream.write(chunk);
        return;
      }
      broken += 1;
      upstream.unpipe(client);
      if (commit === 'passed on') {
        // The answer comes, and nobody gets it.
        upstream.once('data', () => client.destroy()).resume();
        upstream.write(chunk);
      } else client.destroy();
    });
  });
  breaker.listen(0, '127.0.0.1');
  await once(breaker, 'listening');
  const url = new URL(server.url);
  url.port = String((breaker.address() as AddressInfo).port);
  return { url: url.href, broken: () => broken, server: breaker };
}

for (const commit of ['passed on', 'kept back'] as const) {
  test(`a commit that was ${commit} when the connection broke is done once`, async () => {
    const workspaceID = newWorkspace();
    // Made before, so that the first commit is one of ours.
    await open(server.url, workspaceID);
    const breaker = await openBreaker(commit);
    const store = await open(breaker.url, workspaceID);
    const given = await Promise.all([
      store.events.append([sampleEvent({ data: { n: 1 } }), sampleEvent({ data: { n: 2 } })]),
      store.claims.take(['a'], { owner: 'me', agent: 'me', now: Date.now(), ttl: 60_000 }),
      store.events.append([sampleEvent({ data: { n: 3 } })]),
    ]);
    expect(breaker.broken()).toBe(1);
    expect([given[0], given[2]]).toEqual([[1, 2], [3]]);
    expect(given[1]).toMatchObject({ ok: true, claims: [{ token: 1 }] });
    expect((await store.events.since(0)).map(event => event.data.n)).toEqual([1, 2, 3]);
    expect(await store.events.append([sampleEvent()])).toEqual([4]);
    await store.close();
    breaker.server.close();
  });

  test(`what goes out together with a commit that was ${commit} is done once, and its numbers are known`, async () => {
    const workspaceID = newWorkspace();
    const other = await open(server.url, workspaceID);
    await other.events.append([sampleEvent({ data: { n: 0 } })]);
    const breaker = await openBreaker(commit);
    const store = await open(breaker.url, workspaceID);
    const many = Array.from({ length: 300 }, (_, index) => sampleEvent({ data: { n: index + 1 } }));
    const [first, , second] = await Promise.all([
      store.events.append(many),
      store.state.append('list', 'one', 'entry'),
      store.events.append([sampleEvent({ data: { n: 301 } })]),
      store.calls.save(sampleCall(1), { durable: true }),
      store.calls.save(sampleCall(2), { durable: true }),
    ]);
    expect(breaker.broken()).toBe(1);
    expect([first, second]).toEqual([many.map((_, index) => index + 2), [302]]);
    expect((await store.events.since(0)).map(event => event.data.n)).toEqual(Array.from({ length: 302 }, (_, n) => n));
    expect(await store.state.since('list', 0)).toMatchObject([{ number: 1, id: 'one', value: 'entry' }]);
    expect((await store.calls.list({})).length).toBe(2);
    await store.close();
    breaker.server.close();
  });
}
