import type { Store } from '../../store/port.ts';
import { claimedByProcess } from '../../workspace/claims/claims.ts';

/** Takes a process off the list and lets its claims go. With work that could not end, its row stays for recovery. */
export async function forgetProcess(store: Store, processID: string, now: number): Promise<void> {
  const { claims, journal, calls, processes } = store;
  try {
    const held = (await claims.list(now)).filter(claim => claimedByProcess(claim, processID));
    for (const { owner } of held) await claims.releaseOwner(owner);
    const open = await Promise.all([
      journal.sets({ status: 'intent', processID, limit: 1 }),
      calls.list({ status: 'prepared', processID, limit: 1 }),
      calls.list({ status: 'started', processID, limit: 1 }),
    ]);
    if (open.every(rows => rows.length === 0)) await processes.remove(processID);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    process.emitWarning(`This process could not be taken off the list: ${why}`);
  }
}
