import { Conflicts } from './conflicts.ts';
import type { Footprint } from './footprint.ts';

/** One call to be scheduled. */
export interface Work<R> {
  /** What it will touch, as far as can be said now. It may be asked again after the call has waited. */
  footprint(): Promise<Footprint>;
  run(): Promise<R>;
  /** Called once if it has to wait for others. */
  waits?(): void;
  /** Who is no longer wanted waits for nobody: `run` then says so. */
  readonly signal?: AbortSignal;
}

/** Others that a call waits for at a time: of thousands of calls each would otherwise hold a list of thousands. */
const MOST = 32;

interface Waiting {
  readonly order: number;
  readonly done: Promise<unknown>;
}

/**
 * Starts each call as soon as no earlier unfinished call conflicts with it. What comes out is what running them one
 * after the other would give.
 */
export class Scheduler {
  readonly #busy = new Conflicts<Waiting>();
  #order = 0;
  #entry: Promise<unknown> = Promise.resolve();

  /** Calls enter in the order in which they are added. */
  add<R>(work: Work<R>): Promise<R> {
    const order = this.#order++;
    const entered = this.#entry.then(() => work.footprint());
    let finish: () => void = () => {};
    const done = new Promise<void>(resolve => {
      finish = resolve;
    });
    const waiting: Waiting = { order, done };
    const registered = entered.then(footprint => {
      const earlier = this.#before(waiting, footprint);
      this.#busy.add(waiting, footprint);
      return { earlier };
    });
    this.#entry = registered.catch(() => {});
    const result = registered.then(async ({ earlier }) => {
      let waitFor = earlier;
      if (waitFor.length > 0) work.waits?.();
      while (waitFor.length > 0) {
        const others = Promise.all(waitFor.map(other => other.done));
        await (work.signal ? unlessAborted(others, work.signal) : others);
        if (work.signal?.aborted) break;
        const fresh = await work.footprint();
        this.#busy.remove(waiting);
        waitFor = this.#before(waiting, fresh);
        this.#busy.add(waiting, fresh);
      }
      return work.run();
    });
    const leave = () => {
      this.#busy.remove(waiting);
      finish();
    };
    result.then(leave, leave);
    return result;
  }

  /** Of many the latest are enough: whoever has waited looks again. */
  #before(waiting: Waiting, footprint: Footprint): Waiting[] {
    const earlier = [...this.#busy.with(footprint)].filter(other => other.order < waiting.order);
    return earlier.length <= MOST ? earlier : earlier.sort((a, b) => b.order - a.order).slice(0, MOST);
  }
}

/** Resolves with the work, or as soon as nobody wants it any more. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const gone = Promise.withResolvers<void>();
  const leave = () => gone.resolve();
  signal.addEventListener('abort', leave);
  await Promise.race([work, gone.promise]);
  signal.removeEventListener('abort', leave);
}

/** The same as lists: every call of a batch can run beside the others, after all batches before it. */
export function batches<T>(items: readonly { readonly item: T; readonly footprint: Footprint }[]): T[][] {
  const busy = new Conflicts<number>();
  const levels: number[] = [];
  const result: T[][] = [];
  items.forEach(({ item, footprint }, index) => {
    let level = 0;
    for (const other of busy.with(footprint)) level = Math.max(level, levels[other]! + 1);
    levels[index] = level;
    busy.add(index, footprint);
    const batch = result[level] ?? [];
    result[level] = batch;
    batch.push(item);
  });
  return result;
}
