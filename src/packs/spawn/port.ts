/** An agent type as a model may choose it; one that is read-only may run beside anything. */
type SpawnableType = Readonly<{ name: string; description: string; readOnly: boolean }>;

export interface SpawnRequest {
  readonly agentType: string;
  readonly prompt: string;
  readonly context?: string | undefined;
  /** The call that asks, and the session that it belongs to. */
  readonly callID: string;
  readonly sessionID: string;
  /** A name that stays the same when the call is made again, in work that outlives the process. */
  readonly step?: string | undefined;
  readonly abort: AbortSignal;
  /** Tells a line on how the agent gets on. */
  report(line: string): void;
}

export interface SpawnResult {
  readonly text: string;
  /** The name under which the agent's events and changes are found. */
  readonly agent: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Starts agents below the agent that asks. */
export interface Spawner {
  types(): readonly SpawnableType[];
  /** Starts an agent. Throws a `ToolError` when it cannot be started or fails. */
  spawn(request: SpawnRequest): Promise<SpawnResult>;
}
