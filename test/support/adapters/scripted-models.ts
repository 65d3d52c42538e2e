import type { ModelMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import type { ModelCall, Told } from './driver.ts';

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

const reply = <Content>(content: Content[], reason: 'stop' | 'tool-calls') => ({
  content,
  finishReason: { unified: reason, raw: undefined },
  usage,
  warnings: [],
});

/** A model of the AI SDK that makes these calls, round by round, and then says that it is done. */
export function scriptedAIModel(rounds: readonly (readonly ModelCall[])[]) {
  const prompts: ModelMessage[][] = [];
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const calls = rounds[prompts.length];
      prompts.push(prompt as ModelMessage[]);
      if (!calls) return reply([{ type: 'text' as const, text: 'Done.' }], 'stop');
      return reply(
        calls.map(({ id, name, args }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: typeof args === 'string' ? args : JSON.stringify(args),
        })),
        'tool-calls',
      );
    },
  });
  return { model, prompts };
}

/** What a model of the AI SDK is told of its calls. */
export function toldInPrompt(prompt: readonly ModelMessage[]): readonly Told[] {
  const told = prompt.flatMap(message => (message.role === 'tool' ? message.content : []));
  return told.map((part): Told => {
    if (part.type !== 'tool-result') throw new Error(part.type);
    const { output } = part;
    const content = output.type === 'content' ? output.value : [];
    return {
      id: part.toolCallId,
      text:
        'value' in output && typeof output.value === 'string'
          ? output.value
          : content.flatMap(one => (one.type === 'text' ? [one.text] : [])).join(''),
      failed: output.type === 'error-text',
      images: content.flatMap(one => (one.type === 'file' && one.data.type === 'data' ? [String(one.data.data)] : [])),
    };
  });
}
