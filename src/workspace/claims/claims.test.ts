import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { SharedBlackboard } from './claims.ts';

let store: Store;
let clock: number;
beforeEach(async () => {
  store = await openStore({ kind: 'memory' });
  clock = Date.parse('2026-01-01T00:00:00Z');
});
afterEach(() => store.close());

const board = (processID: string, now = () => clock) => new SharedBlackboard({ store: store.claims, processID, now });
const who = (agent: string, more = {}) => ({ agent, owner: agent, ttl: 1000, ...more });

test('a sibling is told by whom a path is claimed and until when', async () => {
  const claims = board('p1');
  await claims.claim(['src/a.ts'], who('ann'));
  await expect(claims.claim(['b', 'src'], who('bob'))).rejects.toMatchObject({
    code: 'CLAIMED',
    message: 'src/a.ts is claimed by ann until 2026-01-01T00:00:01.000Z.',
    retryable: true,
  });
  await expect(claims.claim(['src/b.ts'], who('bob'))).resolves.toHaveLength(1);
  expect((await claims.list()).map(({ resource, agent }) => [resource, agent])).toEqual([
    ['src/a.ts', 'ann'],
    ['src/b.ts', 'bob'],
  ]);
});

test('the same owner in another process is another owner of claims', async () => {
  await board('p1').claim(['a'], who('ann'));
  await expect(board('p2').claim(['a'], who('ann'))).rejects.toMatchObject({ code: 'CLAIMED' });
  await board('p1').claim(['a'], who('ann'));
});

test('a lease on a path that ran out does not hold, and its number never comes again', async () => {
  const claims = board('p1');
  const mine = await claims.claim(['a'], who('ann'));
  expect(await claims.check(mine)).toBe(true);
  clock += 2000;
  expect(await claims.check(mine)).toBe(false);
  await expect(claims.renew(mine, 1000)).rejects.toMatchObject({ code: 'CLAIMED' });
  const theirs = await claims.claim(['a'], who('bob'));
  expect(theirs[0]!.token).toBeGreaterThan(mine[0]!.token);
  await expect(claims.renew(mine, 1000)).rejects.toMatchObject({ message: expect.stringContaining('bob') });
});

test('renewing a claim keeps the number and the lease', async () => {
  const claims = board('p1');
  const mine = await claims.claim(['a', 'b'], who('ann'));
  clock += 900;
  const renewed = await claims.renew(mine, 1000);
  clock += 900;
  expect(await claims.check(mine)).toBe(true);
  expect(renewed.map(claim => claim.token)).toEqual(mine.map(claim => claim.token));
});

test('who waits for a claim gets it when it is released, and not after the time', async () => {
  const claims = board('p1', Date.now);
  await claims.claim(['a'], who('ann', { ttl: 60_000 }));
  const waiting = claims.claim(['a'], who('bob', { wait: 30_000 }));
  setTimeout(() => claims.release(['a'], 'ann'), 50);
  expect((await waiting)[0]!.agent).toBe('bob');
  await expect(claims.claim(['a'], who('cid', { wait: 60 }))).rejects.toMatchObject({ code: 'CLAIMED' });
  const abort = new AbortController();
  const aborted = claims.claim(['a'], who('cid', { wait: 60_000, signal: abort.signal }));
  abort.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  await claims.release(['a'], 'bob');
  expect(await claims.list()).toEqual([]);
});
