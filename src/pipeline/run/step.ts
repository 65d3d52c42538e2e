import type { Outcome } from '../../tool/outcome.ts';

/** Facts of a call when it is about to do something. */
interface StepFacts {
  readonly callID: string;
  /** Whether the call may simply be made again, without a look at what it came to. */
  readonly repeatable: boolean;
}

/**
 * A call as part of work that outlives its process. Whoever goes on with that work makes the call again under the same
 * key, and it meets the question that was put for it before.
 */
export interface Step {
  /** A key, unique in its session. */
  readonly key: string;
  /**
   * Where the call itself was asked for elsewhere, and this process has taken it: when that was, by `performance.now()`.
   * What others have kept by then is all that can have led to it, and is read before it is judged, perhaps for many at once.
   */
  readonly takenAt?: number;
  /**
   * Begins the step; awaited right before the tool runs, and once more before what was rehearsed is written. If it throws,
   * the call has done nothing and will not. Left out where whoever makes the call has only a name for it.
   */
  begin?(facts: StepFacts): Promise<void>;
  /** Whether this process has left the work to others: what was asked for it stays to be answered. */
  isLeft?(): boolean;
  /** Told that the call, where it was begun, has done all that it does, and is only written down from here on. */
  acted?(): void;
  /** Ends the step; awaited before the outcome is given, where it was begun. */
  end?(outcome: Outcome): Promise<void>;
}
