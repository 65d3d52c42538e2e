import type { ActivityStream } from '../../activity/activity-stream.ts';
import type { CallRow, ProcessRow, Store } from '../../store/port.ts';
import { isDead, isLost } from '../../system/process-identity.ts';
import type { Tasks } from '../../tasks/create-tasks.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { claimedByProcess } from '../../workspace/claims/claims.ts';
import { withRecoveryLease } from '../../workspace/claims/recovery-lease.ts';
import type { RecoveryReport } from '../../workspace/port.ts';
import { recoverCalls } from './recover-calls.ts';

interface RecoverDeadOptions {
  readonly store: Store;
  readonly activity: ActivityStream;
  readonly workspace: { recover(): Promise<RecoveryReport> };
  readonly tasks: Pick<Tasks, 'releaseProcess'>;
  readonly now: () => number;
  readonly self: ProcessRow;
}

/**
 * Makes the files of processes proved dead whole, then ends their calls and gives back their tasks, one process at a
 * time under a lease, and forgets those processes. A process that dies meanwhile is left to the next start: its files
 * were not looked at, and the end of a call is read from them.
 */
export async function recoverDead(
  options: RecoverDeadOptions,
): Promise<RecoveryReport & { readonly calls: readonly string[] }> {
  const { store, workspace, self } = options;
  const others = (await store.processes.list()).filter(row => row.id !== self.id);
  const dead = others.filter(row => isDead(row, self) || isLost(row, self));
  const recovered = await workspace.recover();
  const ended: CallRow[] = [];
  for (const row of dead) addAll(ended, await endCalls(row, options));
  return { ...recovered, calls: ended.map(call => call.id) };
}

async function endCalls({ id }: ProcessRow, options: RecoverDeadOptions): Promise<readonly CallRow[]> {
  const { store, activity, tasks, now, self } = options;
  return withRecoveryLease(`calls of ${id}`, { store, self, now }, async () => {
    const ended = await recoverCalls({ store, activity, now, processID: id });
    await tasks.releaseProcess(id);
    await activity.flush();
    const open = await store.journal.sets({ status: 'intent', processID: id, limit: 1 });
    if (open.length === 0) await store.processes.remove(id);
    return ended;
  });
}

/**
 * Takes a process off the list and lets go of what it still claims. A full disk may have kept the process from saying
 * how a call or a change set ended: then its row stays, and the next start that finds it dead ends that first.
 */
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
