import { setTimeout as sleep } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { activeAgent } from '../../activity/call-span.ts';
import { providerName } from '../../activity/conventions.ts';
import { startSpan } from '../../activity/span.ts';
import { callAborted } from '../../pipeline/run/call-aborted.ts';
import { ToolError } from '../../tool/error.ts';
import { askModel, type Listener, type ModelAnswer } from './ask-model.ts';
import { type ModelFailure, toModelFailure } from './failure.ts';

export interface RetryOptions {
  /** The most times that a model is asked before its failure is the agent's. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt; doubled each time. */
  readonly delay?: number;
  /** The longest that a provider may ask to wait, in milliseconds. */
  readonly longest?: number;
}

export interface Retrying {
  /** Milliseconds until the next attempt. */
  readonly wait: number;
  readonly message: string;
  /** Whether text of the failed answer was passed on already. */
  readonly said: boolean;
}

interface AskModelOptions extends Listener {
  readonly retry?: RetryOptions | undefined;
  readonly onRetry?: ((retrying: Retrying) => void) | undefined;
  readonly now: () => number;
}

/** Thrown when a model gives no answer, with what could help. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure) {
    super(failure.error.message, { cause: failure.error });
    this.failure = failure;
  }
}

const USUAL = { attempts: 7, delay: 500, longest: 5 * 60_000 };
const LONGEST_BACKOFF = 60_000;

/** Asks again while the provider is busy, after the time that it names; a lasting failure is thrown as `NoAnswer`. */
export async function askWithRetries(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions,
  options: AskModelOptions,
): Promise<ModelAnswer> {
  const { attempts, delay, longest } = { ...USUAL, ...options.retry };
  for (let attempt = 1; ; attempt++) {
    let said = false;
    try {
      const listener: Listener = {
        onText(delta) {
          said = true;
          options.onText?.(delta);
        },
        onReasoning: options.onReasoning,
      };
      return await withChatSpan(model, () => askModel(model, request, listener));
    } catch (error) {
      if (request.abortSignal?.aborted) throw callAborted();
      const failure = toModelFailure(error, options.now());
      const { remedy, tries = attempts } = failure;
      if (remedy !== 'again' || attempt >= Math.min(attempts, tries)) throw new NoAnswer(failure);
      const wait = failure.wait ?? backoff(delay, attempt);
      if (wait > longest) throw new NoAnswer(tooLong(failure, wait));
      options.onRetry?.({ wait, message: failure.error.message, said });
      await sleep(wait, undefined, { signal: request.abortSignal }).catch(() => {
        throw callAborted();
      });
    }
  }
}

/** Milliseconds to wait, partly random, so that many agents do not come back at the same instant. */
const backoff = (delay: number, attempt: number): number =>
  Math.min(LONGEST_BACKOFF, delay * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);

function tooLong(failure: ModelFailure, wait: number): ModelFailure {
  const message = `${failure.error.message}; it asks to wait ${Math.ceil(wait / 1000)} s, which is too long`;
  return { ...failure, error: new ToolError('EXECUTION_ERROR', message, { retryable: true }) };
}

/** Asks a model within a span, `chat MODEL`; one for each attempt. The question and the answer are not told. */
async function withChatSpan({ provider, modelId }: LanguageModelV4, ask: () => Promise<ModelAnswer>) {
  const about = () => ({ provider: providerName(provider), requestModel: modelId, ...activeAgent() });
  const span = startSpan('chat', modelId, about);
  try {
    const answer = await span.within(ask);
    const { finish, response, usage } = answer;
    const told = { responseModel: response?.model, responseID: response?.id, finishReasons: [finish] };
    span.end({ ...told, inputTokens: usage.input, outputTokens: usage.output });
    return answer;
  } catch (error) {
    span.end({ errorType: typeOf(error) });
    throw error;
  }
}

/** The status that the server answered with, as the conventions want it, else the kind of error. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'EXECUTION_ERROR';
  const { statusCode, name } = error as Error & { readonly statusCode?: unknown };
  return typeof statusCode === 'number' ? String(statusCode) : name;
}
