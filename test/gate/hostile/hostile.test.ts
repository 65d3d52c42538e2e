import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApprovalRequest } from '../../../src/approval/request.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { reads, writes } from '../../../src/tool/effect.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const yes = () => 'allow_once' as const;
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

describe('what a rule hides stays hidden', () => {
  const policy = { rules: [{ effect: 'read', match: '.env', verdict: 'deny' }] } as const;

  it('a diff in the outcome does not show what may not be read', async () => {
    const { gate, run } = await openGate({ '.env': 'KEY=hunter2\n' }, { policy, approver: yes });
    const outcomes = [await run('delete_file', { path: '.env' }), await run('undo_file', { path: '.env' })];
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(outcomes[0]?.metadata.changes).toMatchObject([{ path: '.env', removed: 1, diff: '' }]);
    expect(JSON.stringify(outcomes)).not.toContain('hunter2');
    expect(JSON.stringify(await gate.activity.since(0))).not.toContain('hunter2');
  });

  it('a repeated read through a link that leads elsewhere by now is a new read', async () => {
    const { run, root } = await openGate({ a: 'first\n', b: 'second\n' });
    symlinkSync('a', join(root, 'link'));
    expect((await run('read_file', { path: 'link' }, { turn: 1 })).output).toContain('first');
    rmSync(join(root, 'link'));
    symlinkSync('b', join(root, 'link'));
    expect((await run('read_file', { path: 'link' }, { turn: 1 })).output).toContain('second');
  });

  it('a store inside the workspace is out of reach for every tool', async () => {
    const { again, root } = await openGate();
    const { gate } = await again({ store: join(root, 'state', 'own.db'), approver: yes });
    for (const [name, args] of [
      ['read_file', { path: 'state/own.db', encoding: 'base64' }],
      ['write_file', { path: 'state/own.db-journal', content: 'forged' }],
      ['write_file', { path: 'state/outputs/x.txt', content: 'forged', createDirs: true }],
      ['delete_file', { path: 'state', recursive: true }],
      ['move_file', { from: 'state', to: 'elsewhere' }],
    ] as const) {
      expect([name, (await gate.execute({ name, args })).error?.code]).toEqual([name, 'INVALID_PATH']);
    }
    expect((await gate.execute({ name: 'glob', args: { pattern: '**' } })).output).not.toContain('own.db');
  });
});

