/** Keeps what is stored from growing for ever. */
export interface UpkeepStore {
  /**
   * Forgets what was over before these times (epoch milliseconds), a little in each step: records of calls, events,
   * approvals, dead letters and runs; and images of finished change sets, whose rows stay, not undoable. What is open,
   * pending or planned stays. Whoever stops in between has lost nothing.
   */
  forget(before: { readonly records: number; readonly images: number }): AsyncGenerator<void, void>;
  /** Gives the room of what was forgotten back to the disk. */
  reclaim(): Promise<void>;
  /** Bytes in use; undefined where they cannot be told. */
  bytes(): Promise<number | undefined>;
}
