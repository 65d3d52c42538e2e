import { describe, expect, it } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import type { AgentGate } from '../../gate/toolgate.ts';
import { replayTasks } from '../../tasks/replay.ts';
import { verifyTool } from '../../testing/verify-tool.ts';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import type { Definition, Info } from '../../tool/define.ts';
import { tasklistPack } from './pack.ts';

const ALL = ['complete_task', 'create_task', 'get_task', 'list_tasks', 'reject_task', 'submit_result', 'task_update'];

const offered = (gate: AgentGate) =>
  gate.registry
    .describe()
    .map(({ name }) => name)
    .filter(name => ALL.includes(name))
    .sort();

async function openRoles() {
  const { gate } = await openGate();
  const worker = gate.child({ agent: 'main/coder-1', role: 'worker' });
  const other = gate.child({ agent: 'main/coder-2', role: 'worker' });
  const lead = gate.child({ agent: 'main/lead', role: 'orchestrator' });
  const call = async (who: AgentGate, name: string, args: object) => who.execute({ name, args });
  const code = async (who: AgentGate, name: string, args: object) => {
    const explained = await who.explain({ name, args });
    const outcome = await call(who, name, args);
    // Who may not use a tool is told so by both.
    if (explained.error) expect(outcome.error?.code).toBe(explained.error.code);
    return outcome.ok ? 'ok' : outcome.error.code;
  };
  return { gate, worker, other, lead, call, code };
}

describe('roles', () => {
  it('a role is offered its own tools, and refused the others', async () => {
    const { gate, worker, lead, code } = await openRoles();
    const orchestrators = ALL.filter(name => name !== 'submit_result');
    expect(offered(gate)).toEqual(orchestrators);
    expect(offered(lead)).toEqual(orchestrators);
    expect(offered(worker)).toEqual(['get_task', 'list_tasks', 'submit_result', 'task_update']);
    expect(await code(worker, 'create_task', { title: 'x' })).toBe('PERMISSION_DENIED');
    expect(await code(worker, 'task_create', { title: 'x' })).toBe('PERMISSION_DENIED');
    expect(await code(worker, 'complete_task', { id: 't1' })).toBe('PERMISSION_DENIED');
    expect(await code(worker, 'reject_task', { id: 't1' })).toBe('PERMISSION_DENIED');
    expect(await code(lead, 'submit_result', { id: 't1', result: 'x' })).toBe('PERMISSION_DENIED');
    expect((await lead.execute({ name: 'submit_result', args: { id: 't1', result: 'x' } })).output).toContain(
      'your role is orchestrator',
    );
    expect(await gate.tasks.list()).toEqual([]);
  });

  it('workers submit, orchestrators complete', async () => {
    const { gate, worker, other, lead, call, code } = await openRoles();
    await call(lead, 'create_task', { title: 'Build', label: 'build' });
    await call(lead, 'create_task', { title: 'Test', label: 'test', depends_on: ['build'] });
    const taken = await call(worker, 'task_update', { status: 'in_progress' });
    expect(taken).toMatchObject({ ok: true, value: { task: { label: 'build', attempt: 1, holder: 'main/coder-1' } } });
    expect(taken.output).toContain('submit_result, with id "build" and attempt 1');
    expect(await code(other, 'submit_result', { id: 'build', result: 'mine' })).toBe('CLAIMED');
    expect(await code(other, 'task_update', { status: 'in_progress', id: 'build' })).toBe('CLAIMED');
    expect((await call(other, 'task_update', { status: 'in_progress' })).output).toContain('No task is ready');
    expect(await code(worker, 'submit_result', { id: 'build', result: 'out/app.js', attempt: 1 })).toBe('ok');
    expect(await code(worker, 'task_update', { id: 'build', status: 'done' })).toBe('PERMISSION_DENIED');
    expect(await code(worker, 'task_update', { id: 'build', status: 'deferred' })).toBe('PERMISSION_DENIED');
    expect(await code(worker, 'task_update', { id: 'test', add_dependencies: ['build'] })).toBe('PERMISSION_DENIED');
    expect(await code(worker, 'task_update', { id: 'test', title: 'Mine' })).toBe('PERMISSION_DENIED');
    expect((await call(lead, 'reject_task', { id: 'build', reason: 'no map', ready: true })).output).toContain('ready');
    expect(await code(other, 'submit_result', { id: 'build', result: 'out, with map' })).toBe('ok');
    const shown = await call(lead, 'get_task', { id: 'build' });
    expect(shown.output).toContain('result:\nout, with map');
    expect(shown).toMatchObject({ value: { submitted_by: 'main/coder-2', dependents: [{ label: 'test' }] } });
    expect((await call(lead, 'complete_task', { id: 'build' })).value).toMatchObject({ now_ready: ['test'] });
    expect((await gate.tasks.get('test')).status).toBe('ready');
  });

  it('each change is an event of its call, and a listener gets all of them in order', async () => {
    const { gate, worker, lead, call } = await openRoles();
    const heard: { readonly seq: number; readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] =
      [];
    gate.activity.subscribe('*', event => void heard.push(event), { from: 0 });
    const made = await call(lead, 'create_task', { title: 'x' });
    await call(worker, 'submit_result', { id: 't1', result: 'y' });
    await call(lead, 'complete_task', { id: 't1' });
    const stored = await gate.activity.since(0);
    await gate.activity.flush();
    expect(heard.map(({ seq }) => seq)).toEqual(stored.map(({ seq }) => seq));
    const changes = stored.filter(({ type }) => type === 'task_changed');
    expect(changes.map(({ agent, data }) => [agent, data.from, data.to])).toEqual([
      ['main/lead', null, 'ready'],
      ['main/coder-1', 'ready', 'in_progress'],
      ['main/coder-1', 'in_progress', 'submitted'],
      ['main/lead', 'submitted', 'done'],
    ]);
    expect(changes[0]?.callID).toBe(made.callID);
    const row = await gate.tasks.get('t1');
    expect([...replayTasks(heard).values()]).toEqual([row]);
  });

  it('calls of one turn are done one after the other', async () => {
    const { gate } = await openRoles();
    const outcomes = await gate.executeAll([
      ...Array.from({ length: 30 }, (_, n) => ({
        name: 'create_task',
        args: { title: `${n}`, label: `n${n}`, depends_on: n === 0 ? [] : [`n${n - 1}`] },
      })),
      { name: 'list_tasks', args: { limit: 200 } },
    ]);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(outcomes.at(-1)).toMatchObject({ value: { total: 30, counts: { ready: 1, pending: 29 } } });
  });
});

