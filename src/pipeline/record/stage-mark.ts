import type { Decision } from '../../policy/types.ts';

/** A mark of how things stood when a stage began; the words are made once, at the end of the call. */
export interface StageMark {
  readonly stage: string;
  /** Hundredths of a millisecond since the first mark: whole numbers need no room of their own. */
  readonly began: number;
  readonly notes: number;
  readonly decision: Decision | undefined;
}
