import { DynamicTool, tool as langChainTool } from '@langchain/core/tools';
import { tool as aiTool, jsonSchema } from 'ai';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import type { ToolgateOptions } from '../../index.ts';
import { temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import type { Info } from '../define.ts';
import { from } from './from.ts';

async function run(tool: Info, args: unknown, options: Partial<ToolgateOptions> = {}) {
  const space = temporaryWorkspace();
  onTestFinished(() => space.remove());
  const gate = await space.gate({
    store: 'memory',
    policy: 'privileged',
    approver: () => 'allow_once',
    tools: [tool],
    ...options,
  });
  const chunks: string[] = [];
  const outcome = await gate.execute(
    { name: tool.id, args },
    { onEvent: ({ type, data }) => void (type === 'tool_output_chunk' && chunks.push(String(data.chunk))) },
  );
  await gate.registry.ready();
  return { outcome, chunks, parameters: gate.registry.describe().find(({ name }) => name === tool.id)?.parameters };
}

it('a tool of another library touches anything, so it asks', async () => {
  const tool = langChainTool(() => 'x', { name: 'any', description: 'Any.', schema: z.object({}) });
  const { outcome } = await run(from(tool), {}, { approver: () => 'reject_once' });
  expect(outcome.error?.code).toBe('APPROVAL_DENIED');
});

describe('a LangChain tool', () => {
  it('a LangChain tool is checked by its Zod schema, mended, and run', async () => {
    const tool = langChainTool(({ n }: { n: number }) => `got ${n + 1}`, {
      name: 'add_one',
      description: 'Adds one.',
      schema: z.object({ n: z.number() }),
    });
    const { outcome, parameters } = await run(from(tool), { n: '4' });
    expect(outcome.output).toContain('got 5');
    expect(parameters).toMatchObject({ properties: { n: { type: 'number' } }, required: ['n'] });
    expect((await run(from(tool), { n: 'four' })).outcome.error?.code).toBe('INVALID_ARGUMENTS');
  });

  it('a LangChain tool with JSON Schema, an artifact and an image gives them', async () => {
    const tool = langChainTool(
      async () => [
        [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
        { rows: 2 },
      ],
      {
        name: 'look',
        description: 'Looks.',
        schema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] } as const,
        responseFormat: 'content_and_artifact',
      },
    );
    const { outcome } = await run(from(tool), { at: 'x' });
    expect(outcome).toMatchObject({ ok: true, output: 'see', value: { rows: 2 } });
    expect(outcome.attachments).toEqual([{ name: 'image', mediaType: 'image/png', data: 'AAAA' }]);
  });

  it('a LangChain tool with a schema of Zod 3 is described as far as it can be seen, and checks the rest itself', async () => {
    const tool = langChainTool(async ({ kind }: { kind: string }) => kind, {
      name: 'old',
      description: 'Old.',
      schema: z3.object({
        kind: z3.enum(['a', 'b']).describe('Which'),
        many: z3.array(z3.number()).optional(),
        text: z3.string().email().optional(),
      }),
    });
    const { outcome, parameters } = await run(from(tool), { kind: 'a' });
    expect(outcome.output).toBe('a');
    expect(parameters).toMatchObject({
      properties: {
        kind: { enum: ['a', 'b'], description: 'Which' },
        many: { type: 'array', items: { type: 'number' } },
      },
      required: ['kind'],
    });
    expect((await run(from(tool), { kind: 'a', text: 'none' })).outcome.error?.code).toBe('INVALID_ARGUMENTS');
  });

  it('a LangChain tool that takes one text is run, and its failure is data', async () => {
    const tool = new DynamicTool({
      name: 'upper',
      description: 'Upper case.',
      func: async text => {
        if (text === 'no') throw new Error('not that');
        return text.toUpperCase();
      },
    });
    expect((await run(from(tool), { input: 'abc' })).outcome.output).toBe('ABC');
    expect((await run(from(tool), { input: 'no' })).outcome.error).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('not that'),
    });
  });

  it('a LangChain tool is handed to a gate as it is', async () => {
    const tool = langChainTool(() => 'here', { name: 'as_is', description: 'As it is.', schema: z.object({}) });
    const space = temporaryWorkspace();
    onTestFinished(() => space.remove());
    const gate = await space.gate({ tools: [tool], policy: 'privileged', approver: () => 'allow_once' });
    expect((await gate.execute({ name: 'as_is', args: {} })).output).toBe('here');
  });
});

