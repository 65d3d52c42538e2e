import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toGoogleTools } from '../../src/adapters/google/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import { openFixture } from '../support/adapters/fixture.ts';

/** Stands in for the network: one answer after the other, and what was asked. */
function scripted(answers: readonly (object | string)[]) {
  const asked: Record<string, unknown>[] = [];
  const fetching: typeof fetch = async (input, init) => {
    const text = init?.body ?? (input instanceof Request ? await input.text() : '{}');
    const answer = answers[asked.length];
    asked.push(JSON.parse(String(text)) as Record<string, unknown>);
    return typeof answer === 'string'
      ? new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
      : Response.json(answer);
  };
  return { asked, fetch: fetching };
}

const events = (all: readonly object[]): string =>
  all.map(data => `${'type' in data ? `event: ${String(data.type)}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join('');

describe("with Anthropic's own library", () => {
  const streamed = (json: readonly string[], stop_reason: string) =>
    events([
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'x', usage: { input_tokens: 1 } },
      },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'c1', name: 'write_file', input: {} },
      },
      ...json.map(partial_json => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json },
      })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]);

  it.each([
    ['whole', ['{"path": "n.txt", ', '"content": "all of it\\n"}'], 'tool_use', 'all of it\n'],
    ['cut off', ['{"path": "n.txt", "content": "the first', ' ha'], 'max_tokens', undefined],
  ])('a streamed call that is %s', async (_, json, stop, content) => {
    const { gate, space } = await openFixture();
    const tools = toAnthropicTools(gate);
    const client = new Anthropic({ apiKey: 'none', fetch: scripted([streamed(json, stop)]).fetch });
    const message = await client.messages
      .stream({
        model: 'x',
        max_tokens: 10,
        messages: [{ role: 'user', content: 'Write.' }],
        tools: await tools.definitions(),
      })
      .finalMessage();
    const [result] = await tools.run(message);
    expect(result?.is_error ?? false).toBe(content === undefined);
    if (content === undefined) expect(() => space.read('n.txt')).toThrow();
    else expect(space.read('n.txt')).toBe(content);
  });

  it('its own tools in several turns, each with what the one before has done', async () => {
    const { gate, space } = await openFixture({ policy: 'privileged' });
    const tools = toAnthropicTools(gate, { builtIns: ['bash', 'text_editor'] });
    const edit = { command: 'str_replace', path: 'a.txt', old_str: 'two', new_str: 'TWO' };
    const uses = [
      { type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'mkdir d; cp a.txt d; cd d' } },
      { type: 'tool_use', id: 'c2', name: 'str_replace_based_edit_tool', input: edit },
      { type: 'tool_use', id: 'c3', name: 'bash', input: { command: 'pwd; diff a.txt ../a.txt' } },
    ];
    const { fetch, asked } = scripted([
      ...uses.map(use => ({ type: 'message', role: 'assistant', content: [use], stop_reason: 'tool_use' })),
      { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' },
    ]);
    const client = new Anthropic({ apiKey: 'none', fetch });
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Work.' }];
    for (let results: Anthropic.ContentBlockParam[] = [{ type: 'text', text: '' }]; results.length > 0; ) {
      const message = await client.messages.create({
        model: 'x',
        max_tokens: 10,
        messages,
        tools: await tools.definitions(),
      });
      results = await tools.run(message);
      messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
    }
    expect(asked).toHaveLength(4);
    expect(JSON.stringify(asked[3]?.messages)).toMatch(/\/d\\n.*< two.*> TWO/);
    expect(space.read('d/a.txt')).toBe('one\ntwo\nthree\n');
  });
});

describe("with OpenAI's own library", () => {
  it('chat: a streamed reply with two calls, one of them of an unknown tool', async () => {
    const { gate } = await openFixture();
    const tools = toOpenAIChatTools(gate);
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      id: 'x',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    const call = (index: number, name: string, args: string) => ({
      index,
      id: `c${index}`,
      type: 'function',
      function: { name, arguments: args },
    });
    const stream = `${events([
      chunk({ role: 'assistant', tool_calls: [call(0, 'read_file', '{"path":')] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"a.txt"}' } }] }),
      chunk({ tool_calls: [call(1, 'reed', '{"path"')] }),
      chunk({}, 'tool_calls'),
    ])}data: [DONE]\n\n`;
    const client = new OpenAI({ apiKey: 'none', fetch: scripted([stream]).fetch });
    const completion = await client.chat.completions
      .stream({ model: 'x', messages: [{ role: 'user', content: 'Read.' }], tools: await tools.definitions() })
      .finalChatCompletion();
    const results = await tools.run(completion);
    expect(results).toMatchObject([
      { role: 'tool', tool_call_id: 'c0', content: expect.stringContaining('two') },
      { role: 'tool', tool_call_id: 'c1', content: expect.stringMatching(/^UNKNOWN_TOOL|^INVALID_ARGUMENTS/) },
    ]);
  });

  it('Responses: its own tools in several turns', async () => {
    const { gate, space } = await openFixture({ policy: 'privileged' });
    const tools = toOpenAIResponsesTools(gate, { builtIns: ['shell', 'apply_patch'] });
    const action = (commands: string[]) => ({ commands, timeout_ms: null, max_output_length: null });
    const diff = '@@\n one\n-two\n+2\n three\n';
    const outputs = [
      [{ type: 'shell_call', id: 'i1', call_id: 'c1', status: 'completed', action: action(['grep -n two a.txt']) }],
      [
        {
          type: 'apply_patch_call',
          id: 'i2',
          call_id: 'c2',
          status: 'completed',
          operation: { type: 'update_file', path: 'a.txt', diff },
        },
      ],
      [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] }],
    ];
    const { fetch, asked } = scripted(outputs.map(output => ({ object: 'response', status: 'completed', output })));
    const client = new OpenAI({ apiKey: 'none', fetch });
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Work.' }];
    for (;;) {
      const response = await client.responses.create({ model: 'x', input, tools: await tools.definitions() });
      const results = await tools.run(response);
      if (results.length === 0) break;
      input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]), ...results);
    }
    expect(JSON.stringify(asked[1]?.input)).toContain('2:two');
    expect(JSON.stringify(asked[2]?.input)).toContain('"apply_patch_call_output"');
    expect(space.read('a.txt')).toBe('one\n2\nthree\n');
  });
});

it("with Google's own library the tools are called by themselves", async () => {
  const { gate } = await openFixture();
  const says = (parts: object[]) => ({ candidates: [{ content: { role: 'model', parts } }] });
  const { fetch, asked } = scripted([
    says([
      { functionCall: { name: 'read_file', args: { path: 'a.txt' } } },
      { functionCall: { name: 'reed', args: {} } },
    ]),
    says([{ text: 'Done.' }]),
  ]);
  const real = globalThis.fetch;
  globalThis.fetch = fetch;
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  const client = new GoogleGenAI({ apiKey: 'none' });
  const response = await client.models.generateContent({
    model: 'x',
    contents: 'Read.',
    config: { tools: [toGoogleTools(gate)] },
  });
  expect(response.text).toBe('Done.');
  const told = JSON.stringify(asked[1]?.contents);
  expect(told).toContain('two');
  expect(told).toContain('UNKNOWN_TOOL');
});
