import { describe, expect, it } from 'vitest';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toGoogleTools } from '../../src/adapters/google/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import type { Toolgate } from '../../src/index.ts';
import { openFixture } from '../support/adapters/fixture.ts';

type Run = (gate: Toolgate) => { run(said: never): Promise<unknown[]> };

const ADAPTERS: readonly [name: string, adapter: Run][] = [
  ['OpenAI chat', gate => toOpenAIChatTools(gate)],
  ['OpenAI Responses', gate => toOpenAIResponsesTools(gate)],
  ['Anthropic', gate => toAnthropicTools(gate)],
  ['Google', gate => toGoogleTools(gate)],
];

describe.each(ADAPTERS)('%s', (_, adapter) => {
  it('takes a reply without calls, or none at all, for no calls', async () => {
    const { gate } = await openFixture();
    const { run } = adapter(gate);
    for (const said of [
      undefined,
      null,
      '',
      5,
      {},
      [],
      { choices: [] },
      { choices: null },
      { choices: [{}] },
      { role: 'assistant', content: 'hello' },
      { tool_calls: null },
      { output: 'text' },
      { output: [{ type: 'message', content: [] }, { type: 'reasoning' }] },
      { content: 'text' },
      { content: [{ type: 'text', text: 'hello' }, { type: 'thinking' }] },
      { candidates: [{ content: { parts: [{ text: 'hello' }] } }] },
      { candidates: [{ finishReason: 'STOP' }] },
    ])
      expect(await run(said as never)).toEqual([]);
  });
});

/** The parts of a call that may be wrong. */
const NAMES = [undefined, null, 5, {}, '', '__proto__', 'constructor', 'read_file\n', 'x'.repeat(10_000)];
const ARGUMENTS = [undefined, null, 5, '', 'text', '{"path":', '[]', [], JSON.parse('{"__proto__":{"path":"a.txt"}}')];

const each = <T>(make: (name: unknown, args: unknown, id: string) => T): T[] => [
  ...NAMES.map((name, index) => make(name, { path: 'a.txt' }, `n${index}`)),
  ...ARGUMENTS.map((args, index) => make('read_file', args, `a${index}`)),
];

describe('every malformed call gets one result, in its place', () => {
  const ids = each((_name, _args, id) => id);

  it('OpenAI chat', async () => {
    const { gate } = await openFixture();
    const calls = each((name, args, id) => ({ id, type: 'function', function: { name, arguments: args } }));
    const messages = await toOpenAIChatTools(gate).run(calls);
    expect(messages.map(message => (message.role === 'tool' ? message.tool_call_id : ''))).toEqual(ids);
    const odd = [
      null,
      5,
      'x',
      {},
      { id: 'y' },
      { id: 7, function: 'f' },
      { id: 'z', custom: { name: 'fail', input: 'q' } },
    ];
    expect((await toOpenAIChatTools(gate).run(odd as never)).map(message => message.role)).toEqual(
      odd.map(() => 'tool'),
    );
  });

  it('OpenAI Responses', async () => {
    const { gate } = await openFixture();
    const items = each((name, args, id) => ({ type: 'function_call', call_id: id, name, arguments: args }));
    expect(await toOpenAIResponsesTools(gate).run(items)).toMatchObject(
      ids.map(call_id => ({ type: 'function_call_output', call_id, output: expect.any(String) })),
    );
    const custom = { type: 'custom_tool_call', call_id: 'c', name: 'read_file', input: '{"path":"a.txt"}' };
    expect(await toOpenAIResponsesTools(gate).run([custom])).toMatchObject([
      { type: 'custom_tool_call_output', call_id: 'c', output: expect.stringContaining('two') },
    ]);
  });

  it('Anthropic', async () => {
    const { gate } = await openFixture();
    const blocks = each((name, input, id) => ({ type: 'tool_use', id, name, input }));
    const results = await toAnthropicTools(gate).run(blocks);
    expect(results).toMatchObject(ids.map(tool_use_id => ({ type: 'tool_result', tool_use_id })));
    expect(results.every(({ is_error }) => is_error)).toBe(true);
  });

  it('Google', async () => {
    const { gate } = await openFixture();
    const calls = each((name, args, id) => ({ functionCall: { id, name, args } }));
    expect((await toGoogleTools(gate).run(calls)).map(part => part.functionResponse.id)).toEqual(ids);
    expect(await toGoogleTools(gate).run([{ name: 'fail' }, { text: 'hello' }, null] as never)).toHaveLength(2);
  });
});

it('equal ids and a thousand calls keep their order', async () => {
  const { gate } = await openFixture();
  const content = Array.from({ length: 1000 }, (_, index) => ({
    type: 'tool_use',
    id: 'same',
    name: index % 2 === 0 ? 'read_file' : 'fail',
    input: index % 2 === 0 ? { path: 'a.txt' } : {},
  }));
  const results = await toAnthropicTools(gate).run({ content });
  expect(results.map(({ is_error = false }) => is_error)).toEqual(content.map((_, index) => index % 2 === 1));
});