describe('a tool of the AI SDK', () => {
  it('a tool of the AI SDK gets its name from outside', () => {
    const tool = aiTool({ description: 'X.', inputSchema: z.object({}), execute: () => 1 });
    expect(() => from(tool)).toThrow('has no name of its own');
    expect(from(tool, { name: 'x' }).id).toBe('x');
  });

  it('a tool of the AI SDK with a schema of Zod is checked and run, with its signal and id', async () => {
    const tool = aiTool({
      description: 'Doubles.',
      inputSchema: z.object({ n: z.number() }),
      execute: ({ n }, { abortSignal, toolCallId }) => ({
        twice: 2 * n,
        known: abortSignal !== undefined && toolCallId !== '',
      }),
    });
    const { outcome } = await run(from(tool, { name: 'double' }), { n: 4 });
    expect(outcome).toMatchObject({ ok: true, value: { twice: 8, known: true } });
  });

  it('a tool of the AI SDK with a schema that has to be waited for and its own check', async () => {
    const tool = aiTool({
      description: 'Even.',
      inputSchema: jsonSchema<{ n: number }>(
        Promise.resolve({ type: 'object', properties: { n: { type: 'number' } } }),
        {
          validate: value => {
            const { n } = value as { n: number };
            return n % 2 === 0 ? { success: true, value: { n } } : { success: false, error: new Error('odd') };
          },
        },
      ),
      execute: ({ n }) => n,
    });
    expect((await run(from(tool, { name: 'even' }), { n: 2 })).outcome.output).toBe('2');
    expect((await run(from(tool, { name: 'even' }), { n: 3 })).outcome.error?.message).toContain('odd');
  });

  it('a tool of the AI SDK that streams ends with its last output, and shows the model what it says', async () => {
    const tool = aiTool({
      description: 'Counts.',
      inputSchema: z.object({}),
      async *execute() {
        yield 'one';
        yield 'two';
      },
      toModelOutput: ({ output }) => ({
        type: 'content',
        value: [
          { type: 'text', text: `at ${output}` },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
        ],
      }),
    });
    const { outcome } = await run(from(tool, { name: 'count' }), {});
    expect(outcome).toMatchObject({ output: 'at two', value: 'two' });
    expect(outcome.attachments).toMatchObject([{ mediaType: 'image/png', data: 'AAAA' }]);
  });

  it('a tool of the AI SDK that needs approval asks', async () => {
    const asked: string[] = [];
    const tool = aiTool({ description: 'Asks.', inputSchema: z.object({}), needsApproval: true, execute: () => 1 });
    const approver = ({ reason }: { reason: string }) => {
      asked.push(reason);
      return 'allow_once' as const;
    };
    await run(from(tool, { name: 'asks' }), {}, { approver });
    expect(asked).toHaveLength(1);
  });
});

describe('a tool of an MCP server', () => {
  const listed = {
    name: 'weather.now',
    title: 'Weather',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    annotations: { readOnlyHint: true },
  };

  it('a tool of an MCP server is called through its client, and its content is read', async () => {
    const sent: unknown[] = [];
    const tool = from(listed, {
      name: 'weather',
      callTool: async (params, { signal }) => {
        sent.push(params, signal.aborted);
        return {
          content: [
            { type: 'text', text: 'sunny' },
            { type: 'image', data: 'AAAA', mimeType: 'image/png' },
            { type: 'resource_link', uri: 'https://example.org/map', name: 'map', mimeType: 'text/html' },
          ],
          structuredContent: { degrees: 20 },
        };
      },
    });
    const { outcome } = await run(tool, { city: 'Rome' });
    expect(sent).toEqual([{ name: 'weather.now', arguments: { city: 'Rome' } }, false]);
    // What the text does not say the model would not know.
    expect(outcome).toMatchObject({ ok: true, output: 'sunny\n{"degrees":20}', value: { degrees: 20 } });
    expect(outcome.attachments.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'text/html']);
  });

  it('a tool of an MCP server whose text says all that its structure holds says it once', async () => {
    const callTool = async () => ({
      content: [{ type: 'text', text: 'It is 20 degrees in "Rome", and sunny.' }],
      structuredContent: { degrees: 20, city: 'Rome', sunny: true },
    });
    const { outcome } = await run(from(listed, { name: 'weather', callTool }), { city: 'Rome' });
    expect(outcome.output).toBe('It is 20 degrees in "Rome", and sunny.');
  });

  it('a tool of an MCP server that says it failed has failed', async () => {
    const tool = from(listed, {
      name: 'weather',
      callTool: async () => ({ isError: true, content: [{ type: 'text', text: 'no such city' }] }),
    });
    expect((await run(tool, { city: 'X' })).outcome.error).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('no such city'),
    });
  });

  it('a tool of an MCP server: without a way to call it is refused', () => {
    expect(() => from(listed)).toThrow('say how to call it');
  });
});
