import { AIMessage } from '@langchain/core/messages';
import { generateText, isStepCount, streamText } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { createAgent, fakeModel } from 'langchain';
import { describe, expect, it } from 'vitest';
import { toAISDKRepair, toAISDKTools } from '../../src/adapters/ai/index.ts';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toGoogleTools } from '../../src/adapters/google/index.ts';
import { toLangChainTools } from '../../src/adapters/langchain/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import { openFixture } from '../support/adapters/fixture.ts';
import { scriptedAIModel } from '../support/adapters/scripted-models.ts';

describe('definitions', () => {
  it('name every tool of the gate, in the same order, for each provider', async () => {
    const { gate } = await openFixture();
    const named = gate.registry.describe().map(({ name }) => name);
    expect((await toOpenAIChatTools(gate).definitions()).map(tool => tool.function.name)).toEqual(named);
    expect((await toOpenAIResponsesTools(gate).definitions()).map(tool => 'name' in tool && tool.name)).toEqual(named);
    expect((await toAnthropicTools(gate).definitions()).map(({ name }) => name)).toEqual(named);
    expect((await toGoogleTools(gate).tool()).functionDeclarations.map(({ name }) => name)).toEqual(named);
    expect(Object.keys(await toAISDKTools(gate))).toEqual(named);
    expect((await toLangChainTools(gate)).map(({ name }) => name)).toEqual(named);
  });

  it('definitions can have the classic names, by which the calls then come', async () => {
    const { gate } = await openFixture();
    const tools = toAnthropicTools(gate, { vocabulary: 'classic' });
    expect((await tools.definitions()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['read', 'write', 'edit']),
    );
    const [result] = await tools.run([{ type: 'tool_use', id: 'c', name: 'read', input: { path: 'a.txt' } }]);
    expect(result?.content).toContain('two');
  });

  it('definitions tell of tools that come later', async () => {
    const { gate } = await openFixture();
    const tools = toOpenAIChatTools(gate);
    const before = await tools.definitions();
    gate.registry.unregister('talk');
    expect(before.length - (await tools.definitions()).length).toBe(1);
  });

  it('definitions say what they lose', async () => {
    const { gate } = await openFixture();
    const losses = await toOpenAIChatTools(gate).losses();
    expect(losses).toContainEqual(expect.objectContaining({ tool: 'write_file', path: 'path', keyword: 'minLength' }));
    const told: unknown[] = [];
    await toAISDKTools(gate, { profile: 'openai-strict', onLosses: all => told.push(...all) });
    await toLangChainTools(gate, { profile: 'openai-strict', onLosses: all => told.push(...all) });
    expect(told).toEqual([...losses, ...losses]);
  });
});

it('a strict model, which must send every parameter, is understood without a repair', async () => {
  const { gate } = await openFixture();
  const tools = toOpenAIChatTools(gate);
  const { parameters, strict } = (await tools.definitions()).find(tool => tool.function.name === 'read_file')!.function;
  expect(strict).toBe(true);
  const nulls = Object.fromEntries((parameters.required as string[]).map(name => [name, null]));
  const call = { name: 'read_file', arguments: JSON.stringify({ ...nulls, path: 'a.txt' }) };
  const [message] = await tools.run([{ id: 'c', type: 'function', function: call }]);
  expect(message?.content).toMatch(/^\s*1\tone\n\s*2\ttwo\n\s*3\tthree$/);
});

it('numbers in a text keep all their digits', async () => {
  const { gate } = await openFixture();
  const call = { name: 'write_file', arguments: '{"path": "n.txt", "content": 12345678901234567890}' };
  await toOpenAIChatTools(gate, { strict: false }).run([{ id: 'c', type: 'function', function: call }]);
  const [row] = await gate.store.calls.list({});
  expect(JSON.stringify(row?.args)).toContain('12345678901234567890');
});

