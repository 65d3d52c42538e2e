import assert from 'node:assert/strict';
import type { ClaimRow, ClaimStore } from '../../../src/store/port.ts';
import { withStore, withTwo } from './case.ts';

const take = (claims: ClaimStore, owner: string, resources: readonly string[], now = 0, ttl = 100) =>
  claims.take(resources, { owner, agent: `agent of ${owner}`, now, ttl });

async function taken(...args: Parameters<typeof take>): Promise<readonly ClaimRow[]> {
  const result = await take(...args);
  assert.ok(result.ok);
  return result.claims;
}

export const claimCases = [
  withStore('a claim is held until it is released', async ({ claims }) => {
    const mine = await taken(claims, 'a', ['x', 'y/z']);
    assert.deepEqual(
      mine.map(({ resource, owner, agent, expiresAt }) => ({ resource, owner, agent, expiresAt })),
      ['x', 'y/z'].map(resource => ({ resource, owner: 'a', agent: 'agent of a', expiresAt: 100 })),
    );
    assert.equal(await claims.hold(mine, 99), true);
    assert.deepEqual(await claims.list(99), mine);
    await claims.release(['x'], 'b');
    assert.equal(await claims.hold(mine, 99), true);
    await claims.release(['x'], 'a');
    assert.equal(await claims.hold(mine, 99), false);
    assert.equal(await claims.hold(mine.slice(1), 99), true);
    assert.equal(await claims.hold([], 99), true);
  }),
  withStore('what another owner holds is refused, and says who', async ({ claims }) => {
    const [held] = await taken(claims, 'a', ['src/x']);
    for (const resource of ['src/x', 'src', '.', 'src/x/deeper']) {
      assert.deepEqual(await take(claims, 'b', [resource]), { ok: false, holder: held });
    }
    assert.ok((await take(claims, 'b', ['src/xy', 'sr', 'src/x.ts'])).ok);
  }),
  withStore('a claim on the root meets everything', async ({ claims }) => {
    await taken(claims, 'a', ['.']);
    assert.equal((await take(claims, 'b', ['deep/in/it'])).ok, false);
  }),
  withStore('all are taken or none', async ({ claims }) => {
    await taken(claims, 'a', ['x']);
    assert.equal((await take(claims, 'b', ['w', 'x', 'y'])).ok, false);
    assert.deepEqual(
      (await claims.list(0)).map(claim => claim.resource),
      ['x'],
    );
  }),
  withStore('taking again renews and keeps the number', async ({ claims }) => {
    const first = await taken(claims, 'a', ['x', 'y']);
    const again = await taken(claims, 'a', ['x', 'y'], 50);
    assert.deepEqual(
      again.map(claim => claim.token),
      first.map(claim => claim.token),
    );
    assert.equal(await claims.hold(first, 149), true);
    assert.equal(await claims.hold(first, 150), false);
  }),
  withStore('an expired claim stands in nobody’s way, and its holder finds out', async ({ claims }) => {
    const mine = await taken(claims, 'a', ['x']);
    assert.equal(await claims.hold(mine, 100), false);
    assert.deepEqual(await claims.list(100), []);
    const yours = await taken(claims, 'b', ['x'], 100);
    assert.ok(yours[0]!.token > mine[0]!.token);
    assert.equal(await claims.hold(mine, 0), false);
    assert.equal(await claims.hold(yours, 150), true);
  }),
  withStore('a claim that ran out while another worked above it is not the old one any more', async ({ claims }) => {
    const mine = await taken(claims, 'a', ['src/x']);
    await taken(claims, 'b', ['src'], 100);
    await claims.releaseOwner('b');
    const again = await taken(claims, 'a', ['src/x'], 150);
    assert.ok(again[0]!.token > mine[0]!.token);
    assert.equal(await claims.hold(mine, 150), false);
  }),
  withStore('numbers never fall, not even after a release', async ({ claims }) => {
    let last = 0;
    for (let round = 0; round < 10; round += 1) {
      const owner = round % 2 ? 'a' : 'b';
      const [claim] = await taken(claims, owner, ['x']);
      assert.ok(claim!.token > last);
      last = claim!.token;
      if (round % 3) await claims.release(['x'], owner);
      else await claims.releaseOwner(owner);
    }
  }),
  withStore('a resource named twice is claimed once', async ({ claims }) => {
    assert.equal((await taken(claims, 'a', ['x', 'x'])).length, 1);
    assert.deepEqual(await taken(claims, 'a', []), []);
  }),
  withStore('releasing an owner releases all of it and no one else', async ({ claims }) => {
    await taken(claims, 'a', ['x', 'y']);
    await taken(claims, 'b', ['z']);
    await claims.releaseOwner('a');
    assert.deepEqual(
      (await claims.list(0)).map(claim => claim.resource),
      ['z'],
    );
  }),
  withTwo('two processes never hold the same path', async (one, other) => {
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.all([take(one.claims, 'a', ['x/y']), take(other.claims, 'b', ['x'])]);
      assert.equal(results.filter(result => result.ok).length, 1);
      await one.claims.releaseOwner('a');
      await other.claims.releaseOwner('b');
    }
  }),
];
