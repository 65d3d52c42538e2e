import type { Outcome } from '../../tool/outcome.ts';

/** What is known of a call when it is about to do something. */
interface StepFacts {
  readonly callID: string;
  /** May simply be made again, without a look at what it came to. */
  readonly repeatable: boolean;
}

/**
 * A call as part of work that outlives its process. Whoever goes on with that work makes the call again under the same
 * key, and it meets the question that was put for it before.
 */
export interface Step {
  /** Unique in its session. */
  readonly key: string;
  /** Awaited right before the tool runs. If it throws, the call has done nothing and will not. */
  begin(facts: StepFacts): Promise<void>;
  /** This process has left the work to others: what was asked for it stays to be answered. */
  isLeft?(): boolean;
  /** Awaited before the outcome is given, where it was begun. */
  end?(outcome: Outcome): Promise<void>;
}
