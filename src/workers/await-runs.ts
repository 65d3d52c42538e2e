import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRow, RunStore } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';

const POLL = 100;
const LONGEST_POLL = 1000;

/** Makes what waits for ends of runs, with one look for all; it rejects with `ABORTED` at the signal. */
export function awaitRuns(runs: RunStore): (id: string, abort?: AbortSignal) => Promise<RunRow> {
  const awaited = new Map<string, Set<(row: RunRow) => void>>();
  let looking = false;

  /** Looks which runs have ended now. A store that does not answer now may do so later. */
  async function endedNow(): Promise<boolean> {
    try {
      const rows = await runs.list({ ids: [...awaited.keys()] });
      const ended = rows.filter(({ status }) => status !== 'queued' && status !== 'running');
      for (const row of ended) for (const resolve of awaited.get(row.id) ?? []) resolve(row);
      return ended.length > 0;
    } catch (error) {
      process.emitWarning(`Runs could not be looked at: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }

  async function look(): Promise<void> {
    looking = true;
    for (let pause = POLL; awaited.size > 0; ) {
      await sleep(pause * (0.8 + Math.random() * 0.4));
      const found = awaited.size > 0 && (await endedNow());
      pause = found ? POLL : Math.min(LONGEST_POLL, pause * 1.2);
    }
    looking = false;
  }

  return async (id, abort) => {
    const { promise, resolve, reject } = Promise.withResolvers<RunRow>();
    const stop = () => reject(new ToolError('ABORTED', 'Nobody waits for it any more'));
    if (abort?.aborted) stop();
    abort?.addEventListener('abort', stop, { once: true });
    const waiting = awaited.get(id) ?? new Set();
    awaited.set(id, waiting.add(resolve));
    if (!looking) void look();
    try {
      return await promise;
    } finally {
      abort?.removeEventListener('abort', stop);
      waiting.delete(resolve);
      if (waiting.size === 0) awaited.delete(id);
    }
  };
}
