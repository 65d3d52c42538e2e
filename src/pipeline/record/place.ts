import type { EarlyQuestion } from '../ask/ahead.ts';
import type { Seat } from '../schedule/scheduler.ts';

/** The place of a call that runs among others. */
export interface Place {
  /** The call's number in its session, and in each session above. */
  readonly numbers: readonly [own: number, ...above: number[]];
  /** The seat among the requests of its client; a call of a turn keeps its own. */
  readonly seat?: Seat | undefined;
  /** A question that was put while the call waited for others. */
  readonly ahead?: EarlyQuestion | undefined;
}
