import type { Decision } from '../../policy/types.ts';
import { withoutDefaults } from '../../tool/arguments/without-defaults.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import type { Place } from './place.ts';
import type { StageMark } from './stage-mark.ts';

/** The most marks of a call that is sent round again and again. */
const MOST_MARKS = 60;

/** The newest mark of each place: most calls go the same way without a pause, and share theirs. */
const recent: StageMark[] = [];

/** A trail of a call to be told at its end, however far it came; one for each call, from its coming to its record. */
export class Trail<At extends { readonly decision?: Decision }> {
  /** Repairs, changes and findings, for the model. */
  readonly notes: string[] = [];
  readonly marks: StageMark[] = [];
  /** The call's place among others; undefined while it does not run. */
  place: Place | undefined;
  /** The arguments that a person was asked about and has changed, as records may show them. */
  asked: unknown;
  #at: At | undefined;
  #wentBack = false;
  readonly #clock: () => number;
  #first: number | undefined;
  #shown: unknown;
  #shownFor: unknown;
  #waits = 0;
  #waitsSince = 0;
  #waited: number | undefined;
  /** The time, as it was when the call last went on after a pause. */
  now = 0;
  /** The same by a clock that never jumps. */
  since = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.readClock();
  }

  /** The furthest state of the call. */
  get at(): At {
    if (!this.#at) throw new Error('The call has not come yet');
    return this.#at;
  }

  reach(at: At): void {
    // Findings from before it was sent back stand until they are found anew.
    this.#at = this.#wentBack ? { ...this.#at, ...at } : at;
  }

  /** Begins anew from here. */
  goBack(at: At): void {
    this.#wentBack = true;
    this.reach(at);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** Begins to wait for a person, or for others whose turn it is; what it gives ends that. Two waits at once count once. */
  wait(): () => void {
    if (this.#waits++ === 0) this.#waitsSince = performance.now();
    return () => {
      if (--this.#waits === 0) this.#waited = (this.#waited ?? 0) + performance.now() - this.#waitsSince;
    };
  }

  /** Milliseconds that the call has waited; undefined where it never did. */
  get waited(): number | undefined {
    return this.#waited && Math.round(this.#waited);
  }

  /** Reads the clocks once for all that follows without a pause: each of them costs more than most stages. */
  readClock(): void {
    this.now = this.#clock();
    this.since = performance.now();
  }

  mark(stage: string): void {
    if (this.marks.length >= MOST_MARKS) return;
    this.#first ??= this.since;
    const began = Math.round((this.since - this.#first) * 100);
    const place = this.marks.length;
    const notes = this.notes.length;
    const { decision } = this.at;
    let mark = recent[place];
    if (mark?.stage !== stage || mark.began !== began || mark.notes !== notes || mark.decision !== decision) {
      mark = { stage, began, notes, decision };
      recent[place] = mark;
    }
    this.marks.push(mark);
  }

  /** Arguments as records may show them, without the usual ones of a schema. Worked out once for each set of arguments. */
  shown(args: unknown, schema?: ReadyTool['parameters']['json']): unknown {
    const said = withoutDefaults(args, schema);
    if (this.#shownFor !== said || this.#shown === undefined) {
      this.#shownFor = said;
      this.#shown = maskSafely(said);
    }
    return this.#shown;
  }
}
