import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStore } from '../../../src/store/port.ts';

const PAUSE = 50;

/** Measures how long the runs of killed processes wait until someone goes on with them. */
export function watchTakeovers(runs: RunStore) {
  const waiting = new Map<string, { readonly epoch: number; readonly since: number }>();
  const milliseconds: number[] = [];
  let over = false;

  async function look(): Promise<void> {
    while (!over) {
      await sleep(PAUSE);
      if (waiting.size === 0) continue;
      for (const { id, epoch, status } of await runs.list({ ids: [...waiting.keys()] })) {
        const left = waiting.get(id)!;
        if (epoch === left.epoch && (status === 'running' || status === 'queued')) continue;
        milliseconds.push(Date.now() - left.since);
        waiting.delete(id);
      }
    }
  }
  const looking = look();

  return {
    async killed(processID: string, since: number): Promise<void> {
      for (const { id, epoch } of await runs.list({ status: ['running'], processID }))
        waiting.set(id, { epoch, since });
    },
    async stop(): Promise<readonly number[]> {
      over = true;
      await looking;
      return milliseconds.toSorted((a, b) => a - b);
    },
  };
}
