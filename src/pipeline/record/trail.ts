import { performance } from 'node:perf_hooks';
import type { Settlement } from '../../approval/request.ts';
import type { Decision } from '../../policy/types.ts';
import { withoutDefaults } from '../../tool/arguments/without-defaults.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import type { Seat } from '../schedule/scheduler.ts';
import type { LedgerRow } from './ledger-row.ts';
import { StageMark } from './stage-mark.ts';

const MOST_MARKS = 60;

/** A trail of a call to be told at its end, however far the call came; one for each, from its coming to its record. */
export class Trail<At extends { readonly decision?: Decision }> {
  /** Repairs, changes and findings, for the model. */
  readonly notes: string[] = [];
  /** The mark of the stage that the call has come to. */
  mark = StageMark.START;
  /** The call's place among others; undefined while it does not run. */
  place: Place | undefined;
  row: LedgerRow | undefined;
  /** The arguments that a person was asked about and has changed, as records may show them. */
  asked: unknown;
  #at: At | undefined;
  #wentBack = false;
  readonly #clock: () => number;
  #first: number | undefined;
  #shown: unknown;
  /** What `#shown` was worked out of: the arguments, and these without the usual ones of the schema. */
  #shownFor: unknown;
  #said: unknown;
  #shownBy: ReadyTool['parameters']['json'] | undefined;
  #waits = 0;
  #waitsSince = 0;
  #waited: number | undefined;
  /** The time when the call last went on after a pause. */
  now = 0;
  /** The same moment by a clock that never jumps. */
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
    // Findings from before the call was sent back stand until they are found anew.
    this.#at = this.#wentBack ? { ...this.#at, ...at } : at;
  }

  goBack(at: At): void {
    this.#wentBack = true;
    this.reach(at);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** Begins to wait for people, or for others whose turn it is; gives the end of the wait. Two at once count once. */
  wait(): () => void {
    if (this.#waits++ === 0) this.#waitsSince = performance.now();
    return () => {
      if (--this.#waits === 0) this.#waited = (this.#waited ?? 0) + performance.now() - this.#waitsSince;
    };
  }

  /** Milliseconds that the call has waited; undefined for a call that never did. */
  get waited(): number | undefined {
    return this.#waited && Math.round(this.#waited);
  }

  /** Reads the clocks once for all that follows without a pause: each of them costs more than most stages. */
  readClock(): void {
    this.now = this.#clock();
    this.since = performance.now();
  }

  /** The time at a later moment of the clock that never jumps: reading one clock costs more than most stages. */
  timeAt(moment: number): number {
    return this.now + Math.round(moment - this.since);
  }

  enter(stage: string): void {
    if (this.mark.count >= MOST_MARKS) return;
    this.#first ??= this.since;
    const began = Math.round((this.since - this.#first) * 100);
    this.mark = this.mark.next({ stage, began, notes: this.notes.length, decision: this.at.decision });
  }

  /**
   * Arguments as records may show them, without the usual ones of a schema. They are worked out once for each set, and
   * not again for one that says what is shown already: what a schema makes of arguments mostly is what came.
   */
  shown(args: unknown, schema?: ReadyTool['parameters']['json']): unknown {
    if (this.#shown !== undefined && this.#shownFor === args && this.#shownBy === schema) return this.#shown;
    this.#shownFor = args;
    this.#shownBy = schema;
    const said = withoutDefaults(args, schema);
    if ((said !== this.#said || this.#shown === undefined) && !isSameFlat(said, this.#shown))
      this.#shown = maskSafely(said);
    this.#said = said;
    return this.#shown;
  }
}

/** Whether two objects have the same keys with the same values, and no value has others in it. */
function isSameFlat(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) return false;
  try {
    const others = Object.keys(other);
    let at = 0;
    for (const key in one) if (key !== others[at++] || !isSamePlain(one, other, key)) return false;
    return at === others.length;
  } catch {
    // An object that throws when it is looked at counts as different.
    return false;
  }
}

function isSamePlain(one: object, other: object, key: string): boolean {
  const value = (one as Record<string, unknown>)[key];
  return value === (other as Record<string, unknown>)[key] && (typeof value !== 'object' || value === null);
}

/** The place of a call that runs among others. */
export interface Place {
  /** The call's number in its session, and in each session above. */
  readonly numbers: readonly [own: number, ...above: number[]];
  /** The seat among the requests of its client; a call of a turn keeps its own. */
  readonly seat?: Seat | undefined;
  /** A question that was put while the call waited for others. */
  readonly ahead?: EarlyQuestion | undefined;
}

/** A question that was put while its call waited for its turn. */
export interface EarlyQuestion {
  /** The answer, if the question is still the same; otherwise the question is withdrawn and asked anew. */
  take(grantKey: string, reason: string): Promise<Settlement | undefined>;
}
