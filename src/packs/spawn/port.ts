/** An agent type as a model may choose it. */
interface SpawnableType {
  readonly name: string;
  readonly description: string;
  /** Whether it changes nothing, and so may run beside anything. */
  readonly readOnly: boolean;
}

export interface SpawnRequest {
  readonly agentType: string;
  readonly prompt: string;
  readonly context?: string | undefined;
  /** The call that asks, and the session that it belongs to. */
  readonly callID: string;
  readonly sessionID: string;
  /** A name that stays when the call is made again, in work that outlives the process. */
  readonly step?: string | undefined;
  readonly abort: AbortSignal;
  /** A line on how it goes. */
  report(line: string): void;
}

export interface SpawnResult {
  readonly text: string;
  /** The name under which its events and changes are found. */
  readonly agent: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Starts agents below the one that asks. */
export interface Spawner {
  types(): readonly SpawnableType[];
  /** Throws a `ToolError` when the agent cannot be started or fails. */
  spawn(request: SpawnRequest): Promise<SpawnResult>;
}
