import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ActivityStream } from '../../activity/activity-stream.ts';
import { BaseTool, type ToolResult } from '../base-tool.ts';
import type { Definition } from '../define.ts';
import { from } from './from.ts';

const definitionOf = (info: ReturnType<typeof from>) => info.definition as Definition;
const run = async (info: ReturnType<typeof from>, args: object) =>
  definitionOf(info).execute(args as never, { output() {} } as never);

describe('Tool.from', () => {
  it('Tool.from takes { name, parameters, dangerLevel, getDangerLevel, execute }, the function winning', () => {
    const info = from({
      name: 'old',
      description: 'Old.',
      parameters: { type: 'object', properties: { x: { type: 'string' } } },
      dangerLevel: 'safe',
      getDangerLevel: args => (args.x === 'rm' ? 'dangerous' : 'safe'),
      execute: async () => 'text',
    });
    const { danger } = definitionOf(info);
    expect((danger as (args: object) => string)({ x: 'rm' })).toBe('dangerous');
  });

  it('Tool.from takes { name, inputSchema, outputSchema, requiresApproval, execute }', async () => {
    const info = from({
      name: 'read_it',
      description: 'Reads.',
      inputSchema: z.object({ path: z.string() }),
      outputSchema: z.object({ size: z.number() }),
      requiresApproval: args => (args as { path: string }).path === 'x',
      execute: async () => ({ ok: true, value: { size: 3 } }),
    });
    expect(await run(info, { path: 'a' })).toEqual({ value: { size: 3 } });
    expect(await (definitionOf(info).approval as (args: object, ctx: object) => unknown)({ path: 'x' }, {})).toBe(true);
  });

  it.each([
    [{ ok: false, error: { code: 'NOPE', message: 'broken' } }],
    [{ success: false, error: 'broken', error_type: 'user_error' }],
  ])('Tool.from turns %j into an error', async returned => {
    const info = from({ name: 'f', description: 'F.', parameters: {}, execute: async () => returned });
    await expect(run(info, {})).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message: 'broken' });
  });

  it.each([
    [{ ok: false, error: { code: 'FILE_NOT_FOUND', message: 'gone' } }, 'FILE_NOT_FOUND'],
    [{ ok: false, error: { code: 'POLICY_DENIED', message: 'says who?' } }, 'EXECUTION_ERROR'],
    [{ success: false, error: 'no x', error_type: 'validation_error' }, 'INVALID_ARGUMENTS'],
    [{ success: false, error: 'locked', error_type: 'permission_error' }, 'PERMISSION_DENIED'],
  ])('Tool.from takes the code of %j, except what only the gate may say', async (returned, code) => {
    const info = from({ name: 'f', description: 'F.', parameters: {}, execute: async () => returned });
    await expect(run(info, {})).rejects.toMatchObject({ code });
  });

  it.each(['user_error', 'security_error', 'system_error'])('Tool.from keeps the type %s', async error_type => {
    const plain = from({
      name: 'f',
      description: 'F.',
      parameters: {},
      execute: async () => ({ success: false, error: 'no', error_type }),
    });
    class Failing extends Greeter {
      protected override async executeImpl(): Promise<ToolResult> {
        return this.formatErrorResponse('no', error_type as 'user_error');
      }
    }
    for (const info of [plain, from(new Failing())])
      await expect(run(info, {})).rejects.toMatchObject({ code: 'EXECUTION_ERROR', type: error_type });
  });

  it('Tool.from keeps a code of the table in either shape, with the type of the table', async () => {
    const code = 'FILE_NOT_FOUND';
    class Failing extends Greeter {
      protected override async executeImpl(): Promise<ToolResult> {
        return { ...this.formatErrorResponse('gone', 'system_error'), code };
      }
    }
    const plain = from({
      name: 'f',
      description: 'F.',
      parameters: {},
      execute: async () => ({ success: false, error: 'gone', code }),
    });
    for (const info of [plain, from(new Failing())])
      await expect(run(info, {})).rejects.toMatchObject({ code, type: 'user_error' });
  });

  it('Tool.from takes the fields of a success apart', async () => {
    const info = from({
      name: 'f',
      description: 'F.',
      parameters: {},
      execute: async () => ({ success: true, error: '', count: 2 }),
    });
    expect(await run(info, {})).toEqual({ value: { count: 2 } });
  });
});

class Greeter extends BaseTool {
  readonly name = 'greet';
  readonly description = 'Greets.';
  readonly requiresConfirmation = false;
  protected override async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    this.captureParams(args);
    await new Promise(resolve => setTimeout(resolve, args.name === 'slow' ? 20 : 1));
    if (!args.name) return this.formatErrorResponse('name is required', 'validation_error', 'greet(name="you")');
    this.emitOutputChunk('any', `hello ${args.name}\n`);
    return this.formatSuccessResponse({ greeting: `hello ${args.name}` });
  }
}

describe('BaseTool', () => {
  it('BaseTool runs by hand, tells its events and never throws', async () => {
    const events: string[] = [];
    const tool = new Greeter({ emit: type => events.push(type) });
    expect(await tool.execute({ name: 'you' })).toEqual({ success: true, error: '', greeting: 'hello you' });
    const failed = await tool.execute({});
    expect(failed).toMatchObject({
      success: false,
      error: 'greet(): name is required',
      error_type: 'validation_error',
    });
    expect(events).toEqual(['tool_call_start', 'tool_output_chunk', 'tool_call_end', 'tool_call_start', 'error']);
  });

  it('BaseTool tells an activity stream what it does by hand', async () => {
    const stream = new ActivityStream();
    const seen: unknown[] = [];
    stream.subscribe('*', ({ type, data }) => seen.push([type, data.toolName]));
    await new Greeter(stream).execute({ name: 'you' });
    expect(seen).toEqual(['tool_call_start', 'tool_output_chunk', 'tool_call_end'].map(type => [type, 'greet']));
  });

  it('BaseTool leaves naming the call to the gate', async () => {
    await expect(run(from(new Greeter()), {})).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: 'name is required',
      suggestion: 'greet(name="you")',
    });
  });

  it('BaseTool keeps the parameters of calls side by side apart', async () => {
    class Slow extends Greeter {
      protected override async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
        this.captureParams(args);
        await new Promise(resolve => setTimeout(resolve, args.ms as number));
        return this.formatErrorResponse('no');
      }
    }
    const tool = new Slow();
    const [first, second] = await Promise.all([tool.execute({ ms: 20 }), tool.execute({ ms: 1 })]);
    expect([first.error, second.error]).toEqual(['greet(ms=20): no', 'greet(ms=1): no']);
  });

  it('previews its result', () => {
    const tool = new Greeter();
    expect(tool.getResultPreview({ success: false, error: 'a\nb\nc\nd' })).toEqual(['a', 'b', 'c']);
  });

  it('BaseTool becomes a tool like any other', async () => {
    const chunks: string[] = [];
    const info = from(new Greeter());
    const result = await definitionOf(info).execute(
      { name: 'you' } as never,
      { output: (chunk: string) => chunks.push(chunk) } as never,
    );
    expect(result.value).toEqual({ greeting: 'hello you' });
    expect(chunks).toEqual(['hello you\n']);
  });
});
