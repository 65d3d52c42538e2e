import type { JSONSchema7, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { ActivityEventType } from '../../activity/event-types.ts';
import type { AgentGate } from '../../gate/toolgate.ts';
import { tokensOf } from '../../pipeline/record/tokens.ts';
import { stoppedBy } from '../../pipeline/stop/stop-reason.ts';
import { checkOptions } from '../../tool/check-options.ts';
import { ToolError, toFailure } from '../../tool/error.ts';
import { maskSafely } from '../../tool/text/mask.ts';
import { Budget } from '../budget.ts';
import type { ModelAnswer } from '../model/ask-model.ts';
import { askWithRetries, NoAnswer } from '../model/ask-with-retries.ts';
import { type AgentResult, RUN_AGENT_OPTIONS, type RunAgentOptions, type ToolOffer } from './agent-run.ts';
import { withAgentSpan } from './agent-span.ts';
import { appendAnswer, isFinished, saidInTheEnd } from './append-answer.ts';
import { fitContext, measureMessage } from './fit-context.ts';
import {
  type AgentHistory,
  type AgentMessage,
  callsBefore,
  danglingCalls,
  startHistory,
  textOfParts,
  turnOf,
  withReplies,
} from './history.ts';
import { openAgentGate } from './open-agent-gate.ts';
import { runRound } from './run-round.ts';
import { toPrompt } from './to-prompt.ts';

const USUAL_CONTEXT = 120_000;
/** The part of the context that is kept for the answer. */
const FOR_THE_ANSWER = 0.15;

/**
 * Runs an agent to its end, on a gate of its own that ends with it, as do the commands that it left running. Never
 * throws for a failure of a model or a tool; errors of `save` or `recall` are thrown.
 */
export async function runAgent(options: RunAgentOptions): Promise<AgentResult> {
  checkOptions('runAgent', options, RUN_AGENT_OPTIONS);
  const { gate: above, type, model, below, sessionID, history, abort } = options;
  const place = below ?? { agent: above.agent, depth: above.depth };
  const calls = { calls: below?.budget?.calls, callsBefore: history && callsBefore(history) };
  const gate = openAgentGate(above, type, { place, sessionID, ...calls, abort });
  const { name, description } = type;
  const asked = { provider: model.provider, model: model.modelId };
  const traced = { name, agent: gate.agent, description, sessionID: gate.session().id, ...asked };
  try {
    // The agent ends with its gate: someone may stop it there.
    const ending = abort ? AbortSignal.any([abort, gate.ending]) : gate.ending;
    return await withAgentSpan(traced, () => new Run({ ...options, abort: ending }, gate).toEnd());
  } finally {
    await gate.close();
  }
}

/** The shortest timer, in milliseconds. */
const LEAST_TIMER = 5;
/** The most characters of an answer that an event holds. */
const MOST_TOLD = 20_000;

/** One run: a history that grows, and the means that are left. */
class Run {
  readonly #options: RunAgentOptions;
  readonly #gate: AgentGate;
  readonly #offer: ToolOffer | undefined;
  readonly #budget: Budget;
  readonly #now: () => number;
  readonly #deadline = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #abort: AbortSignal;
  /** Ids of calls that an earlier run may have made. */
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

  /** Sets the timer. A timer that fires after a pause finds time left, and is set again. */
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
      if (this.#options.abort?.aborted) return this.#result(agentStopped(this.#options.abort));
      if (this.#deadline.signal.aborted) return this.#result(this.#timeOver());
      if (error instanceof ToolError) return this.#result(error);
      throw error;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Runs all calls of the last answer that have no reply; so no request ever goes out with one. */
  async #runCalls(): Promise<void> {
    const calls = danglingCalls(this.#history);
    if (calls.length === 0) return;
    const { recall, step, stopCalls } = this.#options;
    const offer = this.#offer;
    const before = this.#budget.calls;
    const replies = await runRound(calls, {
      gate: this.#gate,
      budget: this.#budget,
      turn: turnOf(this.#history),
      abort: this.#abort,
      stop: stopCalls?.(),
      step,
      recall: recall && (async id => (this.#resumed.has(id) ? recall(id) : undefined)),
      lift: offer && (asked => offer.lift(asked)),
    });
    const made = this.#history.calls + Math.min(before, calls.length);
    this.#history = withReplies({ ...this.#history, calls: made }, replies);
    await this.#save();
  }

  /** Throws where the means are used up, before anything is asked for. */
  #checkLeft(): void {
    if (this.#abort.aborted) throw new ToolError('ABORTED', 'The agent was stopped');
    if (this.#budget.tokens === 0) throw outOf('tokens');
    if (this.#history.steps >= this.#options.type.limits.steps) throw outOf('steps');
  }

  /** Whether this is the last step, at which the model may still say what it has, and call nothing. */
  #isLastStep(): boolean {
    const { steps, messages } = this.#history;
    const isLast = steps === this.#options.type.limits.steps - 1 || this.#budget.calls === 0;
    return isLast && messages.at(-1)?.role === 'tool';
  }

  /** Sends the messages that fit; a model that says it was too much, or takes no images, is asked again with less. */
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
        const choice = { tools, toolChoice: { type: last ? 'none' : 'auto' } } as const;
        const request = { prompt, ...(tools.length > 0 ? choice : {}), abortSignal: this.#abort };
        return await askWithRetries(model, request, { onText, onReasoning, onRetry, retry, now: this.#now });
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
    return registry.catalogue().map(({ parameters, ...tool }) => toFunctionTool({ ...tool, schema: parameters }));
  }

  async #take(answer: ModelAnswer): Promise<void> {
    const before = this.#history;
    const { history, cost, problem } = appendAnswer(before, answer);
    this.#budget.spend({ tokens: cost });
    this.#history = history;
    this.#tell(answer, before);
    await this.#save();
    this.#options.onStep?.(history);
    if (problem) throw problem;
  }

  #tell({ parts }: ModelAnswer, { tokens: before }: AgentHistory): void {
    const { tokens } = this.#history;
    const origin = { sessionID: this.#gate.session().id, agent: this.#gate.agent };
    this.#gate.activity.emit(ActivityEventType.AGENT_SAID, origin, {
      turn: turnOf(this.#history),
      text: maskSafely(textOfParts(parts), MOST_TOLD),
      tokens: { input: tokens.input - before.input, output: tokens.output - before.output },
    });
  }

  /** Saves the history. After an abort the calls under way stay without a reply, for whoever goes on with them. */
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
    const said = { ok: error === undefined, text: saidInTheEnd(this.#history), error: error && toFailure(error) };
    return { ...said, steps, calls, tokens, history: this.#history };
  }
}

const LAST_WORD =
  '[No steps or calls are left. Call no more tools: say now what you have done, what you have found and what is left.]';

const hasImages = (message: AgentMessage): boolean =>
  message.role === 'tool' && message.replies.some(({ images = [] }) => images.length > 0);

function agentStopped(signal: AbortSignal): ToolError {
  const by = stoppedBy(signal);
  return new ToolError('ABORTED', by === undefined ? 'The agent was stopped' : `The agent was stopped by ${by}`);
}

const outOf = (what: string): ToolError =>
  new ToolError('BUDGET_EXCEEDED', `The agent has used up its ${what}`, {
    suggestion: 'Give it a smaller task, or raise the limits of its type.',
  });

type OfferedTool = Awaited<ReturnType<ToolOffer['list']>>[number];

const toFunctionTool = ({ name, description, schema }: OfferedTool): LanguageModelV4FunctionTool => {
  return { type: 'function', name, description, inputSchema: schema as JSONSchema7 };
};
