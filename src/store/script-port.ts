/** One call that a script has made, in work that outlives its process; the script itself stands at place 0. */
export interface ScriptStepRow {
  /** `SCRIPT PLACE`. */
  readonly id: string;
  readonly script: string;
  /** The place of the call among the script's calls, by the order in which they came. */
  readonly place: number;
  /** The call as a hash: whoever goes on must make the very same call. */
  readonly hash: string;
  readonly callID: string;
  /** Whether the call may be made again without a look at what it came to. */
  readonly repeatable: boolean;
  /** What the call came to; left out while it runs, or when its process died. */
  readonly outcome?: Readonly<Record<string, unknown>>;
  /** The outcome's place in the order in which the script was told of outcomes. */
  readonly told?: number;
  readonly at: number;
}

export interface ScriptStore {
  list(script: string): Promise<readonly ScriptStepRow[]>;
  /**
   * Writes a step down, begun or with its outcome. False where that place has another call: of a process that was
   * quicker, or one with an outcome. `before` names the call of a lost process that this one is made in place of.
   */
  put(row: ScriptStepRow, options?: { readonly before?: string; readonly durable?: boolean }): Promise<boolean>;
}
