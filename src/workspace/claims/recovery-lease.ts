import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimRow, ProcessRow } from '../../store/port.ts';
import { isDead, isLost } from '../../system/process-identity.ts';
import type { Ground } from '../ground.ts';
import { claimedByProcess, claimOwner } from './claims.ts';

/** Milliseconds for one process to end the work that another has left, before a third may think it hung. */
const LEASE = 30_000;
const PAUSE = 50;

/** Looks after a dead process, one process at a time; a process that dies doing so is replaced at once. */
export async function withRecoveryLease<T>(
  resource: string,
  { store, now, self }: Pick<Ground, 'store' | 'now'> & { readonly self: ProcessRow },
  work: (renew: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { claims } = store;
  const owner = claimOwner(self.id, 'recovery');
  const take = () => claims.take([resource], { owner, agent: 'recovery', now: now(), ttl: LEASE });
  for (;;) {
    const taken = await take();
    // A claim on the whole workspace stands in the way of the lease, not of the work.
    if (taken.ok || taken.holder.resource !== resource) break;
    if (await isHeldByDead(taken.holder)) await claims.releaseOwner(taken.holder.owner);
    else await sleep(PAUSE * (0.5 + Math.random()));
  }
  try {
    return await work(async () => void (await take()));
  } finally {
    await claims.release([resource], owner);
  }

  /** Whether the holder has died since it was waited for. A process that is not on the list has ended. */
  async function isHeldByDead(holder: ClaimRow): Promise<boolean> {
    const row = (await store.processes.list()).find(({ id }) => claimedByProcess(holder, id));
    return !row || isDead(row, self) || isLost(row, self);
  }
}
