import { generateText, stepCountIs, streamText, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedLanguageModel } from './scripted-language-model.ts';

const echo = tool({ inputSchema: z.object({ text: z.string() }), execute: async ({ text }) => text.toUpperCase() });

it('is a model for the AI SDK, in one piece or as a stream', async () => {
  const script = () =>
    scriptedLanguageModel([{ calls: [{ name: 'echo', args: { text: 'hi' } }] }, { text: 'It said HI.' }]);
  const options = { tools: { echo }, prompt: 'Try.', stopWhen: stepCountIs(3) };
  const model = script();
  expect((await generateText({ ...options, model })).text).toBe('It said HI.');
  expect(model.left).toBe(0);
  expect(JSON.stringify(model.requests[1]?.prompt)).toContain('"HI"');
  const words: string[] = [];
  for await (const word of streamText({ ...options, model: script() }).textStream) words.push(word);
  expect(words).toEqual(['It ', 'said ', 'HI.']);
});

it('works an answer out from what it was sent, fails when told to, and says when it is at its end', async () => {
  const model = scriptedLanguageModel([
    ({ prompt }) => ({ text: `${prompt.length} messages` }),
    { error: new Error('busy') },
  ]);
  const ask = () => generateText({ model, prompt: 'Try.', maxRetries: 0 });
  expect((await ask()).text).toBe('1 messages');
  await expect(ask()).rejects.toThrow('busy');
  await expect(ask()).rejects.toThrow('one more was asked for');
});
