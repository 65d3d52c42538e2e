import type { Effects } from '../../tool/effect.ts';
import { callAborted } from '../run/call-aborted.ts';
import type { CallStop } from '../stop/call-stop.ts';
import { EMPTY, footprintOf } from './footprint.ts';
import { Scheduler } from './scheduler.ts';

/** Locks that keep apart calls of this process which change the same files, in order, from claim to commit. */
export class CallLocks {
  readonly #scheduler = new Scheduler();

  /** Resolves with a function that lets the next call in. A call no longer wanted leaves its place in the row. */
  async acquire(effects: Effects, stop: CallStop): Promise<() => void> {
    // A tool of unknown effects takes no lock: it may itself make calls, which would wait for it for ever.
    const footprint = { ...EMPTY, paths: footprintOf(effects).paths.filter(({ changes }) => changes) };
    if (footprint.paths.length === 0) return () => {};
    return new Promise<() => void>((granted, refused) => {
      const refuse = () => refused(callAborted());
      const leave = stop.hear(refuse);
      const run = () =>
        new Promise<void>(release => {
          leave();
          if (stop.aborted) release();
          else granted(release);
        });
      this.#scheduler.add({ footprint: () => footprint, run }).catch(refused);
      if (stop.aborted) refuse();
    });
  }
}