describe('the AI SDK', () => {
  it('the AI SDK streams what a call prints as preliminary results', async () => {
    const { gate } = await openFixture();
    const usage = {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    };
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [] },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'talk', input: '{}' },
            { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: undefined } },
          ],
        }),
      }),
    });
    const { stream } = streamText({ model, tools: await toAISDKTools(gate), prompt: 'Talk.' });
    const results: unknown[] = [];
    for await (const part of stream) if (part.type === 'tool-result') results.push(part);
    expect(results[0]).toMatchObject({ preliminary: true, output: { running: true, title: 'Talking' } });
    expect(results).toContainEqual(
      expect.objectContaining({
        preliminary: true,
        output: expect.objectContaining({ output: expect.stringContaining('first') }),
      }),
    );
    expect(results.at(-1)).toMatchObject({ output: { ok: true, output: 'said' } });
    expect(results.at(-1)).not.toHaveProperty('preliminary', true);
  });

  it.each([
    ['broken JSON is mended', { name: 'read_file', args: "```json\n{'path': 'a.txt'}\n```" }, 'three'],
    ['another name of a tool is understood', { name: 'read', args: { path: 'a.txt' } }, 'three'],
    [
      'JSON that is cut off is an error',
      { name: 'write_file', args: '{"path": "b.txt", "content": "ab' },
      'The arguments are cut off',
    ],
  ])('%s', async (_, call, expected) => {
    const { gate } = await openFixture();
    const { model, prompts } = scriptedAIModel([[{ ...call, id: 'c1' }]]);
    const [tools, repairToolCall] = [await toAISDKTools(gate), toAISDKRepair(gate)];
    await generateText({ model, tools, repairToolCall, stopWhen: isStepCount(2), prompt: 'Go on.' });
    expect(JSON.stringify(prompts[1]?.at(-1))).toContain(expected);
  });

  it.each([
    ['told of progress', {}],
    ['without progress', { progress: false }],
  ])(
    'the AI SDK gives whoever only waits for a call its outcome, once, cut and without the value, %s',
    async (_, options) => {
      const { gate } = await openFixture();
      const tools = await toAISDKTools(gate, options);
      const told = (await tools.shout!.execute!({}, { toolCallId: 'c1', messages: [] } as never)) as { output: string };
      expect(told).toMatchObject({ ok: true, output: expect.stringContaining('read_file path="output:') });
      expect(JSON.stringify(told).length).toBeLessThan(60_000);
      // Frameworks that take the SDK's tools hand over what they got, the SDK itself wraps it.
      const shown = { type: 'text', value: told.output };
      expect(await tools.shout!.toModelOutput!(told as never)).toEqual(shown);
      expect(await tools.shout!.toModelOutput!({ output: told } as never)).toEqual(shown);
      expect(await gate.store.calls.list({})).toHaveLength(1);
    },
  );

  it('the AI SDK makes one turn of the calls of a step', async () => {
    const { gate } = await openFixture();
    const read = { name: 'read_file', args: { path: 'a.txt' } };
    const { model } = scriptedAIModel([
      [
        { ...read, id: 'c1' },
        { ...read, id: 'c2' },
      ],
      [{ ...read, id: 'c3' }],
    ]);
    await generateText({ model, tools: await toAISDKTools(gate), stopWhen: isStepCount(3), prompt: 'Go on.' });
    expect((await gate.store.calls.list({})).map(({ turn }) => turn).sort()).toEqual([1, 1, 2]);
  });
});

describe('LangChain', () => {
  it("LangChain streams what a call prints through the graph's writer", async () => {
    const { gate } = await openFixture();
    const model = fakeModel()
      .respondWithTools([{ name: 'talk', args: {}, id: 'c1' }])
      .respond(new AIMessage('Done.'));
    const agent = createAgent({ model, tools: await toLangChainTools(gate) });
    const input = { messages: [{ role: 'user' as const, content: 'Talk.' }] };
    const chunks: unknown[] = [];
    for await (const chunk of await agent.stream(input, { streamMode: 'custom' })) chunks.push(chunk);
    expect(chunks[0]).toEqual({ tool: 'talk', toolCallId: 'c1', title: 'Talking' });
    expect(
      chunks
        .slice(1)
        .map(chunk => (chunk as { chunk: string }).chunk)
        .join(''),
    ).toBe('first second third');
  });

  it('LangChain makes one turn of the calls of a step, and a session of a thread', async () => {
    const { gate } = await openFixture();
    const model = fakeModel()
      .respondWithTools([
        { name: 'meet', args: { place: 0 }, id: 'c1' },
        { name: 'meet', args: { place: 1 }, id: 'c2' },
      ])
      .respondWithTools([{ name: 'read_file', args: { path: 'a.txt' }, id: 'c3' }])
      .respond(new AIMessage('Done.'));
    const agent = createAgent({ model, tools: await toLangChainTools(gate) });
    const input = { messages: [{ role: 'user' as const, content: 'Read.' }] };
    await agent.invoke(input, { configurable: { thread_id: 'thread-7' } });
    const rows = await gate.store.calls.list({});
    expect(rows.map(({ turn }) => turn).sort()).toEqual([1, 1, 2]);
    expect(new Set(rows.map(({ sessionID }) => sessionID))).toEqual(new Set(['thread-7']));
  });
});
