import type { Store } from '../store/port.ts';

/**
 * Takes a process off the list, unless it leaves something open (a full disk may have kept it from saying how a call
 * ended): then its row stays, and the next start that finds it dead ends that first.
 */
export async function forgetProcess({ journal, calls, processes }: Store, processID: string): Promise<void> {
  try {
    const open = await Promise.all([
      journal.sets({ status: 'intent', processID, limit: 1 }),
      calls.list({ status: 'prepared', processID, limit: 1 }),
      calls.list({ status: 'started', processID, limit: 1 }),
    ]);
    if (open.every(rows => rows.length === 0)) await processes.remove(processID);
  } catch (error) {
    process.emitWarning(
      `This process could not be taken off the list: ${error instanceof Error ? error.message : error}`,
    );
  }
}
