import type { ActivityStream } from '../activity/activity-stream.ts';
import { recoverCalls } from '../pipeline/recover-calls.ts';
import type { CallRow, ProcessRow, Store } from '../store/port.ts';
import { isDead } from '../store/process-identity.ts';
import { ToolError } from '../tool/error.ts';
import type { SharedBlackboard } from '../workspace/claims.ts';

export interface RecoverDeadOptions {
  readonly store: Store;
  readonly activity: ActivityStream;
  readonly blackboard: SharedBlackboard;
  readonly now: () => number;
  readonly self: ProcessRow;
}

const LEASE = 30_000;

/** Ends the calls of processes proved dead, one process at a time under a lease, and forgets those processes. */
export async function recoverDead({
  store,
  activity,
  blackboard,
  now,
  self,
}: RecoverDeadOptions): Promise<readonly CallRow[]> {
  const ended: CallRow[] = [];
  for (const row of await store.processes.list()) {
    if (row.id === self.id || !isDead(row, self)) continue;
    const resource = `calls of ${row.id}`;
    try {
      await blackboard.claim([resource], { owner: 'recovery', agent: 'recovery', ttl: LEASE, wait: LEASE });
    } catch (error) {
      // Somebody else is at it.
      if (error instanceof ToolError && error.code === 'CLAIMED') continue;
      throw error;
    }
    try {
      ended.push(...(await recoverCalls({ store, activity, now, processID: row.id })));
      await activity.flush();
      const open = await store.journal.sets({ status: 'intent', processID: row.id, limit: 1 });
      if (open.length === 0) await store.processes.remove(row.id);
    } finally {
      await blackboard.release([resource], 'recovery');
    }
  }
  return ended;
}
