import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimRow } from '../../store/port.ts';
import type { Ground } from '../ground.ts';
import { claimed, claimMeets, claimOwner, coversPath, lostClaim } from './claims.ts';

/** Milliseconds of a lease: a commit takes few, and the lease of a dead process ends by itself. */
const LEASE = 30_000;
const PATIENCE = 5_000;
const PAUSE = 10;
/** The most files that get single leases; a wider set is guarded by the last look at each file. */
const MOST_PATHS = 200;
const COMMIT = 'commit of ';

/**
 * Holds the paths of a set while it is written: by the call's own claims, and leases on paths that these do not cover,
 * so that two processes never write the same file at the same moment. `CLAIMED` when a sibling holds one.
 */
export async function withClaims<T>(
  ground: Ground,
  { claims, paths }: { readonly claims: readonly ClaimRow[]; readonly paths: readonly string[] },
  work: (fence: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const store = ground.store.claims;
  const uncovered = paths.filter(path => !isClaimed(claims, path));
  const owner = claims[0]?.owner ?? claimOwner(ground.processID, `${COMMIT}${ground.newID()}`);
  const live = uncovered.length === 0 ? [] : await store.list(ground.now());
  const wide = uncovered.length > MOST_PATHS;
  const met = wide && live.find(one => one.owner !== owner && uncovered.some(path => claimMeets(one.resource, path)));
  if (met) throw claimed(met);
  // Paths that another call of the same owner holds already are not ours to release.
  const held = new Set(live.filter(claim => claim.owner === owner).map(claim => claim.resource));
  const leased = wide ? [] : uncovered.filter(path => !held.has(path));
  const leases = leased.length === 0 ? [] : await take(ground, leased, owner);
  try {
    const all = [...claims, ...leases];
    const fence = async () => {
      if (all.length === 0 || (await store.hold(all, ground.now()))) return;
      throw lostClaim(all, await store.list(ground.now()));
    };
    await fence();
    return await work(fence);
  } finally {
    if (leases.length > 0) await store.release(leased, owner).catch(() => {});
  }
}

/** Whether one of the claims is on the path, or on a folder above it. */
export const isClaimed = (claims: readonly ClaimRow[], path: string): boolean =>
  claims.some(({ resource }) => coversPath(resource, path));

/** Takes claims; waits for another commit, which ends soon, and not for a claim. */
async function take(ground: Ground, paths: readonly string[], owner: string): Promise<readonly ClaimRow[]> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    const now = ground.now();
    const taken = await ground.store.claims.take(paths, { owner, agent: 'a commit', now, ttl: LEASE });
    if (taken.ok) return taken.claims;
    if (!taken.holder.owner.includes(`:${COMMIT}`) || performance.now() > deadline) throw claimed(taken.holder);
    await sleep(PAUSE * (0.5 + Math.random()));
  }
}