describe('a person is asked', () => {
  it('a person is asked by the second of two calls that create the same file at once', async () => {
    const { gate, read } = await openGate();
    const write = (content: string) => gate.execute({ name: 'write_file', args: { path: 'new', content } });
    const [first, second] = await Promise.all([write('mine'), write('yours')]);
    expect([first.ok, second.error?.code]).toEqual([true, 'APPROVAL_DENIED']);
    expect(read('new')).toBe('mine');
  });

  it('again when the file was changed by a sibling while the allowed call waited for it', async () => {
    const begun = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow = define('slow', {
      description: 'Writes late.',
      parameters: z.object({}),
      effects: () => [writes('a')],
      staged: true,
      execute: async (_, ctx) => {
        begun.resolve();
        await asked.promise;
        await pause(100);
        await ctx.files.edit('a', () => Buffer.from('precious\n'));
        return { output: 'done' };
      },
    }) as Info;
    const shown: (string | undefined)[] = [];
    const approver = ({ diff }: ApprovalRequest) => {
      shown.push(diff);
      asked.resolve();
      return shown.length === 1 ? 'allow_once' : 'reject_once';
    };
    const { gate, read } = await openGate({ a: 'old\n' }, { tools: [slow], approver });
    const writing = gate.execute({ name: 'slow', args: {} });
    await begun.promise;
    const deleting = gate.execute({ name: 'delete_file', args: { path: 'a' } });
    expect([(await writing).ok, (await deleting).error?.code]).toEqual([true, 'APPROVAL_DENIED']);
    expect(shown.map(diff => diff?.match(/-(old|precious)/)?.[1])).toEqual(['old', 'precious']);
    expect(read('a')).toBe('precious\n');
  });

  it('again when the files that their own arguments name have changed meanwhile', async () => {
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const slow = define('slow', {
      description: 'Writes late.',
      parameters: z.object({}),
      effects: () => [writes('b')],
      staged: true,
      execute: async (_, ctx) => {
        begun.resolve();
        await answered.promise;
        await pause(100);
        await ctx.files.edit('b', () => Buffer.from('precious\n'));
        return { output: 'done' };
      },
    }) as Info;
    let asked = 0;
    const approver = () => {
      answered.resolve();
      asked += 1;
      const other = { approved: true, modifiedArgs: { path: 'b', content: 'mine' } };
      return asked === 1 ? other : ('reject_once' as const);
    };
    const { gate, read } = await openGate({ a: 'x', b: 'old\n' }, { tools: [slow], approver });
    const writing = gate.execute({ name: 'slow', args: {} });
    await begun.promise;
    const changed = gate.execute({ name: 'write_file', args: { path: 'a', content: 'y' } });
    expect([(await writing).ok, (await changed).error?.code, asked]).toEqual([true, 'APPROVAL_DENIED', 2]);
    expect(read('b')).toBe('precious\n');
  });

  it('a person is asked before a folder too large to be named path by path brings something that runs by itself', async () => {
    const { run, root, exists } = await openGate();
    mkdirSync(join(root, 'gh', 'workflows'), { recursive: true });
    for (let index = 0; index < 5_001; index++) writeFileSync(join(root, 'gh', 'workflows', `${index}.yml`), '');
    const outcome = await run('move_file', { from: 'gh', to: '.github' });
    expect(outcome.error?.code).toBe('APPROVAL_DENIED');
    expect(outcome.error?.message).toContain('runs later by itself');
    expect([exists('.github'), exists('gh/workflows/0.yml')]).toEqual([false, true]);
  });

  it('a person is asked before a tool that is allowed by name and does not say what it touches writes a hook', async () => {
    const tool = define('anywhere', {
      description: 'Writes anywhere.',
      parameters: z.object({ path: z.string() }),
      permissions: { required: ['write'] },
      execute: async ({ path }, ctx) => {
        await ctx.files.write(path, Buffer.from('x'), { createDirs: true });
        return { output: 'done' };
      },
    }) as Info;
    const rules = [{ tool: 'anywhere', verdict: 'allow' }] as const;
    const { run, exists } = await openGate({}, { tools: [tool], policy: { rules } });
    expect((await run('anywhere', { path: 'plain.txt' })).ok).toBe(true);
    expect((await run('anywhere', { path: '.git/hooks/pre-commit' })).error?.code).toBe('APPROVAL_DENIED');
    expect(exists('.git/hooks/pre-commit')).toBe(false);
  });

  it.each([
    '.config/toolgate/config.json',
    '.config/toolgate/trusted.json',
    '.cache/toolgate/compile/x',
    '.git/rebase-merge/git-rebase-todo',
  ])('a person is asked before %s is written', async path => {
    const { run } = await openGate();
    expect((await run('write_file', { path, content: 'x', createDirs: true })).error?.code).toBe('APPROVAL_DENIED');
  });

  it('a deny that came while a person thought wins over their yes', async () => {
    const send = define('send', {
      description: 'Acts at once.',
      parameters: z.object({ to: z.string() }),
      effects: ({ to }) => [{ kind: 'state', resource: to }],
      approval: true,
      execute: () => ({ output: 'sent' }),
    }) as Info;
    const { gate } = await openGate({}, { tools: [send], waitForAnswers: true });
    const calls = ['b', 'b'].map(to => gate.execute({ name: 'send', args: { to } }));
    const waiting = async () => {
      for (;;) {
        const list = await gate.approvals.list();
        if (list.length === 2) return list;
        await pause(10);
      }
    };
    const [one, other] = await waiting();
    await gate.approvals.answer(one!.id, 'reject_always', 'test');
    await gate.approvals.answer(other!.id, 'allow_once', 'test');
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ error }) => error?.code).sort()).toEqual(['APPROVAL_DENIED', 'POLICY_DENIED']);
  });
});

describe('a rule holds', () => {
  it('a rule that names call_tool holds for every call that comes by it', async () => {
    const rules = [{ tool: 'call_tool', verdict: 'deny' }] as const;
    const { run } = await openGate({ a: 'x' }, { policy: { rules } });
    expect((await run('call_tool', { name: 'read_file', args: { path: 'a' } })).error?.code).toBe('POLICY_DENIED');
    expect((await run('read_file', { path: 'a' })).ok).toBe(true);
  });

  it("a rule holds that uses another name of the user's own tool", async () => {
    const tool = define('count_lines', {
      description: 'Counts.',
      parameters: z.object({ path: z.string() }),
      aliases: [{ name: 'wc' }],
      effects: ({ path }) => [reads(path)],
      execute: () => ({ output: '1' }),
    }) as Info;
    const rules = [{ tool: 'wc', verdict: 'deny' }] as const;
    const { run } = await openGate({ a: 'x' }, { tools: [tool], policy: { rules } });
    expect((await run('wc', { path: 'a' })).error?.code).toBe('POLICY_DENIED');
    expect((await run('count_lines', { path: 'a' })).error?.code).toBe('POLICY_DENIED');
  });

  it('a rule on the number of calls holds, also when they come all at once', async () => {
    const { gate } = await openGate({ a: 'x' }, { policy: { limits: { calls: 3 } } });
    const calls = Array.from({ length: 10 }, () => ({ name: 'get_file_info', args: { path: 'a' } }));
    const outcomes = await gate.executeAll(calls);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
    expect(outcomes.filter(({ error }) => error?.code === 'BUDGET_EXCEEDED')).toHaveLength(7);
  });
});

describe('calls that come together give what one after the other gives', () => {
  it('an undo takes back what the call before it has written', async () => {
    const { gate, exists, run } = await openGate();
    await run('write_file', { path: 'old', content: '1' });
    const write = { name: 'write_file', args: { path: 'new', content: '1' } };
    for (const undo of [
      { name: 'undo_file', args: { path: 'new' } },
      { name: 'undo_turn', args: {} },
    ]) {
      const outcomes = await gate.executeAll([write, undo]);
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
      expect([exists('new'), exists('old')]).toEqual([false, true]);
    }
  });
});
