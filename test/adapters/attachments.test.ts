import type { ToolExecutionOptions } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toAISDKTools } from '../../src/adapters/ai/index.ts';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toGoogleTools } from '../../src/adapters/google/index.ts';
import { toLangChainTools } from '../../src/adapters/langchain/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import { Tool, type Toolgate } from '../../src/index.ts';
import { openFixture, PICTURE } from '../support/adapters/fixture.ts';

/** What a tool of others may attach, and no provider takes: one such message would end the conversation. */
const REFUSED: readonly Tool.Attachment[] = [
  { name: 'local', mediaType: 'image/png', url: 'file:///etc/hostname' },
  { name: 'plain', mediaType: 'image/png', url: 'http://127.0.0.1/dot.png' },
  { name: 'custom', mediaType: 'application/pdf', url: 'notes://1' },
  { name: 'nowhere', mediaType: 'image/png', url: 'not an address' },
  { name: 'drawing', mediaType: 'image/svg+xml', data: PICTURE },
  { name: 'scan', mediaType: 'image/tiff', data: PICTURE },
  { name: 'sound', mediaType: 'audio/wav', data: PICTURE },
];

const attaching = async (attachments: readonly Tool.Attachment[], output: string) => {
  const attach = Tool.define('attach', {
    description: 'Attaches.',
    parameters: z.object({}),
    effects: () => [],
    danger: 'safe',
    execute: () => ({ output, attachments: [...attachments] }),
  }) as Tool.Info;
  return (await openFixture({ tools: [attach] })).gate;
};

type Shown = (gate: Toolgate) => Promise<unknown>;

const ADAPTERS: readonly (readonly [name: string, show: Shown])[] = [
  ['OpenAI chat', gate => toOpenAIChatTools(gate).run([{ id: 'c', function: { name: 'attach', arguments: '{}' } }])],
  [
    'OpenAI Responses',
    gate =>
      toOpenAIResponsesTools(gate).run([{ type: 'function_call', call_id: 'c', name: 'attach', arguments: '{}' }]),
  ],
  ['Anthropic', gate => toAnthropicTools(gate).run([{ type: 'tool_use', id: 'c', name: 'attach', input: {} }])],
  ['Google', gate => toGoogleTools(gate).run([{ name: 'attach', args: {} }])],
  [
    'LangChain',
    async gate => {
      const tool = (await toLangChainTools(gate)).find(({ name }) => name === 'attach')!;
      const { content } = await tool.invoke({ type: 'tool_call', id: 'c', name: 'attach', args: {} });
      return content;
    },
  ],
];

describe.each(ADAPTERS)('%s', (_, show) => {
  it('names what the provider would refuse, and sends none of it', async () => {
    const said = JSON.stringify(await show(await attaching(REFUSED, 'done')));
    expect(said).toContain('done');
    for (const { name } of REFUSED) expect(said).toContain(`[Attached, but not shown here: ${name} (`);
    expect(said).not.toMatch(/"(?:url|image_url|fileUri|file_data|data)":/);
  });

  it('sends a picture without words without an empty text beside it', async () => {
    const said = JSON.stringify(
      await show(await attaching([{ name: 'dot', mediaType: 'image/png', data: PICTURE }], '')),
    );
    expect(said).toContain(PICTURE);
    expect(said).not.toContain('"text":""');
  });
});

it('the AI SDK gets no address to fetch from here', async () => {
  const gate = await attaching([{ name: 'far', mediaType: 'image/png', url: 'https://example.com/dot.png' }], 'done');
  const { attach } = await toAISDKTools(gate);
  const options = { toolCallId: 'c', messages: [] } as unknown as ToolExecutionOptions<never>;
  let output: unknown;
  for await (const each of attach!.execute!({}, options) as AsyncIterable<unknown>) output = each;
  const shown = await attach!.toModelOutput!({ toolCallId: 'c', input: {}, output });
  expect(shown).toEqual({
    type: 'text',
    value: 'done\n\n[Attached, but not shown here: far (image/png), https://example.com/dot.png]',
  });
});

it("a tool of one's own named like a built-in of the provider gets its arguments as they are", async () => {
  const bash = Tool.define('bash', {
    description: 'Not that one.',
    parameters: z.object({ restart: z.boolean() }),
    effects: () => [],
    danger: 'safe',
    execute: ({ restart }) => ({ output: `restart ${restart}` }),
  }) as Tool.Info;
  const { gate } = await openFixture({ tools: [bash], packs: [] });
  const [result] = await toAnthropicTools(gate).run([
    { type: 'tool_use', id: 'c', name: 'bash', input: { restart: true } },
  ]);
  expect(result?.content).toBe('restart true');
});
