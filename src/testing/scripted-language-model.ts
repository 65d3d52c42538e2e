import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { ScriptedCall } from './scripted-model.ts';

export interface ScriptedAnswer {
  /** The text that comes before the calls. */
  readonly text?: string;
  /** The calls; `args`: an object, or the text that a model would write. */
  readonly calls?: readonly ScriptedCall[];
  /** An error that is thrown instead of an answer. */
  readonly error?: unknown;
  /** Whether the stream stops after these parts, without an end. */
  readonly cut?: boolean;
  /** A promise that is awaited before the model answers; it may never come. */
  readonly wait?: Promise<unknown>;
  /** The end; left out: what fits. */
  readonly finish?: LanguageModelV4FinishReason['unified'];
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** An answer as it stands, or worked out from the request that the model was sent. */
export type ScriptedReply = ScriptedAnswer | ((request: LanguageModelV4CallOptions) => ScriptedAnswer);

export interface ScriptedLanguageModel extends LanguageModelV4 {
  /** The requests that the model was sent, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /** Answers that were not given yet. */
  readonly left: number;
}

/** A model of the AI SDK that gives scripted answers, for tests and demos. */
export function scriptedLanguageModel(answers: readonly ScriptedReply[], name = 'scripted'): ScriptedLanguageModel {
  const requests: LanguageModelV4CallOptions[] = [];
  let calls = 0;
  const next = async (options: LanguageModelV4CallOptions): Promise<ScriptedAnswer> => {
    const step = answers[requests.length];
    requests.push(options);
    if (!step) throw new Error(`The script has ${answers.length} answers, and one more was asked for`);
    const answer = typeof step === 'function' ? step(options) : step;
    await answer.wait;
    if (answer.error !== undefined) throw answer.error;
    return answer;
  };
  const partsOf = (answer: ScriptedAnswer) => toParts(answer, () => `call-${++calls}`);
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: name,
    supportedUrls: {},
    requests,
    get left() {
      return Math.max(0, answers.length - requests.length);
    },
    async doStream(options) {
      return { stream: ReadableStream.from(partsOf(await next(options))) as ReadableStream<LanguageModelV4StreamPart> };
    },
    async doGenerate(options) {
      const parts = partsOf(await next(options));
      const end = parts.find(part => part.type === 'finish');
      if (!end) throw new Error('The scripted answer is cut');
      const text = parts.flatMap(part => (part.type === 'text-delta' ? [part.delta] : [])).join('');
      const calls = parts.filter(part => part.type === 'tool-call');
      const { finishReason, usage } = end;
      return {
        content: [...(text ? [{ type: 'text' as const, text }] : []), ...calls],
        finishReason,
        usage,
        warnings: [],
      };
    },
  };
}

/** Text comes word by word, as from a real model. */
function toParts(answer: ScriptedAnswer, newId: () => string): LanguageModelV4StreamPart[] {
  const { text = '', calls = [], cut, tokens } = answer;
  const unified = answer.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  return [
    { type: 'stream-start', warnings: [] },
    ...(text === '' ? [] : saying(text)),
    ...calls.map(call => ({
      type: 'tool-call' as const,
      toolCallId: call.id ?? newId(),
      toolName: call.name,
      input: typeof call.args === 'string' ? call.args : JSON.stringify(call.args),
    })),
    ...(cut ? [] : [{ type: 'finish' as const, finishReason: { unified, raw: unified }, usage: usageOf(tokens) }]),
  ];
}

const usageOf = ({ input = 10, output = 5 }: Partial<NonNullable<ScriptedAnswer['tokens']>> = {}) => ({
  inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
});

const saying = (text: string): LanguageModelV4StreamPart[] => [
  { type: 'text-start', id: 'text' },
  ...text.split(/(?<=\s)/).map(delta => ({ type: 'text-delta' as const, id: 'text', delta })),
  { type: 'text-end', id: 'text' },
];
