import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type ScriptedAnswer, scriptedLanguageModel } from '../../../src/testing/scripted-language-model.ts';

/**
 * A model whose script is its prompt: a JSON list of answers, one for each step. It remembers nothing, so it goes on
 * in whichever process it is asked.
 */
export function promptModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'prompt',
    supportedUrls: {},
    doStream: options => scriptedLanguageModel([answerTo(options)]).doStream(options),
    doGenerate: options => scriptedLanguageModel([answerTo(options)]).doGenerate(options),
  };
}

function answerTo({ prompt }: LanguageModelV4CallOptions): ScriptedAnswer {
  const asked = prompt.find(message => message.role === 'user')?.content.find(part => part.type === 'text')?.text ?? '';
  const script = JSON.parse(asked.slice(asked.indexOf('['))) as ScriptedAnswer[];
  const step = prompt.filter(message => message.role === 'assistant').length;
  const answer = script[step] ?? { text: 'done' };
  const calls = answer.calls?.map((call, index) => ({ id: `s${step}-${index}`, ...call }));
  const text = answer.text?.replaceAll('$results', JSON.stringify(resultsOf(prompt)));
  return { ...answer, ...(calls ? { calls } : {}), ...(text === undefined ? {} : { text }) };
}

/** What all calls so far were answered with. */
const resultsOf = (prompt: LanguageModelV4CallOptions['prompt']): readonly unknown[] =>
  prompt.flatMap(message =>
    message.role === 'tool'
      ? message.content.flatMap(part =>
          part.type === 'tool-result' && 'value' in part.output ? [part.output.value] : [],
        )
      : [],
  );