describe('what models send', () => {
  it('mistakes are answered with the next step', async () => {
    const { gate } = await openGate();
    const run = async (name: string, args: object) => gate.execute({ name, args });
    await run('create_task', { title: 'Write the parser', label: 'parser' });
    expect((await run('get_task', { id: 'prser' })).output).toContain('Did you mean parser (Write the parser)?');
    expect((await run('task_update', { id: 'parser' })).output).toContain('Give at least one of: status');
    expect((await run('task_update', { status: 'failed' })).output).toContain('id is missing');
    expect((await run('task_update', { id: 'parser', status: 'finished' })).output).toContain('"done"');
    expect((await run('complete_task', { id: 'parser' })).output).toContain('submitted');
    expect((await run('create_task', { title: 'x', depends_on: ['prser'] })).output).toContain('parser');
    expect((await run('create_task', { title: 'x', label: 'parser' })).output).toContain('already');
    expect((await run('create_task', { title: 'a\u001b[31mb' })).output).toContain('without control characters');
    expect((await run('create_task', { title: 'x', description: 'y'.repeat(30_000) })).ok).toBe(false);
    expect((await run('list_tasks', { status: 'running' })).ok).toBe(false);
    expect((await gate.tasks.list()).length).toBe(1);
  });

  it('lists that models read are bounded, and say how to go on', async () => {
    const { gate } = await openGate();
    for (let n = 0; n < 60; n += 1) await gate.tasks.create({ title: `${n}` });
    const first = await gate.execute({ name: 'list_tasks', args: {} });
    expect(first.output).toContain('[60 in all: 60 ready.]\n[There are more: after="t50".]');
    const rest = await gate.execute({ name: 'list_tasks', args: { after: 't50' } });
    expect(rest).toMatchObject({ metadata: { tasks: 10, more: false } });
    const none = await gate.execute({ name: 'list_tasks', args: { status: ['done'] } });
    expect(none.output).toContain('None of 60 tasks fits.');
  });

  it('a plan does not hold back what is done to tasks', async () => {
    const { gate } = await openGate({}, { mode: 'plan' });
    expect((await gate.execute({ name: 'create_task', args: { title: 'x' } })).ok).toBe(true);
    expect((await gate.tasks.list()).length).toBe(1);
  });

  it('a policy that only reads lets tasks be read and submitted, not made', async () => {
    const { gate } = await openGate({}, { policy: 'read-only' });
    expect(offered(gate)).toEqual(['get_task', 'list_tasks', 'task_update']);
    await gate.tasks.create({ title: 'x' });
    const worker = gate.child({ agent: 'w', role: 'worker' });
    expect((await worker.execute({ name: 'submit_result', args: { id: 't1', result: 'y' } })).ok).toBe(true);
  });
});

