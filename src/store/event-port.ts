import type { MaybePromise } from '../tool/maybe-promise.ts';

export interface EventRow {
  /** The number that the store gives: greater than that of every event before, in whichever process. */
  readonly seq: number;
  readonly type: string;
  readonly at: number;
  readonly sessionID: string;
  readonly agent: string;
  readonly callID?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStore {
  /** Calls back before the next write and before the process ends, where many events in one piece cost much less. */
  gather?(append: () => void): void;
  /** Writes all events, and gives back their numbers in the same order. A memory store answers at once. */
  append(events: readonly Omit<EventRow, 'seq'>[]): MaybePromise<readonly number[]>;
  /** Writes one event, where the answer is always there at once. */
  add?(event: Omit<EventRow, 'seq'>): number;
  /** Events after `seq`, ascending. */
  since(
    seq: number,
    /** `except` is a type that is left out. */
    options?: { limit?: number; type?: string; except?: string; callID?: string; sessionID?: string },
  ): Promise<readonly EventRow[]>;
  last(): Promise<number>;
  /** Drops the oldest events beyond `keep`. */
  prune(keep: number): Promise<void>;
}
