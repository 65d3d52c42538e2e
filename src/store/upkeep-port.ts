export interface UpkeepStore {
  /**
   * Forgets what was over before these times (epoch milliseconds), a little in each step: records of calls, events,
   * approvals, dead letters and runs; and images of finished change sets, whose rows stay, not undoable. Whatever is
   * open, pending or planned stays. A stop in between loses nothing.
   */
  forget(before: { readonly records: number; readonly images: number }): AsyncGenerator<void, void>;
  /** Gives the room of forgotten rows back to the disk. */
  reclaim(): Promise<void>;
  /** Bytes that the store uses; undefined where they cannot be told. */
  bytes(): Promise<number | undefined>;
}
