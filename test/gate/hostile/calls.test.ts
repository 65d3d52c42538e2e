import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { reads } from '../../../src/tool/effect.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const tool = (id: string, definition: object = {}): Info =>
  define(id, {
    description: 'For a test.',
    parameters: z.object({}),
    effects: () => [],
    execute: () => ({ output: 'ok' }),
    ...definition,
  } as never) as Info;

describe('a call', () => {
  it('a call that is no call at all gets its outcome, and so do the others', async () => {
    const { gate } = await openGate({ a: 'x' });
    const calls = [{ name: 'read_file', args: { path: 'a' } }, null, undefined];
    const outcomes = await gate.executeAll(calls as never);
    expect(outcomes.map(({ error }) => error?.code)).toEqual([undefined, 'UNKNOWN_TOOL', 'UNKNOWN_TOOL']);
  });

  it('a call whose arguments cannot be read gets its outcome', async () => {
    const { gate } = await openGate();
    const args = {
      get path(): string {
        throw new Error('do not look');
      },
    };
    expect((await gate.execute({ name: 'read_file', args })).ok).toBe(false);
  });

  it('a call with another date is another call', async () => {
    const on = define('on', {
      description: 'Says the day.',
      parameters: z.object({ path: z.string(), day: z.coerce.date() }),
      effects: ({ path }) => [reads(path)],
      execute: ({ day }) => ({ output: day.toISOString().slice(0, 10) }),
    }) as Info;
    const { run } = await openGate({ a: 'x' }, { tools: [on] });
    await new Promise(resolve => setTimeout(resolve, 60));
    const days = ['2020-01-01', '2026-01-01'];
    for (const day of days) expect((await run('on', { path: 'a', day }, { turn: 1 })).output).toBe(day);
  });

  it('a call with a thousand repairs is told a few of them', async () => {
    const adds = define('adds', {
      description: 'Adds.',
      parameters: z.object({ numbers: z.array(z.number()) }),
      effects: () => [],
      execute: ({ numbers }) => ({ output: String(numbers.length) }),
    }) as Info;
    const { run } = await openGate({}, { tools: [adds] });
    const { output } = await run('adds', { numbers: Array.from({ length: 1000 }, (_, index) => String(index)) });
    expect(output.match(/Repaired/g)).toHaveLength(21);
    expect(output).toContain('980 more');
  });

  it('a call whose arguments a person made long is not told all of them', async () => {
    const content = 'y'.repeat(1_000_000);
    const approver = () => ({ approved: true, modifiedArgs: { path: 'a', content } });
    const { run, read } = await openGate({ a: 'x' }, { approver });
    const { output } = await run('write_file', { path: 'a', content: 'z' });
    expect(read('a')).toBe(content);
    expect(output.length).toBeLessThan(4_000);
    expect(output).toContain('A person changed the arguments');
  });

  it.each([
    ['backticks', '`'.repeat(100_000)],
    ['brackets', '['.repeat(100_000)],
    ['numbers, cut off', `{"path":[${'1,'.repeat(100_000)}`],
  ])('a call of nothing but %s is refused', async (_, args) => {
    const { run } = await openGate();
    expect((await run('read_file', args)).error?.code).toBe('INVALID_ARGUMENTS');
  });
});

