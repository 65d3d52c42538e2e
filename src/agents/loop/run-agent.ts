import type { JSONSchema7, LanguageModelV4, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import type { AgentGate } from '../../gate/toolgate.ts';
import type { CallRequest } from '../../pipeline/call.ts';
import { tokensOf } from '../../pipeline/record/tokens.ts';
import type { Step } from '../../pipeline/run/step.ts';
import { type Failure, ToolError, toFailure } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { Budget } from '../budget.ts';
import type { ModelAnswer } from '../model/ask-model.ts';
import { askWithRetries, NoAnswer, type Retrying, type RetryOptions } from '../model/ask-with-retries.ts';
import type { AgentType } from '../types/agent-type.ts';
import { withAgentSpan } from './agent-span.ts';
import { appendAnswer, isFinished, saidInTheEnd } from './append-answer.ts';
import { fitContext, measureMessage } from './fit-context.ts';
import { type AgentHistory, type AgentMessage, danglingCalls, startHistory, withReplies } from './history.ts';
import { type AgentPlace, openAgentGate } from './open-agent-gate.ts';
import { runRound } from './run-round.ts';
import { toPrompt } from './to-prompt.ts';

/** The tools as a provider is told of them, and its calls as the gate takes them. */
export interface ToolOffer {
  list(): Promise<readonly { readonly name: string; readonly description: string; readonly schema: object }[]>;
  lift(calls: readonly CallRequest[]): Promise<readonly CallRequest[]>;
}

export interface RunAgentOptions {
  /** What it starts from. The agent gets a gate of its own below it, with the policy, packs, role and limits of its type. */
  readonly gate: AgentGate;
  readonly type: AgentType;
  readonly model: LanguageModelV4;
  readonly prompt: string;
  /** Put before the prompt, under a heading. */
  readonly context?: string | undefined;
  /** Where an earlier run stopped; the prompt is then the one that it has. */
  readonly history?: AgentHistory | undefined;
  /** Awaited after each answer of the model and after each round of calls. Not called any more after an abort. */
  readonly save?: ((history: AgentHistory) => Promise<void>) | undefined;
  /** At a resume: what a call came to that had no reply yet, by the id that the gate was given as its label. */
  readonly recall?: ((callID: string) => Promise<Outcome | undefined>) | undefined;
  readonly step?: ((callID: string) => Step) | undefined;
  readonly abort?: AbortSignal | undefined;
  /** Of an earlier run: it goes on with what that had seen, used and noted. Left out: a new one. */
  readonly sessionID?: string | undefined;
  /** The agent that started this one. Left out: it stands at the place of the gate, under its name. */
  readonly below?: BelowAgent | undefined;
  /** Called before it begins. */
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

/** How an agent stands below the one that started it. */
export interface BelowAgent extends AgentPlace {
  /** Of the one above. */
  readonly budget?: Budget | undefined;
}

/** An agent with a gate and a budget of its own. */
export interface StartedAgent {
  readonly gate: AgentGate;
  readonly budget: Budget;
}

/** What a run came to. A failure is data, with the text that was said until then. */
export interface AgentResult {
  readonly ok: boolean;
  readonly text: string;
  readonly error: Failure | undefined;
  readonly steps: number;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly history: AgentHistory;
}

const USUAL_CONTEXT = 120_000;
/** Of the context, for the answer. */
const FOR_THE_ANSWER = 0.15;

/**
 * Runs an agent to its end, on a gate of its own that ends with it, and so do the commands that it left running. Never
 * throws for what a model or a tool did; what `save` or `recall` throw is thrown.
 */
export async function runAgent(options: RunAgentOptions): Promise<AgentResult> {
  const { gate: above, type, model, below, sessionID, abort } = options;
  const place = below ?? { agent: above.agent, depth: above.depth };
  const gate = openAgentGate(above, type, { place, sessionID, calls: below?.budget?.calls, abort });
  const traced = {
    name: type.name,
    agent: gate.agent,
    description: type.description,
    sessionID: gate.session().id,
    provider: model.provider,
    model: model.modelId,
  };
  try {
    return await withAgentSpan(traced, () => new Run(options, gate).toEnd());
  } finally {
    await gate.close();
  }
}

/** Milliseconds. */
const LEAST_TIMER = 5;

/** One run: a history that grows, and what it may still use. */
class Run {
  readonly #options: RunAgentOptions;
  readonly #gate: AgentGate;
  readonly #offer: ToolOffer | undefined;
  readonly #budget: Budget;
  readonly #now: () => number;
  readonly #deadline = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #abort: AbortSignal;
  /** Its calls may have been run by an earlier run. */
  readonly #resumed: ReadonlySet<string>;
  #history: AgentHistory;

  constructor(options: RunAgentOptions, gate: AgentGate) {
    const { history = startHistory(options.prompt, options.context), type, below, abort } = options;
    if (history.version !== 1) throw new TypeError('The history is of another version');
    this.#options = options;
    this.#gate = gate;
    this.#offer = options.offer?.(gate);
    this.#history = history;
    this.#now = options.now ?? Date.now;
    this.#resumed = new Set(danglingCalls(history).map(({ callID }) => callID));
    const { calls, tokens, elapsed } = history;
    this.#budget = new Budget({
      limits: type.limits,
      above: below?.budget,
      depth: gate.depth,
      used: { calls, tokens: tokens.input + tokens.output, elapsed },
      // A clock that jumps neither ends a run nor makes it endless.
      now: options.now ?? (() => performance.now()),
    });
    this.#abort = abort ? AbortSignal.any([abort, this.#deadline.signal]) : this.#deadline.signal;
  }

  /** Time in which it was paused is left when the timer fires. */
  #setTimer(): void {
    const wait = Math.min(Math.max(this.#budget.time, LEAST_TIMER), 2 ** 31 - 1);
    this.#timer = setTimeout(() => (this.#budget.time > 0 ? this.#setTimer() : this.#deadline.abort()), wait);
  }

  async toEnd(): Promise<AgentResult> {
    this.#setTimer();
    this.#options.onStart?.({ gate: this.#gate, budget: this.#budget });
    try {
      for (;;) {
        if (isFinished(this.#history)) return this.#result(undefined);
        await this.#runCalls();
        this.#checkLeft();
        const last = this.#isLastStep();
        const answer = await this.#ask(last);
        await this.#take(answer);
        if (last) throw outOf('steps or calls');
      }
    } catch (error) {
      if (this.#options.abort?.aborted) return this.#result(new ToolError('ABORTED', 'The agent was stopped'));
      if (this.#deadline.signal.aborted) return this.#result(this.#timeOver());
      if (error instanceof ToolError) return this.#result(error);
      throw error;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** All calls of the last answer that have no reply; so no request ever goes out with one. */
  async #runCalls(): Promise<void> {
    const calls = danglingCalls(this.#history);
    if (calls.length === 0) return;
    const { recall, step } = this.#options;
    const offer = this.#offer;
    const before = this.#budget.calls;
    const replies = await runRound(calls, {
      gate: this.#gate,
      budget: this.#budget,
      abort: this.#abort,
      step,
      recall: recall && (async id => (this.#resumed.has(id) ? recall(id) : undefined)),
      lift: offer && (asked => offer.lift(asked)),
    });
    this.#history = withReplies(
      { ...this.#history, calls: this.#history.calls + Math.min(before, calls.length) },
      replies,
    );
    await this.#save();
  }

  /** Stops what has no means left, before anything is asked for. */
  #checkLeft(): void {
    if (this.#abort.aborted) throw new ToolError('ABORTED', 'The agent was stopped');
    if (this.#budget.tokens === 0) throw outOf('tokens');
    if (this.#history.steps >= this.#options.type.limits.steps) throw outOf('steps');
  }

  /** Then it may still say what it has, and call nothing. */
  #isLastStep(): boolean {
    const { steps, messages } = this.#history;
    const { limits } = this.#options.type;
    if (messages.at(-1)?.role !== 'tool') return false;
    return steps === limits.steps - 1 || this.#budget.calls === 0;
  }

  /** What fits is sent; a model that says it was too much, or takes no images, is asked again with less. */
  async #ask(last: boolean): Promise<ModelAnswer> {
    const { model, type, contextTokens = USUAL_CONTEXT, onText, onReasoning, onRetry, retry } = this.#options;
    const tools = await this.#tools();
    const overhead =
      tokensOf(type.prompt) + tokensOf(JSON.stringify(tools)) + Math.floor(contextTokens * FOR_THE_ANSWER);
    for (let room = contextTokens - overhead; ; ) {
      const { messages, shortened: before } = this.#history;
      const shortened = fitContext(messages, before, Math.max(room, 1_000));
      this.#history = { ...this.#history, shortened };
      const prompt = toPrompt(type.prompt, messages, shortened);
      if (last) prompt.push({ role: 'user', content: [{ type: 'text', text: LAST_WORD }] });
      try {
        return await askWithRetries(
          model,
          {
            prompt,
            ...(tools.length > 0 ? { tools, toolChoice: { type: last ? 'none' : 'auto' } } : {}),
            abortSignal: this.#abort,
          },
          { onText, onReasoning, onRetry, retry, now: this.#now } as Parameters<typeof askWithRetries>[2],
        );
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const { remedy, refused, error: failure } = error.failure;
        const sent = prompt.reduce((sum, message) => sum + measureMessage(message), 0);
        if (remedy === 'shorter' && Math.min(room, sent) > 2_000) {
          room = Math.floor(Math.min(room, sent) / 2);
          continue;
        }
        const images = !shortened.blind && messages.some(hasImages);
        if (!refused || !images) throw failure;
        this.#history = { ...this.#history, shortened: { ...shortened, blind: true } };
      }
    }
  }

  async #tools(): Promise<LanguageModelV4FunctionTool[]> {
    if (this.#offer) return (await this.#offer.list()).map(toFunctionTool);
    const { registry } = this.#gate;
    await registry.ready();
    return registry
      .catalogue()
      .map(({ name, description, parameters }) => toFunctionTool({ name, description, schema: parameters }));
  }

  async #take(answer: ModelAnswer): Promise<void> {
    const { history, cost, problem } = appendAnswer(this.#history, answer);
    this.#budget.spend({ tokens: cost });
    this.#history = history;
    await this.#save();
    this.#options.onStep?.(history);
    if (problem) throw problem;
  }

  /** After an abort what was under way stays without a reply, for whoever goes on with it. */
  async #save(): Promise<void> {
    this.#history = { ...this.#history, elapsed: this.#budget.elapsed };
    if (!this.#abort.aborted) await this.#options.save?.(this.#history);
  }

  #timeOver(): ToolError {
    const { seconds } = this.#options.type.limits;
    return new ToolError('TIMEOUT', `The agent was not done after its time (at most ${seconds} s)`);
  }

  #result(error: ToolError | undefined): AgentResult {
    const { steps, calls, tokens } = this.#history;
    return {
      ok: error === undefined,
      text: saidInTheEnd(this.#history),
      error: error && toFailure(error),
      steps,
      calls,
      tokens,
      history: this.#history,
    };
  }
}

const LAST_WORD =
  '[No steps or calls are left. Call no more tools: say now what you have done, what you have found and what is left.]';

const hasImages = (message: AgentMessage): boolean =>
  message.role === 'tool' && message.replies.some(({ images = [] }) => images.length > 0);

const outOf = (what: string): ToolError =>
  new ToolError('BUDGET_EXCEEDED', `The agent has used up its ${what}`, {
    suggestion: 'Give it a smaller task, or raise the limits of its type.',
  });

const toFunctionTool = (tool: {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
}): LanguageModelV4FunctionTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  inputSchema: tool.schema as JSONSchema7,
});
