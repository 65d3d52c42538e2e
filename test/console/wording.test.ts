import { describe, expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { Tool } from '../../src/index.ts';
import { asked, OVERWRITE, openConsole } from '../support/console/world.ts';

describe('requests', () => {
  it('lead with the command, whatever is known of what it does', async () => {
    const world = await openConsole();
    const command = 'eval "$X"\nrm -r build';
    const running = world.gate.execute({ name: 'bash', args: { command } }, { agent: 'model' });
    const { id, sentence } = await asked(world);
    expect(sentence).toBe('model wants to run eval "$X"\\nrm -r build');
    await world.post(`approvals/${id}`, { answer: 'reject_once', by: 'Ann' });
    const { callID } = await running;
    const { settled } = (await world.get<Api.ApprovalList>('approvals')).body;
    expect(settled).toMatchObject([{ id, callID, sentence, args: { command }, answeredBy: 'Ann', status: 'answered' }]);
  });

  it('keep their diff when they are settled, and a row of which little is left breaks no list', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE);
    const { id, diff } = await asked(world);
    await world.post(`approvals/${id}`, { answer: 'allow_once', by: 'Ann' });
    await running;
    const row = await world.gate.approvals.get(id);
    if (row) await world.gate.store.approvals.insert({ ...row, id: 'old', request: {}, answer: undefined });
    const { status, body } = await world.get<Api.ApprovalList>('approvals');
    expect(status).toBe(200);
    expect(body.settled).toMatchObject([
      { id: 'old', args: {}, sentence: expect.stringContaining('wants to use write_file') },
      { id, diff, args: OVERWRITE.args, effects: [{ kind: 'write' }], root: world.root },
    ]);
  });
});

describe('undo', () => {
  it('undo tells what is an undo, by which set a change was taken back, and whether there is something to redo', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' }, { gate: { approver: () => 'allow_once' } });
    const list = async () => (await world.get<Api.ChangeList>('changes')).body;
    await world.gate.execute(OVERWRITE);
    const [written] = (await list()).sets;
    expect((await list()).redoable).toBeUndefined();
    await world.post('undo', { set: written?.id });
    const after = await list();
    const [undo] = after.sets;
    expect(after).toMatchObject({
      redoable: undo?.id,
      sets: [{ action: 'undo' }, { undone: true, undoneBy: undo?.id }],
    });
    const diffOf = async (id: string | undefined) =>
      (await world.get<Api.ChangeDetail>(`changes/${id}`)).body.changes.map(({ diff }) => diff).join('');
    expect(await diffOf(undo?.id)).toContain('-new\n+old');
    expect(await diffOf(written?.id)).toContain('-old\n+new');
    await world.post('redo', {});
    const again = await list();
    expect(again).not.toHaveProperty('redoable');
    expect(again.sets).toMatchObject([{ action: 'redo' }, { action: 'undo', undone: true }, { undone: false }]);
  });

  it('one that meets later work is a conflict and no failure, and says no more than was asked', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' }, { gate: { approver: () => 'allow_once' } });
    await world.gate.execute(OVERWRITE);
    const [set] = (await world.get<Api.ChangeList>('changes')).body.sets;
    world.write('a.txt', 'later\n');
    const { body } = await world.post<Api.TryResult>('undo', { set: set?.id });
    expect(body.error?.code).toBe('UNDO_CONFLICT');
    expect(body.error?.message).not.toContain('force=');
    const count = async (query: string) => (await world.get<Api.CallList>(`calls?${query}`)).body.total;
    expect([await count('outcome=failed'), await count('outcome=conflict')]).toEqual([0, 1]);
    expect((await world.gate.usage('tool')).map(({ failed }) => failed)).toEqual([0, 0]);
  });
});

const lister = Tool.define('lister', {
  description: 'Lists',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      depth: { type: 'integer', default: 3 },
      kinds: { type: 'array', items: {}, default: ['a'] },
    },
    required: ['path'],
  },
  effects: () => [],
  execute: async ({ path }) => {
    if (path === 'none') throw new Error('not there');
    return { output: 'x' };
  },
});

it('arguments are recorded and told without what the tool takes anyway', async () => {
  const { gate, get } = await openConsole({}, { gate: { tools: [lister] } });
  await gate.execute({ name: 'lister', args: { path: 'a' } });
  await gate.execute({ name: 'lister', args: { path: 'a', depth: 4, kinds: ['a'] } });
  const { error } = await gate.execute({ name: 'lister', args: { path: 'none', depth: 3 } });
  expect(error?.message).toBe('lister(path="none"): not there');
  const { calls } = (await get<Api.CallList>('calls')).body;
  expect(calls.map(({ args }) => args)).toEqual([{ path: 'none' }, { path: 'a', depth: 4 }, { path: 'a' }]);
});

it('a long text says its true length, once', async () => {
  const { gate, get } = await openConsole();
  const content = 'x'.repeat(9_000);
  await gate.execute({ name: 'write_file', args: { path: 'a.txt', content } });
  const { error } = await gate.execute({
    name: 'edit_file',
    args: { path: 'b', old_text: content, new_text: content },
  });
  const { calls } = (await get<Api.CallList>('calls')).body;
  expect(calls[1]?.args).toHaveProperty('content', `${'x'.repeat(500)}… (9000 characters)`);
  expect(error?.message.match(/characters\)/g)).toHaveLength(2);
  expect(error?.message.match(/9000 characters/g)).toHaveLength(2);
});

it('the event of a call that begins does not tell what nobody said, also of several calls at once', async () => {
  const { gate } = await openConsole({ 'a.txt': 'a\n' });
  const told: unknown[] = [];
  gate.activity.subscribe('tool_call_start', ({ data }) => void told.push(data.arguments));
  const calls = ['echo one', 'echo two'].map((command, id) => ({ id: String(id), name: 'bash', args: { command } }));
  await gate.executeAll(calls);
  expect(told).toEqual([{ command: 'echo one' }, { command: 'echo two' }]);
});
