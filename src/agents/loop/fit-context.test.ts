import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { fitContext, measureMessage } from './fit-context.ts';
import type { AgentMessage } from './history.ts';
import { toPrompt } from './to-prompt.ts';

const WHOLE = { leftOut: 0, dropped: 1, most: null, blind: false };

const long = fc.integer({ min: 0, max: 3_000 }).map(words => 'word '.repeat(words));

/** Rounds of calls with their replies, and some words between them. */
const conversation = fc.array(
  fc.record({
    calls: fc.array(fc.record({ input: long, output: long, ok: fc.boolean() }), { maxLength: 4 }),
    said: long,
  }),
  { maxLength: 12 },
);

type Round = { calls: { input: string; output: string; ok: boolean }[]; said: string };

function messagesOf(rounds: readonly Round[]): AgentMessage[] {
  let id = 0;
  const said = rounds.flatMap(({ calls, said: words }): AgentMessage[] => {
    const named = calls.map(call => ({ ...call, toolCallId: `c${++id}`, callID: `id-${id}`, name: 'read_file' }));
    const asked = named.map(({ input, output: _, ok: __, ...call }) => ({
      type: 'call' as const,
      ...call,
      input: JSON.stringify({ content: input }),
    }));
    const answer: AgentMessage = { role: 'assistant', parts: [{ type: 'text', text: `x ${words}` }, ...asked] };
    if (named.length === 0) return [answer, { role: 'user', text: 'Go on.' }];
    const replies = named.map(({ input: _, output, ...reply }) => ({ ...reply, text: `out ${output}` }));
    return [answer, { role: 'tool', replies }];
  });
  return [{ role: 'user', text: 'The task.' }, ...said];
}

const size = (messages: readonly AgentMessage[], shortened: typeof WHOLE | ReturnType<typeof fitContext>) =>
  toPrompt('', messages, shortened).reduce((sum, message) => sum + measureMessage(message), 0);

it('what is left out never breaks a pair, keeps the first prompt, and is never taken back', () => {
  fc.assert(
    fc.property(conversation, fc.integer({ min: 500, max: 20_000 }), (rounds, room) => {
      const messages = messagesOf(rounds);
      const fitted = fitContext(messages, WHOLE, room);
      const prompt = toPrompt('You are.', messages, fitted);
      expect(prompt[1]).toEqual({ role: 'user', content: [{ type: 'text', text: 'The task.' }] });
      prompt.forEach((message, index) => {
        const calls = message.role === 'assistant' ? message.content.filter(part => part.type === 'tool-call') : [];
        const before = prompt[index - 1];
        if (calls.length > 0) expect(prompt[index + 1]?.role).toBe('tool');
        if (message.role === 'tool') {
          const asked = before?.role === 'assistant' ? before.content.filter(part => part.type === 'tool-call') : [];
          expect(message.content.map(part => ('toolCallId' in part ? part.toolCallId : ''))).toEqual(
            asked.map(part => part.toolCallId),
          );
        }
      });
      expect(size(messages, fitted)).toBeLessThanOrEqual(size(messages, WHOLE) + 100);
      const again = fitContext(messages, fitted, room);
      expect(again.leftOut).toBeGreaterThanOrEqual(fitted.leftOut);
      expect(again.dropped).toBeGreaterThanOrEqual(fitted.dropped);
      if (size(messages, WHOLE) <= room) expect(fitted).toEqual(WHOLE);
    }),
    { numRuns: runs(15), seed: 7 },
  );
});

it('fits, as far as the first prompt and the last words let it', () => {
  const rounds = Array.from({ length: 30 }, () => ({
    calls: [{ input: 'word '.repeat(500), output: 'word '.repeat(2_000), ok: true }],
    said: '',
  }));
  const messages = messagesOf(rounds);
  for (const room of [40_000, 10_000, 3_000, 1_500])
    expect(size(messages, fitContext(messages, WHOLE, room))).toBeLessThanOrEqual(room + 100);
});

it('says where an output is kept that was cut before', () => {
  const place = 'output:01890000-0000-7000-8000-000000000000';
  const text = `${'word '.repeat(300)}\nRead the rest with read_file path="${place}"`;
  const reply = { callID: 'a', toolCallId: 'a', name: 'grep', ok: true };
  const message: AgentMessage = {
    role: 'tool',
    replies: [
      { ...reply, text },
      { ...reply, text: 'short' },
    ],
  };
  const [shown] = toPrompt('', [message], { ...WHOLE, leftOut: 1 }).slice(1);
  expect(JSON.stringify(shown)).toContain(`It is kept; read_file path=\\"${place}\\" shows it.`);
  expect(JSON.stringify(shown)).toContain('"value":"short"');
});
