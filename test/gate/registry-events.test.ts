import { expect, expectTypeOf, it } from 'vitest';
import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import { BaseTool, type ToolResult } from '../../src/tool/base-tool.ts';
import type { Failure } from '../../src/tool/error.ts';
import { openAgents, spawning } from '../support/worlds/open-agents.ts';
import { openGate } from '../support/worlds/open-gate.ts';

it('a registry tells of every call, whichever way it came', async () => {
  const { gate } = await openGate({ 'a.txt': 'x' });
  const told: unknown[] = [];
  gate.registry.subscribe(event => {
    if (event.type === 'execute') told.push([event.tool, event.ok, event.agent]);
    if (event.type === 'error') told.push([event.tool, event.error.code, event.agent]);
  });
  const reads = { name: 'read_file', args: { path: 'a.txt' } };
  await gate.execute(reads);
  await gate.executeAll([reads]);
  await gate.registry.execute('read_file', { path: '../a' });
  const child = gate.child({ agent: 'below' });
  await child.child({ agent: 'deeper' }).execute({ name: 'nothing_like_it', args: {} });
  expect(told).toEqual([
    ['read_file', true, 'main'],
    ['read_file', true, 'main'],
    ['read_file', false, 'main'],
    ['read_file', 'INVALID_PATH', 'main'],
    ['nothing_like_it', false, 'deeper'],
    ['nothing_like_it', 'UNKNOWN_TOOL', 'deeper'],
  ]);
});

it('the error event comes once for each failed call, and has one form wherever it comes from', async () => {
  const { gate } = await openGate({ 'a.txt': 'x' });
  await gate.registry.execute('read_file', { path: '../a' });
  await gate.execute({ name: 'read_file', args: { path: 'a.txt', limit: 'many' } });
  gate.registry.addLazy({
    summaries: () => {
      throw new Error('no list');
    },
    resolve: () => null,
  });
  gate.registry.summaries();
  class Broken extends BaseTool {
    readonly name = 'broken';
    readonly description = 'Breaks';
    readonly requiresConfirmation = false;
    protected async executeImpl(): Promise<ToolResult> {
      return this.formatErrorResponse('It is gone', 'user_error', 'Look elsewhere');
    }
  }
  await new Broken(gate.activity).execute({});
  const errors = await gate.activity.since(0, { type: 'error' });
  expect(errors.map(({ data }) => data)).toMatchObject([
    { toolName: 'read_file', error: { code: 'INVALID_PATH', type: 'security_error' } },
    { toolName: 'read_file', error: { code: 'INVALID_ARGUMENTS', type: 'validation_error' } },
    { toolName: 'its list', error: { code: 'EXECUTION_ERROR', message: expect.stringContaining('no list') } },
    { toolName: 'broken', error: { type: 'user_error', suggestion: 'Look elsewhere' } },
  ]);
});

it('agents tell of their start, their answers and their end by themselves', async () => {
  const { gate, agents } = await openAgents({
    boss: { packs: ['spawn'], script: [{ calls: [spawning('hand')] }, { text: 'Done.' }] },
    hand: { packs: [], script: [{ text: 'Done.' }] },
  });
  await agents.run({
    gate: gate.child({ agent: 'one', packs: ['spawn'] }),
    type: agents.types.get('boss'),
    prompt: 'Go.',
  });
  const told = (await gate.activity.since(0)).filter(({ type }) => type.startsWith('agent_'));
  expect(told.map(({ type, agent }) => [type, agent])).toEqual([
    ['agent_started', 'one'],
    ['agent_said', 'one'],
    ['agent_started', 'one/hand-1'],
    ['agent_said', 'one/hand-1'],
    ['agent_ended', 'one/hand-1'],
    ['agent_said', 'one'],
    ['agent_ended', 'one'],
  ]);
});

it('the type of an event tells what its data holds', async () => {
  const { gate } = await openGate({ 'a.txt': 'x' });
  const seen: string[] = [];
  gate.activity.subscribe('tool_call_end', ({ type, data }) => {
    expectTypeOf(type).toEqualTypeOf<'tool_call_end'>();
    expectTypeOf(data.success).toEqualTypeOf<boolean>();
    seen.push(...(data.result?.preview ?? []));
  });
  await gate.execute({ name: 'read_file', args: { path: 'a.txt' } });
  expect(seen).toEqual(['Read a.txt (1 line)']);
  const codeOf = (event: ActivityEvent) => {
    if (event.type !== 'error') return undefined;
    expectTypeOf(event.data.error).toEqualTypeOf<Failure>();
    return event.data.error.code;
  };
  await gate.execute({ name: 'read_file', args: { path: 'b.txt' } });
  expect((await gate.activity.since(0)).map(codeOf)).toContain('FILE_NOT_FOUND');
});
