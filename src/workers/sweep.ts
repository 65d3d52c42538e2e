import type { Toolgate } from '../gate/toolgate.ts';
import type { RunRow } from '../store/port.ts';
import { newId } from '../tool/id.ts';
import type { QueueEngine } from './engine.ts';
import { NO_JOB } from './run-spec.ts';

/** Milliseconds in which the process that started a run should have sent its job. */
const SENT_WITHIN = 5_000;
const MOST = 200;

/**
 * Sees to runs that nobody has: their process has died, or the one that started them died before it could send their
 * job. The queue would hand out the first kind too, after a while.
 */
export async function sweep({ gate, engine }: { gate: Toolgate; engine: QueueEngine }): Promise<void> {
  const { runs, processes } = gate.store;
  const running = (await runs.list({ status: ['running'], limit: MOST * 5 })).filter(({ jobID }) => jobID !== NO_JOB);
  // Processes that died without a run count too: their claims, and calls that they have not ended, are in the way.
  await gate.recover();
  const alive = new Set((await processes.list()).map(({ id }) => id));
  await again(running.filter(({ processID }) => processID !== undefined && !alive.has(processID)));
  const queued = await runs.list({ status: ['queued'], limit: MOST });
  const late = queued.filter(({ changedAt }) => Date.now() - changedAt > SENT_WITHIN);
  if (late.length === 0) return;
  const gone = new Set(await engine.gone(late.map(({ jobID }) => jobID)));
  await again(late.filter(({ jobID }) => gone.has(jobID)));

  async function again(rows: readonly RunRow[]): Promise<void> {
    for (const row of rows) {
      const jobID = newId();
      if (await runs.release(row, jobID, Date.now())) await engine.send([{ id: jobID, runID: row.id, first: true }]);
    }
  }
}
