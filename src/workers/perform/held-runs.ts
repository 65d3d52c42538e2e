import type { HeldRun } from './held-run.ts';

/**
 * While runs take less than so many milliseconds, or less than an ask for more, so many times the slots are taken
 * ahead: the slots would stand empty. Longer runs would wait too long for a slot, however slow the queue is.
 */
const SHORT = 20;
const LONGEST_SHORT = 150;
const AHEAD = 5;
const MOST_AT_ONCE = 100;

/** The runs that a worker has: each in a slot, waiting for others without one, or taken ahead and waiting for a slot. */
export class HeldRuns {
  readonly #slots: number;
  readonly #held = new Map<string, HeldRun>();
  readonly #ahead: { readonly run: HeldRun; readonly since: number }[] = [];
  /** Milliseconds that a run takes, of late. */
  #usual = Infinity;
  /** Milliseconds that an ask for runs takes, of late. */
  #asking = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  get all(): readonly HeldRun[] {
    return [...this.#held.values()];
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * The number of runs that may be taken now. Short runs are asked for when the next slots would find none, and then
   * many: an ask costs the same for one as for all, and one for each slot that becomes free would be most of the work.
   */
  get room(): number {
    const short = Math.min(Math.max(SHORT, this.#asking), LONGEST_SHORT);
    if (this.#usual >= short) return Math.min(this.#free, MOST_AT_ONCE);
    const ahead = this.#ahead.length;
    return ahead < this.#slots ? Math.min(this.#slots * AHEAD, MOST_AT_ONCE) - ahead : 0;
  }

  get #free(): number {
    let free = this.#slots + this.#ahead.length;
    for (const run of this.#held.values()) if (!run.isWaiting) free -= 1;
    return free;
  }

  get(id: string): HeldRun | undefined {
    return this.#held.get(id);
  }

  /** Adds a run. A run that comes a second time has been taken from its holder, also where that was this worker. */
  add(run: HeldRun): void {
    this.#held.get(run.id)?.lose();
    this.#held.set(run.id, run);
    this.#ahead.push({ run, since: Date.now() });
  }

  /** The next run for which there is a free slot. */
  next(): HeldRun | undefined {
    return this.#ahead.length > 0 && this.#free > 0 ? this.#ahead.shift()?.run : undefined;
  }

  remove(run: HeldRun): void {
    if (this.#held.get(run.id) === run) this.#held.delete(run.id);
  }

  noteDuration(milliseconds: number): void {
    this.#usual = this.#usual === Infinity ? milliseconds : this.#usual * 0.9 + milliseconds * 0.1;
  }

  noteAsk(milliseconds: number): void {
    this.#asking = this.#asking * 0.7 + milliseconds * 0.3;
  }

  /** Runs that were taken ahead up to this time and still have no slot; they wait for none any more. */
  takeLate(upTo: number): readonly HeldRun[] {
    const late = this.#ahead.filter(({ since }) => since <= upTo);
    // The runs are not as short as they were.
    if (late.length > 0) this.#usual = Infinity;
    for (const each of late) this.#ahead.splice(this.#ahead.indexOf(each), 1);
    return late.map(({ run }) => run);
  }
}
