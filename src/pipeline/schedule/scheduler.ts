import { goOn, inTheEnd, type MaybePromise } from '../../tool/maybe-promise.ts';
import { hearAbort, unhearAbort } from '../stop/call-stop.ts';
import { Conflicts } from './conflicts.ts';
import type { Footprint } from './footprint.ts';

export interface ScheduledCall<R> {
  /** The footprint, as far as can be said now. It may be asked for again after the call has waited. */
  footprint(): MaybePromise<Footprint>;
  /** Runs the call, with its seat, where calls may leave it. */
  run(seat?: Seat): MaybePromise<R>;
  /** Hears once that the call has to wait for others. */
  waits?(): void;
  /** A signal that the call is no longer wanted, and waits for nobody: `run` then says so. */
  readonly signal?: AbortSignal | undefined;
}

/** The most others that a call waits for at a time: each of thousands would otherwise hold a list of thousands. */
const MOST = 32;

/** Milliseconds that a request waits for the calls before it to say what they touch. */
const PATIENCE = 1_000;

export interface Seat {
  /** Leaves the seat: nobody waits for the call any more, until it is back. */
  leave(): void;
  /** Takes a place again, as if the call had come now; with `inTurn` after the calls that it conflicts with. */
  back(options?: { readonly inTurn?: boolean }): Promise<void>;
}

interface WaitingCall {
  order: number;
  /** A promise that nobody need wait for the call any more; made for the first who waits. */
  gone: PromiseWithResolvers<void> | undefined;
}

interface SchedulerOptions {
  /**
   * Whether calls are requests that stand alone, not calls of one turn: their outcomes need not be those of running one
   * after the other, as long as each could have come at another moment. So reads and commands pass each other, a call
   * may leave its seat while a person is asked, and nobody waits long for a call that does not say what it touches.
   */
  readonly apart?: boolean;
}

/**
 * Starts each call as soon as no earlier unfinished call conflicts with it. The outcomes are those of running the calls
 * one after the other, unless they are apart.
 */
export class Scheduler {
  readonly #apart: boolean;
  readonly #busy: Conflicts<WaitingCall>;
  #order = 0;
  /** A promise that lasts while the call that was added last has not said yet what it touches. */
  #entry: Promise<unknown> | undefined;

  constructor({ apart = false }: SchedulerOptions = {}) {
    this.#apart = apart;
    this.#busy = new Conflicts({ readsPass: apart });
  }

  /** Adds a call; calls enter in the order in which they are added. */
  add<R>(work: ScheduledCall<R>): Promise<R> {
    const waiting: WaitingCall = { order: 0, gone: undefined };
    return inTheEnd(
      () => goOn(this.#register(waiting, work), registered => this.#start(waiting, work, registered)),
      this.#endOf(waiting),
    );
  }

  #start<R>(waiting: WaitingCall, work: ScheduledCall<R>, { footprint, earlier }: Registration): MaybePromise<R> {
    if (earlier.length === 0) return this.#run(waiting, work, footprint);
    work.waits?.();
    return this.#waitFor(waiting, earlier, { footprint, work }).then(now => this.#run(waiting, work, now));
  }

  #run<R>(waiting: WaitingCall, work: ScheduledCall<R>, footprint: Footprint): MaybePromise<R> {
    return work.run(this.#apart ? this.#seatOf(waiting, { footprint, work }) : undefined);
  }

  /** Enters a call once the calls before it have said what they touch; at once where all of them have. */
  #register(waiting: WaitingCall, work: ScheduledCall<unknown>): MaybePromise<Registration> {
    const enter = (footprint: Footprint): Registration => {
      waiting.order = this.#order++;
      return { footprint, earlier: this.#enter(waiting, footprint) };
    };
    const said = this.#entry ? this.#entry.then(() => work.footprint()) : work.footprint();
    if (!(said instanceof Promise)) return enter(said);
    const registered = said.then(enter);
    const settled = registered.then(ignore, ignore);
    const entry = this.#apart ? noLongerThan(settled, PATIENCE) : settled;
    this.#entry = entry;
    void entry.then(() => {
      if (this.#entry === entry) this.#entry = undefined;
    });
    return registered;
  }

  /** Waits, and gives the footprint in the end; it may be another one after other calls have run. */
  async #waitFor(waiting: WaitingCall, first: Registration['earlier'], entered: EnteredCall): Promise<Footprint> {
    const { footprint, work } = entered;
    let [earlier, now] = [first, footprint];
    while (earlier.length > 0) {
      const others = Promise.all(earlier);
      await (work.signal ? unlessAborted(others, work.signal) : others);
      if (work.signal?.aborted) break;
      now = await work.footprint();
      this.#busy.remove(waiting);
      earlier = this.#enter(waiting, now);
    }
    return now;
  }

  #seatOf(waiting: WaitingCall, { footprint, work }: EnteredCall): Seat {
    return {
      leave: () => this.#leave(waiting),
      back: async ({ inTurn = false } = {}) => {
        waiting.order = this.#order++;
        waiting.gone = undefined;
        const earlier = this.#enter(waiting, footprint);
        // The call is under way: what it touches was looked at and shown.
        const same = { signal: work.signal, footprint: () => footprint };
        if (inTurn) await this.#waitFor(waiting, earlier, { footprint, work: same });
      },
    };
  }

  /** This function is made apart from the call's work, which it would keep otherwise. */
  #endOf(waiting: WaitingCall): () => void {
    return () => this.#leave(waiting);
  }

  #leave(waiting: WaitingCall): void {
    this.#busy.remove(waiting);
    waiting.gone?.resolve();
  }

  /**
   * Enters a call; gives the ends of the calls that it waits for, asked for at once: one may be gone before the call
   * waits. Of many calls the latest are enough: whoever has waited looks again.
   */
  #enter(waiting: WaitingCall, footprint: Footprint): readonly Promise<void>[] {
    const met = this.#busy.with(footprint);
    this.#busy.add(waiting, footprint);
    if (met.size === 0) return NOBODY;
    const earlier = [...met].filter(({ order }) => order < waiting.order);
    const latest = earlier.length <= MOST ? earlier : earlier.sort((a, b) => b.order - a.order).slice(0, MOST);
    return latest.map(goneOf);
  }
}

type Registration = { readonly footprint: Footprint; readonly earlier: readonly Promise<void>[] };

const NOBODY: readonly Promise<void>[] = [];

const ignore = (): void => {};

const goneOf = (waiting: WaitingCall): Promise<void> => {
  waiting.gone ??= Promise.withResolvers();
  return waiting.gone.promise;
};

interface EnteredCall {
  readonly footprint: Footprint;
  readonly work: Pick<ScheduledCall<unknown>, 'footprint' | 'signal'>;
}

async function noLongerThan(work: Promise<unknown>, time: number): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, time);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

/** Resolves with the work, or as soon as nobody wants the work any more. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const gone = Promise.withResolvers<void>();
  const hearer = { tell: gone.resolve };
  hearAbort(signal, hearer);
  await Promise.race([work, gone.promise]);
  unhearAbort(signal, hearer);
}

/** Batches as lists: every call of one can run beside the others, after all batches before it. */
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
