import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { createDispatch } from '../../src/workers/dispatch.ts';
import { memoryEngine } from '../support/worlds/memory-engine.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const files = { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' };
const yes = { approver: () => 'allow_once' as const };

describe('plan mode', () => {
  it('plan mode changes nothing, later calls see the plan, and one diff shows it', async () => {
    const { gate, run, read, exists } = await openGate(files, { mode: 'plan', ...yes });
    await run('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'ONE' });
    await run('edit_file', { path: 'a.txt', old_text: 'ONE', new_text: 'One' });
    await run('write_file', { path: 'new/c.txt', content: 'needle\n', createDirs: true });
    await run('delete_file', { path: 'b.txt' });
    expect([read('a.txt'), read('b.txt'), exists('new')]).toEqual(['one\ntwo\n', 'b\n', false]);
    expect((await run('read_file', { path: 'a.txt' })).output).toContain('One');
    expect((await run('grep', { pattern: 'needle' })).output).toContain('new/c.txt');
    expect((await run('list_directory', { path: '.' })).output).not.toContain('b.txt');
    expect((await run('read_file', { path: 'b.txt' })).error?.code).toBe('FILE_NOT_FOUND');
    const { diff } = await gate.plan.show();
    expect(diff).toContain('-one\n+One');
    expect(diff).not.toContain('ONE');
  });

  it('a plan is applied in order by a later process, and can then be undone', async () => {
    const first = await openGate(files, { mode: 'plan', ...yes });
    await first.run('edit_file', { path: 'a.txt', old_text: 'one', new_text: 'ONE' });
    await first.run('move_file', { from: 'a.txt', to: 'c.txt' });
    await first.gate.close();
    const later = await first.again({ mode: 'direct' });
    await later.gate.plan.apply();
    expect(later.exists('a.txt')).toBe(false);
    expect(later.read('c.txt')).toBe('ONE\ntwo\n');
    expect((await later.gate.plan.show()).sets).toEqual([]);
    expect((await later.run('undo_turn', {})).ok).toBe(true);
    expect(later.read('a.txt')).toBe('ONE\ntwo\n');
  });

  it('a plan leaves nothing when it is dropped', async () => {
    const { gate, run, read } = await openGate(files, { mode: 'plan', ...yes });
    await run('write_file', { path: 'a.txt', content: 'x' });
    await gate.plan.drop();
    expect(read('a.txt')).toBe('one\ntwo\n');
    expect((await run('read_file', { path: 'a.txt' })).output).toContain('one');
  });

  it('a plan does not apply over what a person changed meanwhile', async () => {
    const { gate, run, read, write } = await openGate(files, { mode: 'plan', ...yes });
    await run('write_file', { path: 'a.txt', content: 'x' });
    write('a.txt', 'by hand\n');
    await expect(gate.plan.apply()).rejects.toThrow();
    expect(read('a.txt')).toBe('by hand\n');
    expect((await gate.plan.show()).sets).toHaveLength(1);
  });

  it('plan mode asks before anything that cannot be planned', async () => {
    const sends = define('sends', {
      description: 'Sends.',
      parameters: z.object({}),
      effects: () => [{ kind: 'network', resource: 'docs.example.org' }],
      danger: 'safe',
      execute: () => ({ output: 'sent' }),
    }) as Info;
    const policy = { extends: 'privileged', network: { allow: ['docs.example.org'] } } as const;
    const planned = await openGate({}, { mode: 'plan', tools: [sends], policy });
    const direct = await openGate({}, { tools: [sends], policy });
    expect((await planned.run('sends', {})).error?.code).toBe('APPROVAL_DENIED');
    expect((await direct.run('sends', {})).ok).toBe(true);
  });

  it('plan mode keeps to-dos, which are state and not planned', async () => {
    const { run } = await openGate({}, { mode: 'plan' });
    await run('todowrite', { todos: [{ content: 'x', status: 'pending' }] });
    expect((await run('todoread', {})).output).toContain('x');
  });

  it('agents below one that plans work in its plan, and nothing is handed to workers', async () => {
    const { gate, exists } = await openGate({}, { mode: 'plan' });
    const below = gate.child({ agent: 'below' });
    expect([gate.planned, below.planned]).toEqual([true, true]);
    expect((await below.execute({ name: 'write_file', args: { path: 'a.txt', content: 'x' } })).ok).toBe(true);
    expect([exists('a.txt'), (await gate.plan.show()).files.map(({ path }) => path)]).toEqual([false, ['a.txt']]);
    const { submit, spawner } = createDispatch({ store: gate.store, engine: memoryEngine() });
    const refused = expect.objectContaining({ code: 'PERMISSION_DENIED' });
    await expect(submit(below, [{ name: 'read_file', args: { path: 'a.txt' } }])).rejects.toEqual(refused);
    expect(() => spawner({} as never)(below)).toThrow('workers');
  });

  it('a yes that was left for a call is none for the same call in plan mode', async () => {
    const args = { command: 'echo x > made', background: true };
    const direct = await openGate({}, { policy: 'privileged', waitForAnswers: true });
    const ask = direct.gate.execute({ name: 'bash', args });
    const waiting = async () => {
      for (;;) {
        const [request] = await direct.gate.approvals.list();
        if (request) return request.id;
        await sleep(10);
      }
    };
    const id = await waiting();
    await direct.gate.close();
    await ask;
    const planned = await direct.again({ mode: 'plan', waitForAnswers: false });
    await planned.gate.approvals.answer(id, 'allow_once', 'Ann');
    expect((await planned.run('bash', args)).error?.code).toBe('APPROVAL_DENIED');
    await planned.gate.close();
    const again = await direct.again({ waitForAnswers: false });
    expect((await again.gate.execute({ name: 'bash', args })).ok).toBe(true);
  });

  it('people hear of what is applied and dropped, and who did it', async () => {
    const { gate, run } = await openGate(files, { mode: 'plan', ...yes });
    await run('write_file', { path: 'a.txt', content: 'x' });
    await run('write_file', { path: 'c.txt', content: 'c' });
    await gate.activity.settle();
    const told: unknown[] = [];
    for (const type of ['file_changed', 'plan_changed'] as const)
      gate.activity.subscribe(type, ({ agent, data }) => void told.push([agent, type, data.path ?? data.settled]));
    await gate.plan.apply({ paths: ['a.txt'], by: 'Ann' });
    await gate.plan.drop({ by: 'Bob' });
    await gate.activity.settle();
    expect(told).toEqual([
      ['Ann', 'file_changed', 'a.txt'],
      ['Ann', 'plan_changed', 'applied'],
      ['Bob', 'plan_changed', 'dropped'],
    ]);
  });
});
