/** The types of the Claude Agent SDK, as far as they are needed: its package is large, and not needed to run this. */
export interface ClaudeServer {
  readonly type: 'sdk';
  readonly name: string;
  /** A server with `connect`; the type is whatever the SDK wants, for its own class has private parts. */
  readonly instance: never;
}

export type ClaudePermission =
  | { behavior: 'allow'; updatedInput?: Record<string, unknown> }
  | { behavior: 'deny'; message: string; interrupt?: boolean };

export interface ClaudeAsked {
  signal: AbortSignal;
  toolUseID: string;
  mcpServer?: { name: string; source: string };
  title?: string;
  description?: string;
  decisionReason?: string;
}

/** `canUseTool` of the SDK: a call that a person is asked about. */
export type ClaudeCanUseTool<Asked extends ClaudeAsked = ClaudeAsked, Answer = ClaudePermission> = (
  toolName: string,
  input: Record<string, unknown>,
  asked: Asked,
) => Promise<Answer>;

/** A hook that is sure to block its calls when it breaks. */
export interface ClaudeHook {
  hooks: ((input: object) => Promise<ClaudeHookAnswer>)[];
  onFailure: 'block';
}

export interface ClaudeHookAnswer {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'deny';
    permissionDecisionReason: string;
  };
}
