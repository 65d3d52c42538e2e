import type { Effects } from '../../tool/effect.ts';
import { callAborted } from '../run/call-aborted.ts';
import { EMPTY, footprintOf } from './footprint.ts';
import { Scheduler } from './scheduler.ts';

/** Locks that keep calls of this process which change the same files apart, in order, from claim to commit. */
export class CallLocks {
  readonly #scheduler = new Scheduler();

  /** Resolves with a function that lets the next one in. Who no longer wants it leaves its place in the row. */
  async acquire(effects: Effects, signal?: AbortSignal): Promise<() => void> {
    // A tool of unknown effects takes no lock: it may itself ask for calls, which would wait for it for ever.
    const footprint = { ...EMPTY, paths: footprintOf(effects).paths.filter(({ changes }) => changes) };
    if (footprint.paths.length === 0) return () => {};
    return new Promise<() => void>((granted, refused) => {
      const leave = () => refused(callAborted());
      signal?.addEventListener('abort', leave, { once: true });
      this.#scheduler
        .add({
          footprint: async () => footprint,
          run: () =>
            new Promise<void>(release => {
              signal?.removeEventListener('abort', leave);
              if (signal?.aborted) release();
              else granted(release);
            }),
        })
        .catch(refused);
      if (signal?.aborted) leave();
    });
  }
}
