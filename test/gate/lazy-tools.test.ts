import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const far = (id: string): Info =>
  define(id, {
    description: 'Create an issue in a tracker.',
    parameters: z.object({ title: z.string() }),
    effects: () => [],
    execute: ({ title }) => ({ output: `made ${title}` }),
  }) as Info;

const toolResolver = (name: string) => (name.startsWith('tracker_') ? far(name) : null);

describe('a tool that comes from a resolver', () => {
  it('a tool that comes from a resolver is answered with its schema first, not run blind, and runs the second time', async () => {
    const { gate } = await openGate({}, { toolResolver });
    const first = await gate.execute({ name: 'tracker_create', args: { title: 'x' } });
    expect(first.ok).toBe(false);
    expect(first.output).toContain('"title"');
    const second = await gate.execute({ name: 'tracker_create', args: { title: 'x' } });
    expect(second.output).toContain('\nmade x\n');
  });

  it('a tool that comes from a resolver never takes the name of a built-in', async () => {
    const { gate } = await openGate({ 'a.txt': 'x' }, { toolResolver: () => far('read_file') });
    expect((await gate.execute({ name: 'read_file', args: { path: 'a.txt' } })).output).toContain('x');
    expect((await gate.execute({ name: 'other', args: {} })).error?.code).toBe('UNKNOWN_TOOL');
  });

  it('a tool that a resolver does not know is unknown', async () => {
    const { gate } = await openGate({}, { toolResolver });
    expect((await gate.execute({ name: 'nothing', args: {} })).error?.code).toBe('UNKNOWN_TOOL');
  });

  it('a tool that comes from a resolver that find_tools has shown runs at once, also through call_tool', async () => {
    const { gate, run } = await openGate();
    gate.registry.addLazy({
      summaries: () => [{ name: 'tracker_create', description: 'Create an issue in a tracker.' }],
      resolve: toolResolver,
    });
    const found = await run('find_tools', { query: 'create issue' });
    expect(found.output).toContain('tracker_create');
    expect(found.output).toContain('"title"');
    expect((await run('call_tool', { name: 'tracker_create', args: { title: 'x' } })).output).toContain('\nmade x\n');
  });
});

describe('find_tools', () => {
  it.each([
    ['search for text in files', 'grep'],
    ['take back a change', 'undo_file'],
    ['remove a file', 'delete_file'],
    ['rename', 'move_file'],
  ])('find_tools with %s finds %s', async (query, name) => {
    const { run } = await openGate();
    const found = (await run('find_tools', { query })).value as { tools: { name: string }[] };
    expect(found.tools.map(tool => tool.name)).toContain(name);
  });

  it.each(['x', 'far__x', ' Far__X '])('find_tools given the name of a tool (%j) loads that one first', async query => {
    const { gate, run } = await openGate();
    const names = ['x', ...[...'abcdefghijklmnopqrstuvwxyz'].map(letter => `far__${letter}`)];
    gate.registry.addLazy({
      summaries: () => names.map(name => ({ name, description: 'Does far things.' })),
      resolve: name => (names.includes(name) ? far(name) : null),
    });
    const name = query.trim().toLowerCase();
    const found = (await run('find_tools', { query, limit: 3 })).value as { tools: { name: string }[] };
    expect(found.tools[0]?.name).toBe(name);
    expect((await run(name, { title: 'it' })).output).toContain('\nmade it\n');
  });

  it('find_tools that finds nothing says so', async () => {
    const { run } = await openGate();
    expect((await run('find_tools', { query: 'zzzz qqqq' })).output).toContain('No tool fits');
  });
});

describe('call_tool', () => {
  it('call_tool cannot call itself, and a call through it is judged as the call it stands for', async () => {
    const { run } = await openGate({ 'a.txt': 'x' });
    expect((await run('call_tool', { name: 'call_tool', args: {} })).error?.code).toBe('INVALID_ARGUMENTS');
    expect((await run('call_tool', { name: 'delete_file', args: { path: 'a.txt' } })).error?.code).toBe(
      'APPROVAL_DENIED',
    );
    expect((await run('call_tool', { name: 'nope', args: {} })).error?.code).toBe('UNKNOWN_TOOL');
  });
});
