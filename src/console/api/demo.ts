/** GET /api/demo: how far the guided demo has come, told in sentences. 404 where there is none. */
export interface DemoStory {
  readonly running: boolean;
  /** What the agent was asked for. */
  readonly prompt: string;
  /** The session of the agent, once it was started. */
  readonly session?: string;
  readonly steps: readonly DemoStepState[];
  /** What was seen, a sentence each; in the end. */
  readonly seen: readonly string[];
  /** How to go on, with a command each; in the end. */
  readonly next: readonly { readonly does: string; readonly command: string }[];
}

export interface DemoStepState {
  readonly id: string;
  readonly title: string;
  /**
   * `asks`: the step waits for the person's answer; `yours`: for a click; `refused`: by a rule, as it should be;
   * `rejected`: by the person; `odd`: the step went otherwise than the script has it.
   */
  readonly state:
    | 'ahead'
    | 'now'
    | 'asks'
    | 'yours'
    | 'done'
    | 'refused'
    | 'rejected'
    | 'unanswered'
    | 'left_out'
    | 'odd';
  readonly caption: string;
  /** The calls of this step. */
  readonly calls: readonly string[];
  /** The id of the question that is open for this step. */
  readonly question?: string;
  /** The change that can be taken back with this step. */
  readonly set?: string;
}
