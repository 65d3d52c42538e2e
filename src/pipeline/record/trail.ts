import type { Decision } from '../../policy/types.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import type { StageMark } from './stage-mark.ts';

/** A call that is sent round again and again says no more than this. */
const MOST_MARKS = 60;

/** What is told of a call at its end, however far it came; one for each call, from its coming to its record. */
export class Trail<At extends { readonly decision?: Decision }> {
  /** What was repaired, changed or found, for the model. */
  readonly notes: string[] = [];
  readonly marks: StageMark[] = [];
  #at: At | undefined;
  #wentBack = false;
  #now = 0;
  #shown: unknown;
  #shownFor: unknown;

  /** The furthest that it has come. */
  get at(): At {
    if (!this.#at) throw new Error('The call has not come yet');
    return this.#at;
  }

  reach(at: At): void {
    // What was found before it was sent back stands until it is found anew.
    this.#at = this.#wentBack ? { ...this.#at, ...at } : at;
  }

  /** It begins anew from here. */
  goBack(at: At): void {
    this.#wentBack = true;
    this.reach(at);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** Read once for all stages that follow each other without a pause: a clock costs more than such a stage. */
  readClock(): void {
    this.#now = performance.now();
  }

  mark(stage: string): void {
    if (this.marks.length >= MOST_MARKS) return;
    this.marks.push({ stage, began: this.#now, notes: this.notes.length, decision: this.at.decision });
  }

  /** Arguments as records may show them. Worked out once for each set of arguments. */
  shown(args: unknown): unknown {
    if (this.#shownFor !== args || this.#shown === undefined) {
      this.#shownFor = args;
      this.#shown = maskSafely(args);
    }
    return this.#shown;
  }
}
