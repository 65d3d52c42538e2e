import type { Decision } from '../../policy/types.ts';

interface MarkedMoment {
  readonly stage: string;
  /** Hundredths of a millisecond since the first mark: whole numbers need no room of their own. */
  readonly began: number;
  readonly notes: number;
  readonly decision: Decision | undefined;
}

/**
 * A mark of how things stood when a stage began, after the mark before it. Most calls go the same way without a pause:
 * they share all of their marks, and so the report of a way on which nothing happened.
 */
export class StageMark implements MarkedMoment {
  readonly stage: string;
  readonly began: number;
  readonly notes: number;
  readonly decision: Decision | undefined;
  readonly before: StageMark | undefined;
  readonly count: number;
  /** Whether the decision that stands here has replaced another. */
  readonly decidedAgain: boolean;
  #next: StageMark | undefined;
  #told: unknown;

  private constructor({ stage, began, notes, decision }: MarkedMoment, before: StageMark | undefined) {
    this.stage = stage;
    this.began = began;
    this.notes = notes;
    this.decision = decision;
    this.before = before;
    this.count = before ? before.count + 1 : 0;
    const earlier = before?.decision;
    this.decidedAgain = before?.decidedAgain === true || (earlier !== undefined && earlier !== decision);
  }

  /** The beginning of all ways, before the first stage. */
  static readonly START = new StageMark({ stage: '', began: 0, notes: 0, decision: undefined }, undefined);

  next(moment: MarkedMoment): StageMark {
    const { stage, began, notes, decision } = moment;
    const known = this.#next;
    if (known && known.stage === stage && known.began === began && known.notes === notes && known.decision === decision)
      return known;
    const made = new StageMark(moment, this);
    this.#next = made;
    return made;
  }

  get way(): readonly StageMark[] {
    const marks: StageMark[] = [];
    for (let mark: StageMark = this; mark.before; mark = mark.before) marks.push(mark);
    return marks.reverse();
  }

  /** The report of the way up to here, made once. */
  tell<T>(make: (way: readonly StageMark[]) => T): T {
    this.#told ??= make(this.way);
    return this.#told as T;
  }
}
