import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { callAborted } from '../../pipeline/run/call-aborted.ts';

/** A part of an answer, as the provider sent it. */
type AnswerPart =
  | { type: 'text' | 'reasoning'; text: string; metadata?: SharedV4ProviderMetadata }
  | { type: 'call'; toolCallId: string; name: string; input: string; metadata?: SharedV4ProviderMetadata };

export interface ModelAnswer {
  readonly parts: readonly AnswerPart[];
  readonly finish: LanguageModelV4FinishReason['unified'];
  /** Tokens; undefined where the provider does not tell. */
  readonly usage: { readonly input: number | undefined; readonly output: number | undefined };
  /** The provider's word on its answer; the model may be another than was asked for. */
  readonly response?: { readonly id?: string; readonly model?: string };
}

export type Listener = { onText?(delta: string): void; onReasoning?(delta: string): void };

/** An error for a stream that ended in the middle: nothing of the answer may be acted on. */
export class CutOffError extends Error {
  override readonly name = 'CutOff';
  /** Whether the answer went on and on; asked again the model would do the same. */
  readonly endless: boolean;

  constructor(message: string, endless = false) {
    super(message);
    this.endless = endless;
  }
}

/** Milliseconds in which a model has to say something. */
const PATIENCE = 10 * 60_000;

/** The most characters of one answer, with thoughts and arguments; a lost model repeats itself for ever. */
const MOST_SAID = 2_000_000;
/** Characters that a part of an answer counts for, however short it is. */
const LEAST_PART = 100;

/** One answer of a model, whole: a stream that fails or stops in the middle throws. */
export async function askModel(model: LanguageModelV4, options: LanguageModelV4CallOptions, listener: Listener = {}) {
  const { abortSignal } = options;
  const { stream } = await unlessAborted(model.doStream(options), abortSignal);
  const reader = stream.getReader();
  const heard = new AnswerCollector(listener);
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), abortSignal);
      if (done) break;
      heard.take(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  return heard.answer();
}

/** The work's result, unless aborted. Providers may be slow to notice, and a scripted one may not look at all. */
function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => end(() => reject(callAborted()));
    const onSilence = () => reject(new CutOffError(`The model has said nothing for ${PATIENCE / 1000} s`));
    const timer = setTimeout(() => end(onSilence), PATIENCE);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    work.then(
      value => end(() => resolve(value)),
      error => end(() => reject(error)),
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort);
  });
}

type TextType = 'text' | 'reasoning';
type TextPiece = { id: string; delta?: string; providerMetadata?: SharedV4ProviderMetadata };

class AnswerCollector {
  readonly #listener: Listener;
  readonly #parts: AnswerPart[] = [];
  readonly #open = new Map<string, Extract<AnswerPart, { text: string }>>();
  #said = 0;
  #response: ModelAnswer['response'];
  #end: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  take(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#text(part.type === 'text-start' ? 'text' : 'reasoning', part);
        break;
      case 'text-delta':
      case 'text-end':
        this.#add('text', part);
        break;
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#add('reasoning', part);
        break;
      case 'tool-input-start':
        this.#count(LEAST_PART);
        break;
      case 'tool-input-delta':
        this.#count(part.delta.length);
        break;
      case 'tool-call':
        // A call that the provider has run itself is its own affair.
        if (!part.providerExecuted) this.#parts.push(callOf(part));
        break;
      case 'error':
        throw part.error;
      case 'response-metadata':
        this.#response = { id: part.id, model: part.modelId };
        break;
      case 'finish':
        this.#end = part;
    }
  }

  #text(type: TextType, { id, providerMetadata }: TextPiece) {
    this.#count(LEAST_PART);
    const made = { type, text: '', metadata: providerMetadata };
    this.#parts.push(made);
    this.#open.set(`${type} ${id}`, made);
    return made;
  }

  #add(type: TextType, part: TextPiece): void {
    const open = this.#open.get(`${type} ${part.id}`) ?? this.#text(type, part);
    if (part.providerMetadata) open.metadata = part.providerMetadata;
    if (!part.delta) return;
    this.#count(part.delta.length);
    open.text += part.delta;
    if (type === 'text') this.#listener.onText?.(part.delta);
    else this.#listener.onReasoning?.(part.delta);
  }

  #count(characters: number): void {
    this.#said += characters;
    if (this.#said > MOST_SAID)
      throw new CutOffError(`The model has not come to an end after ${MOST_SAID} characters`, true);
  }

  answer(): ModelAnswer {
    if (!this.#end) throw new CutOffError("The model's answer stopped in the middle");
    const { finishReason, usage } = this.#end;
    const { unified, raw } = finishReason;
    // Some providers end a stream that was cut as if it were whole, only without a reason.
    if (unified === 'interrupted' || (unified === 'other' && raw === undefined))
      throw new CutOffError("The model's answer stopped in the middle");
    if (unified === 'error') throw new CutOffError('The model ended with an error');
    return {
      parts: this.#parts.filter(part => part.type === 'call' || part.text !== '' || part.metadata),
      finish: unified,
      response: this.#response,
      usage: { input: tokens(usage.inputTokens.total), output: tokens(usage.outputTokens.total) },
    };
  }
}

/** A valid count of tokens. A count that is none would give a budget back, or use it up for ever. */
const tokens = (count: number | undefined): number | undefined =>
  Number.isSafeInteger(count) && count! >= 0 ? count : undefined;

function callOf(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): AnswerPart {
  const { toolCallId, toolName: name, input, providerMetadata } = part;
  return { type: 'call', toolCallId, name, input, metadata: providerMetadata };
}
