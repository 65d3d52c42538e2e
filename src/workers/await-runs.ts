import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRow, RunStore } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';

const POLL = 100;
const LONGEST_POLL = 1000;

/** Resolves with runs when they have ended: one look for all runs that are waited for. */
export class AwaitedRuns {
  readonly #runs: RunStore;
  readonly #waiting = new Map<string, Set<(row: RunRow) => void>>();
  #looking = false;

  constructor(runs: RunStore) {
    this.#runs = runs;
  }

  /** Rejects with `ABORTED` when the signal fires; the run goes on. */
  async ended(id: string, abort?: AbortSignal): Promise<RunRow> {
    const { promise, resolve, reject } = Promise.withResolvers<RunRow>();
    const stop = () => reject(new ToolError('ABORTED', 'Nobody waits for it any more'));
    if (abort?.aborted) stop();
    abort?.addEventListener('abort', stop, { once: true });
    const waiting = this.#waiting.get(id) ?? new Set();
    waiting.add(resolve);
    this.#waiting.set(id, waiting);
    if (!this.#looking) void this.#look();
    try {
      return await promise;
    } finally {
      abort?.removeEventListener('abort', stop);
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(id);
    }
  }

  async #look(): Promise<void> {
    this.#looking = true;
    for (let pause = POLL; this.#waiting.size > 0; ) {
      await sleep(pause * (0.8 + Math.random() * 0.4));
      const found = this.#waiting.size > 0 && (await this.#endedNow());
      pause = found ? POLL : Math.min(LONGEST_POLL, pause * 1.2);
    }
    this.#looking = false;
  }

  /** Looks which runs have ended now. A store that does not answer now may do so later. */
  async #endedNow(): Promise<boolean> {
    try {
      const rows = await this.#runs.list({ ids: [...this.#waiting.keys()] });
      const ended = rows.filter(({ status }) => status !== 'queued' && status !== 'running');
      for (const row of ended) for (const resolve of this.#waiting.get(row.id) ?? []) resolve(row);
      return ended.length > 0;
    } catch (error) {
      process.emitWarning(`Runs could not be looked at: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }
}
