import type { CallSummary } from './calls.ts';

/** GET /api/agents: flat; `parent` makes the tree. */
export interface AgentList {
  readonly agents: readonly AgentState[];
}

export interface AgentState {
  /** The agent's session. */
  readonly id: string;
  readonly agent: string;
  readonly type?: string;
  readonly model?: string;
  readonly parent?: string;
  /** The call of the parent that started the agent. */
  readonly parentCall?: string;
  readonly depth: number;
  readonly prompt?: string;
  /** The agent's last words. */
  readonly text?: string;
  readonly startedAt: number;
  /** For a run that was taken up again: when that was, and the milliseconds that it worked before. */
  readonly again?: { readonly at: number; readonly worked: number };
  readonly endedAt?: number;
  readonly outcome?: string;
  readonly calls: number;
  /** How many of these calls did not go well. */
  readonly failed: number;
  readonly tokens: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The cost in dollars, where the prices of its model are known. */
  readonly cost?: number;
  /** The calls and tokens that the agent may use, where they are bounded. */
  readonly budget?: { readonly calls?: number; readonly tokens?: number };
}

/** GET /api/agents/ID/story: the prompt, what the model said, its calls and its answer, in order. */
export interface Story {
  readonly agent: AgentState;
  readonly steps: readonly StoryStep[];
  /** How many steps are left out, since there are too many; the newest are told. */
  readonly omitted: number;
}

export type StoryStep =
  | { readonly kind: 'prompt'; readonly at: number; readonly text: string }
  | {
      readonly kind: 'said';
      readonly at: number;
      readonly turn: number;
      readonly text: string;
      readonly tokens?: { readonly input?: number; readonly output?: number };
    }
  | { readonly kind: 'call'; readonly at: number; readonly call: CallSummary; readonly agents: readonly string[] }
  | {
      readonly kind: 'answer';
      readonly at: number;
      readonly text: string;
      readonly ok: boolean;
      /** The tokens of the turn that gave the text. */
      readonly tokens?: { readonly input?: number; readonly output?: number };
    };