it('results fit what the tools say they return', async () => {
  const { gate } = await openGate();
  await gate.tasks.create({ title: 'x', label: 'x', maxAttempts: 3, description: 'd' });
  await gate.tasks.update('x', { status: 'in_progress' });
  for (const { id, definition } of tasklistPack({ tasks: gate.tasks })) {
    const { returns } = definition as Definition;
    if (id !== 'get_task' && id !== 'list_tasks') continue;
    const { value } = await gate.execute({ name: id, args: id === 'get_task' ? { id: 'x' } : {} });
    expect(await compileSchema(returns!).check(value)).toMatchObject({ ok: true });
  }
});

const ARGUMENTS: Readonly<Record<string, readonly object[]>> = {
  list_tasks: [{}, { status: ['ready'], limit: 1 }],
  get_task: [{ id: 'a' }],
  create_task: [{ title: 'x' }, { title: 'y', depends_on: ['a'], label: 'y' }],
  complete_task: [{ id: 'b' }],
  reject_task: [{ id: 'b', reason: 'no' }],
  task_update: [{ id: 'a', status: 'in_progress' }, { id: 'b', title: 'z' }, { status: 'in_progress' }],
};

it.each(Object.keys(ARGUMENTS))('%s does as it says', async id => {
  const { gate } = await openGate();
  const prepare = async () => {
    const label = (name: string) => gate.tasks.get(name).catch(() => gate.tasks.create({ title: name, label: name }));
    await label('a');
    await label('b');
    await gate.tasks.update('b', { status: 'submitted', result: 'r' }).catch(() => {});
  };
  await prepare();
  const tool = tasklistPack({ tasks: gate.tasks }).find(each => each.id === id) as Info;
  const { findings, succeeded } = await verifyTool(tool, { runs: 5, prepare, arguments: ARGUMENTS[id] ?? [] });
  expect(findings).toEqual([]);
  expect(succeeded).toBeGreaterThan(0);
});

it('calls about different tasks run side by side, and those that meet one after the other', async () => {
  const { gate } = await openGate();
  for (const label of ['a', 'b', 'free']) await gate.tasks.create({ title: label, label, dependsOn: [] });
  const below = await gate.tasks.create({ title: 'below', label: 'below', dependsOn: ['a'] });
  const batchesOf = async (...calls: readonly [name: string, args: object][]) => {
    const batches = await gate.groupToolCallsIntoBatches(calls.map(([name, args]) => ({ name, args })));
    return batches.map(({ length }) => length);
  };
  const update = (id: string): [string, object] => ['task_update', { id, title: 'x' }];
  expect(await batchesOf(update('a'), update('b'), ['get_task', { id: 'free' }])).toEqual([3]);
  expect(await batchesOf(update('b'), ['create_task', { title: 'new' }])).toEqual([2]);
  expect(await batchesOf(update('a'), update('below'))).toEqual([1, 1]);
  expect(await batchesOf(update('below'), update(below.id))).toEqual([1, 1]);
  expect(await batchesOf(update('a'), ['list_tasks', {}])).toEqual([1, 1]);
  expect(await batchesOf(['create_task', { title: 'c', label: 'c' }], update('c'))).toEqual([1, 1]);
});