describe('a rule holds', () => {
  it('a rule holds in a workspace whose own path is written in decomposed letters', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-test-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const workspace = join(folder, 'cafe\u0301');
    mkdirSync(join(workspace, 'secrets'), { recursive: true });
    writeFileSync(join(workspace, 'secrets', 'a'), 'hunter2');
    const rules = [{ effect: 'read', match: 'secrets/**', verdict: 'deny' }] as const;
    const gate = await createToolgate({ workspace, store: 'memory', policy: { rules } });
    onTestFinished(() => gate.close());
    expect((await gate.execute({ name: 'read_file', args: { path: 'secrets/a' } })).error?.code).toBe('POLICY_DENIED');
    expect((await gate.execute({ name: 'grep', args: { pattern: 'hunter' } })).output).not.toContain('hunter2');
  });

  it('a rule holds by another name of a tool that came after the rules were read', async () => {
    const { gate, run } = await openGate({}, { policy: { rules: [{ tool: 'wc', verdict: 'deny' }] } });
    gate.registry.register(tool('count', { aliases: [{ name: 'wc' }] }));
    for (const name of ['wc', 'count']) expect((await run(name, {})).error?.code).toBe('POLICY_DENIED');
  });

  it('a rule that names call_tool holds also for what a tool is seen to write', async () => {
    const anywhere = define('anywhere', {
      description: 'Writes anywhere.',
      parameters: z.object({ path: z.string() }),
      permissions: { required: ['write'] },
      danger: 'moderate',
      staged: true,
      execute: async ({ path }, ctx) => {
        await ctx.files.write(path, Buffer.from('x'), { createDirs: true });
        return { output: 'done' };
      },
    }) as Info;
    const rules = [{ tool: 'call_tool', effect: 'write', match: 'x/**', verdict: 'deny' }] as const;
    const { run, exists } = await openGate({}, { tools: [anywhere], policy: { rules } });
    const { error } = await run('call_tool', { name: 'anywhere', args: { path: 'x/a' } });
    expect([error?.code, exists('x/a')]).toEqual(['POLICY_DENIED', false]);
    expect((await run('anywhere', { path: 'x/a' })).ok).toBe(true);
  });
});

describe('a tool that the policy never allows', () => {
  it('a tool that the policy never allows is not found, and not suggested', async () => {
    const shell = tool('shell', { description: 'Search with a shell command', effects: undefined });
    const policy = { rules: [{ tool: 'grep', verdict: 'deny' }] } as const;
    const { run } = await openGate({}, { policy, tools: [shell] });
    const { value } = await run('find_tools', { query: 'search text in files with a shell command', limit: 20 });
    const names = (value as { tools: { name: string }[] }).tools.map(({ name }) => name);
    expect(names).toContain('edit_file');
    expect(names).not.toContain('grep');
    expect(names).not.toContain('shell');
    expect((await run('grepp', {})).error?.suggestion).not.toContain('grep,');
    expect((await run('grepp', {})).error?.details?.nearest).not.toContain('grep');
  });

  it('a tool that the policy never allows is explained with the verdict that a call gets', async () => {
    const { gate } = await openGate({}, { policy: 'read-only' });
    const explained = await gate.explain({ name: 'write_file', args: { path: 'a', content: 'x' } });
    expect(explained).toMatchObject({ verdict: 'deny', reasons: [{ from: 'capability' }] });
  });
});

describe('a source of lazy tools that fails', () => {
  it('a source of lazy tools that fails takes nothing else along', async () => {
    const broken = () => {
      throw new Error('the server is gone');
    };
    const { gate, run } = await openGate({ a: 'x' });
    gate.registry.addLazy({ summaries: broken, resolve: broken });
    gate.registry.addLazy({
      summaries: () => [
        { name: 'far', description: 'Reads far files.' },
        { name: 'gone', description: 'Reads.' },
      ],
      resolve: name => (name === 'far' ? tool('far') : null),
    });
    const found = await run('find_tools', { query: 'read files' });
    expect(found.output).toContain('far: ');
    expect((await run('read_file', { path: 'a' })).ok).toBe(true);
    expect((await run('unheard_of', {})).error).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('the server is gone'),
    });
  });
});

describe('a lazy tool', () => {
  const lazy = (runs: string[]) => ({
    policy: 'privileged' as const,
    toolResolver: (name: string) =>
      name === 'lazy' ? tool('lazy', { execute: () => ({ output: String(runs.push('run')) }) }) : null,
  });

  it('a lazy tool is not run by the second call of a turn that did not know its schema either', async () => {
    const runs: string[] = [];
    const { gate } = await openGate({}, lazy(runs));
    const calls = [1, 2].map(() => ({ name: 'lazy', args: {} }));
    const codes = async () => (await gate.executeAll(calls)).map(({ error }) => error?.code);
    expect([await codes(), runs]).toEqual([['INVALID_ARGUMENTS', 'INVALID_ARGUMENTS'], []]);
    expect([await codes(), runs.length]).toEqual([[undefined, undefined], 2]);
  });

  it('a lazy tool is not shown by looking at batches', async () => {
    const { gate } = await openGate({}, lazy([]));
    await gate.groupToolCallsIntoBatches([{ name: 'lazy', args: {} }]);
    expect((await gate.execute({ name: 'lazy', args: {} })).error?.code).toBe('INVALID_ARGUMENTS');
  });
});
