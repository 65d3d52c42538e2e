import type { ActivityStream } from '../activity/activity-stream.ts';
import { recoverCalls } from '../pipeline/recover-calls.ts';
import type { CallRow, ProcessRow, Store } from '../store/port.ts';
import { isDead } from '../store/process-identity.ts';
import { ToolError } from '../tool/error.ts';
import type { SharedBlackboard } from '../workspace/claims.ts';
import type { Recovered } from '../workspace/port.ts';

export interface RecoverDeadOptions {
  readonly store: Store;
  readonly activity: ActivityStream;
  readonly workspace: { readonly claims: SharedBlackboard; recover(): Promise<Recovered> };
  readonly now: () => number;
  readonly self: ProcessRow;
}

const LEASE = 30_000;

/**
 * Makes the files of processes proved dead whole, then ends their calls, one process at a time under a lease, and
 * forgets those processes. One that dies meanwhile is left to the next start: its files were not looked at, and the
 * end of a call is read from them.
 */
export async function recoverDead(
  options: RecoverDeadOptions,
): Promise<Recovered & { readonly calls: readonly string[] }> {
  const { store, workspace, self } = options;
  const dead = (await store.processes.list()).filter(row => row.id !== self.id && isDead(row, self));
  const recovered = await workspace.recover();
  const ended: CallRow[] = [];
  for (const row of dead) ended.push(...(await endCalls(row, options)));
  return { ...recovered, calls: ended.map(call => call.id) };
}

async function endCalls(
  { id }: ProcessRow,
  { store, activity, workspace, now }: RecoverDeadOptions,
): Promise<readonly CallRow[]> {
  const resource = `calls of ${id}`;
  try {
    await workspace.claims.claim([resource], { owner: 'recovery', agent: 'recovery', ttl: LEASE, wait: LEASE });
  } catch (error) {
    // Somebody else is at it.
    if (error instanceof ToolError && error.code === 'CLAIMED') return [];
    throw error;
  }
  try {
    const ended = await recoverCalls({ store, activity, now, processID: id });
    await activity.flush();
    const open = await store.journal.sets({ status: 'intent', processID: id, limit: 1 });
    if (open.length === 0) await store.processes.remove(id);
    return ended;
  } finally {
    await workspace.claims.release([resource], 'recovery');
  }
}
