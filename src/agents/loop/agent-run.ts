import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AgentGate } from '../../gate/toolgate.ts';
import type { CallRequest, Step } from '../../pipeline/call.ts';
import type { Failure } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { Budget } from '../budget.ts';
import type { Retrying, RetryOptions } from '../model/ask-with-retries.ts';
import type { AgentType } from '../types/agent-type.ts';
import type { AgentHistory } from './history.ts';
import type { AgentPlace } from './open-agent-gate.ts';

/** The tools as a provider is told of them, and its calls as the gate takes them. */
export interface ToolOffer {
  list(): Promise<readonly { readonly name: string; readonly description: string; readonly schema: object }[]>;
  lift(calls: readonly CallRequest[]): Promise<readonly CallRequest[]>;
}

export interface RunAgentOptions {
  /** The gate that the agent starts from. Its own lies below, with the policy, packs, role and limits of its type. */
  readonly gate: AgentGate;
  readonly type: AgentType;
  readonly model: LanguageModelV4;
  readonly prompt: string;
  /** Text that stands before the prompt, under a heading. */
  readonly context?: string | undefined;
  /** The history where an earlier run stopped; its prompt is then the one that counts. */
  readonly history?: AgentHistory | undefined;
  /** Saves the history; awaited after each answer of the model and each round of calls. Not called after an abort. */
  readonly save?: ((history: AgentHistory) => Promise<void>) | undefined;
  /** At a resume: the outcome of a call that had no reply yet, by the id that the gate was given as its label. */
  readonly recall?: ((callID: string) => Promise<Outcome | undefined>) | undefined;
  readonly step?: ((callID: string) => Step) | undefined;
  readonly abort?: AbortSignal | undefined;
  /** Asked before each round: a signal that ends its calls, and not the run. The model is told that a person did it. */
  readonly stopCalls?: (() => AbortSignal) | undefined;
  /** The session of an earlier run, with all that the run had seen, used and noted. Left out: a new one. */
  readonly sessionID?: string | undefined;
  /** The agent that started this one. Left out: this agent stands at the place of the gate, under its name. */
  readonly below?: BelowAgent | undefined;
  /** Called before the agent begins. */
  readonly onStart?: ((started: StartedAgent) => void) | undefined;
  readonly onText?: ((delta: string) => void) | undefined;
  readonly onReasoning?: ((delta: string) => void) | undefined;
  readonly onRetry?: ((retrying: Retrying) => void) | undefined;
  readonly onStep?: ((history: AgentHistory) => void) | undefined;
  /** Tokens that the model takes in one request. */
  readonly contextTokens?: number | undefined;
  /** Schemas lowered for the provider; left out, they go as they are. */
  readonly offer?: ((gate: AgentGate) => ToolOffer) | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly now?: (() => number) | undefined;
}

export const RUN_AGENT_OPTIONS: Readonly<Record<keyof RunAgentOptions, true>> = {
  gate: true,
  type: true,
  model: true,
  prompt: true,
  context: true,
  history: true,
  save: true,
  recall: true,
  step: true,
  abort: true,
  stopCalls: true,
  sessionID: true,
  below: true,
  onStart: true,
  onText: true,
  onReasoning: true,
  onRetry: true,
  onStep: true,
  contextTokens: true,
  offer: true,
  retry: true,
  now: true,
};

/** The place of an agent below the one that started it. */
export interface BelowAgent extends AgentPlace {
  /** The budget of the agent above. */
  readonly budget?: Budget | undefined;
}

/** An agent with a gate and a budget of its own. */
export type StartedAgent = { readonly gate: AgentGate; readonly budget: Budget };

/** The result of a run. A failure is data, with the text that was said until then. */
export interface AgentResult {
  readonly ok: boolean;
  readonly text: string;
  readonly error: Failure | undefined;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: AgentHistory['tokens'];
  readonly history: AgentHistory;
}
