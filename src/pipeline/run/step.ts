import type { Outcome } from '../../tool/outcome.ts';

/** Facts of a call when it is about to do something. */
interface StepFacts {
  readonly callID: string;
  /** Whether the call may simply be made again, without a look at its earlier outcome. */
  readonly repeatable: boolean;
}

/**
 * A call as part of work that outlives its process. Whoever goes on with that work makes the call again under the same
 * key, and the call meets the question that was put for it before.
 */
export interface Step {
  /** A key, unique in its session. */
  readonly key: string;
  /**
   * The time, by `performance.now()`, when this process took a call that was asked for elsewhere. Only what others have
   * kept by then can have led to the call; it is read before the call is judged, perhaps for many at once.
   */
  readonly takenAt?: number;
  /**
   * Begins the step; awaited right before the tool runs, and once more before the changes of a rehearsal are written.
   * If it throws, the call has done nothing and will not. Left out where the maker of the call has only a name for it.
   */
  begin?(facts: StepFacts): Promise<void>;
  /** Whether this process has left the work to others: a question that was put stays to be answered. */
  isLeft?(): boolean;
  /** Hears that the call, where it was begun, has done all that it does, and is only written down from here on. */
  acted?(): void;
  /** Ends the step; awaited before the outcome is given, where it was begun. */
  end?(outcome: Outcome): Promise<void>;
}
