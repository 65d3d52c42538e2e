import { describe, expect, it } from 'vitest';
import {
  actor,
  openTestTasks,
  replayedTasks,
  storedTasks,
  type TestTasks,
} from '../../test/support/worlds/open-tasks.ts';
import type { TaskStatus } from '../store/port.ts';
import type { TaskUpdate } from './decisions/update-task.ts';
import { TASK_LIMITS } from './limits.ts';
import { MOVES, STATUSES } from './machine.ts';
import { replayTasks } from './replay.ts';

const w1 = actor('w1');
const w2 = actor('w2');
const MINUTE = 60_000;

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    error => error.code as string,
  );

/** Makes a task with the label `x` in this state, held or submitted by w1 where that matters. */
async function taskThatIs(status: TaskStatus): Promise<TestTasks> {
  const made = await openTestTasks();
  const { tasks } = made;
  const waits = status === 'pending';
  if (waits) await tasks.create({ title: 'first', label: 'before' });
  await tasks.create({ title: 'x', label: 'x', ...(waits ? { dependsOn: ['before'] } : {}) });
  const way: Partial<Record<TaskStatus, readonly TaskStatus[]>> = {
    in_progress: ['in_progress'],
    submitted: ['in_progress', 'submitted'],
    done: ['in_progress', 'submitted', 'done'],
    deferred: ['in_progress', 'submitted', 'deferred'],
    failed: ['in_progress', 'failed'],
  };
  for (const to of way[status] ?? []) {
    await tasks.update('x', { status: to }, to === 'done' || to === 'deferred' ? undefined : w1);
  }
  expect((await tasks.get('x')).status).toBe(status);
  return made;
}

describe('the way of a task', () => {
  it('a task goes from ready over in_progress and submitted to done', async () => {
    const { tasks } = await openTestTasks();
    const made = await tasks.create({ title: 'Write it', description: 'All of it' });
    expect(made).toMatchObject({ label: 't1', status: 'ready', rev: 1, attempt: 0, createdBy: 'main' });
    const taken = await tasks.update('t1', { status: 'in_progress' }, w1);
    expect(taken).toMatchObject({ status: 'in_progress', attempt: 1, rev: 2, holder: { agent: 'w1' } });
    await tasks.update('t1', { status: 'submitted', result: 'here' }, w1);
    expect(await tasks.get('t1')).toMatchObject({ status: 'submitted', submittedBy: 'w1', result: 'here' });
    await tasks.update('t1', { status: 'done' });
    expect(await tasks.get('t1')).toMatchObject({ status: 'done', rev: 4, description: 'All of it' });
  });

  it('a rejected submission is deferred, keeps its reason, and can be ready again', async () => {
    const { tasks } = await taskThatIs('submitted');
    expect(await tasks.reject('x', { reason: 'too short' })).toMatchObject({ status: 'deferred' });
    expect((await tasks.get('x')).reason).toBe('too short');
    expect(await tasks.update('x', { status: 'ready' }, w2)).toMatchObject({ status: 'ready', attempt: 1 });
    await tasks.update('x', { status: 'submitted' }, w2);
    expect(await tasks.reject('x', { ready: true })).toMatchObject({ status: 'ready' });
  });

  it('workers never reach done', async () => {
    for (const status of STATUSES) {
      const { tasks } = await taskThatIs(status);
      expect(['ILLEGAL_TRANSITION', 'PERMISSION_DENIED']).toContain(
        await codeOf(tasks.update('x', { status: 'done' }, w1)),
      );
    }
  });

  for (const from of STATUSES) {
    it(`a task goes from ${from} only where the table says`, async () => {
      for (const role of ['worker', 'orchestrator'] as const) {
        for (const to of STATUSES) {
          const { tasks } = await taskThatIs(from);
          // The actor is the one that took it, so that only the role matters.
          const code = await codeOf(tasks.update('x', { status: to }, { ...w1, role }));
          const roles = MOVES[from][to] ?? (from === 'in_progress' && to === from ? ['worker', 'orchestrator'] : []);
          const atOnce = from === 'ready' && to === 'submitted';
          expect([from, to, role, code === 'ok']).toEqual([from, to, role, atOnce || roles.includes(role)]);
        }
      }
    });
  }

  it('a task that is done stays as it is', async () => {
    const { tasks } = await taskThatIs('done');
    await tasks.create({ title: 'y', label: 'y' });
    const changes: TaskUpdate[] = [
      { title: 'z' },
      { description: 'z' },
      { addDependencies: ['y'] },
      { maxAttempts: 3 },
    ];
    for (const change of changes) expect(await codeOf(tasks.update('x', change))).toBe('ILLEGAL_TRANSITION');
  });

  it('an update with an old rev is refused', async () => {
    const { tasks } = await taskThatIs('submitted');
    const { rev } = await tasks.get('x');
    await tasks.update('x', { title: 'other' });
    expect(await codeOf(tasks.update('x', { status: 'done', rev }))).toBe('ILLEGAL_TRANSITION');
    expect(await codeOf(tasks.reject('x', { rev }))).toBe('ILLEGAL_TRANSITION');
    expect(await codeOf(tasks.update('x', { status: 'done', rev: rev + 1 }))).toBe('ok');
  });
});

describe('who holds a task', () => {
  it('nobody else can take or submit a held task while the lease lasts', async () => {
    const { tasks, clock } = await taskThatIs('in_progress');
    clock.now += 14 * MINUTE;
    for (const status of ['in_progress', 'submitted', 'ready', 'failed'] as const) {
      const refused = tasks.update('x', { status }, w2);
      await expect(refused).rejects.toMatchObject({ code: 'CLAIMED', message: expect.stringContaining('held by w1') });
    }
    expect(await codeOf(tasks.update('x', { status: 'submitted' }, { ...w1, processID: 'another' }))).toBe('CLAIMED');
    expect(await codeOf(tasks.update('x', { status: 'submitted', attempt: 1 }, { ...w1, processID: 'another' }))).toBe(
      'ok',
    );
  });

  it('taking a task again renews the lease and keeps the number', async () => {
    const { tasks, clock } = await taskThatIs('in_progress');
    clock.now += 14 * MINUTE;
    expect(await tasks.update('x', { status: 'in_progress' }, w1)).toMatchObject({ attempt: 1 });
    clock.now += 14 * MINUTE;
    expect(await codeOf(tasks.update('x', { status: 'in_progress' }, w2))).toBe('CLAIMED');
  });

  it('a task whose lease ran out can be taken again, and a late submission with the old number is refused', async () => {
    const { tasks, clock } = await taskThatIs('in_progress');
    clock.now += 15 * MINUTE;
    expect(await tasks.update('x', { status: 'in_progress' }, w2)).toMatchObject({
      attempt: 2,
      holder: { agent: 'w2' },
    });
    expect(await codeOf(tasks.update('x', { status: 'submitted', attempt: 1 }, w1))).toBe('CLAIMED');
    expect(await codeOf(tasks.update('x', { status: 'submitted' }, w1))).toBe('CLAIMED');
    await tasks.update('x', { status: 'submitted', attempt: 2 }, w2);
    expect(await codeOf(tasks.update('x', { status: 'submitted', attempt: 1 }, w1))).toBe('ILLEGAL_TRANSITION');
  });

  it('a late submission counts while nobody has taken the task since', async () => {
    const { tasks, clock } = await taskThatIs('in_progress');
    clock.now += 60 * MINUTE;
    expect((await tasks.list({ status: ['ready'] })).map(({ label }) => label)).toEqual(['x']);
    expect(await tasks.update('x', { status: 'submitted', attempt: 1 }, w1)).toMatchObject({ status: 'submitted' });
  });

  it('a submission of an attempt that is over does not take a task that is ready', async () => {
    const { tasks } = await taskThatIs('in_progress');
    await tasks.update('x', { status: 'ready' }, w1);
    await tasks.update('x', { status: 'in_progress' }, w2);
    await tasks.update('x', { status: 'ready' }, w2);
    expect(await codeOf(tasks.update('x', { status: 'submitted', attempt: 1 }, w1))).toBe('ILLEGAL_TRANSITION');
  });

  it('a submission that was rejected does not count again when it comes a second time', async () => {
    const { tasks, store } = await taskThatIs('in_progress');
    const late = () => tasks.update('x', { status: 'submitted', attempt: 1, result: 'r' }, w1);
    await late();
    await tasks.reject('x', { ready: true });
    expect(await codeOf(late())).toBe('ILLEGAL_TRANSITION');
    expect(await tasks.update('x', { status: 'in_progress' }, w1)).toMatchObject({ attempt: 2 });
    expect(await codeOf(late())).toBe('CLAIMED');
    expect((await tasks.get('x')).submittedBy).toBeUndefined();
    expect(await replayedTasks(store)).toEqual(await storedTasks(store));
  });

  it('the last attempt at a task ends in failed: given back, run out, rejected', async () => {
    for (const end of ['given back', 'run out', 'taken', 'rejected', 'process gone']) {
      const { tasks, clock } = await openTestTasks();
      await tasks.create({ title: 'x', label: 'x', maxAttempts: 1 });
      await tasks.update('x', { status: 'in_progress' }, w1);
      if (end === 'given back') await tasks.update('x', { status: 'ready' }, w1);
      if (end === 'run out' || end === 'taken') clock.now += 60 * MINUTE;
      if (end === 'run out') await tasks.list();
      if (end === 'taken') expect(await codeOf(tasks.update('x', { status: 'in_progress' }, w2))).not.toBe('ok');
      if (end === 'process gone') expect(await tasks.releaseProcess(w1.processID)).toBe(1);
      if (end === 'rejected') {
        await tasks.update('x', { status: 'submitted' }, w1);
        await tasks.reject('x', { ready: true });
      }
      expect([end, (await tasks.get('x')).status]).toEqual([end, 'failed']);
      expect(await codeOf(tasks.update('x', { status: 'ready' }))).toBe('ILLEGAL_TRANSITION');
      expect(await tasks.update('x', { status: 'ready', maxAttempts: 2 })).toMatchObject({ status: 'ready' });
    }
  });

  it('a process that is gone gives back its own tasks only', async () => {
    const { tasks } = await openTestTasks();
    for (const label of ['a', 'b', 'c']) await tasks.create({ title: label, label });
    for (const label of ['a', 'b']) await tasks.update(label, { status: 'in_progress' }, w1);
    await tasks.update('c', { status: 'in_progress' }, w2);
    expect(await tasks.releaseProcess(w1.processID)).toBe(2);
    expect(await tasks.counts()).toMatchObject({ ready: 2, in_progress: 1 });
  });

  it('the next task is the oldest that is ready, and each is given once', async () => {
    const { tasks } = await openTestTasks();
    for (const label of ['a', 'b', 'c']) await tasks.create({ title: label, label });
    const given = await Promise.all([w1, w2, w1, w2].map(by => tasks.takeNext({}, by)));
    expect(given.map(task => task?.label)).toEqual(['a', 'b', 'c', undefined]);
  });
});

describe('dependencies', () => {
  it('a task is ready by itself when all its dependencies are done', async () => {
    const { tasks } = await openTestTasks();
    for (const label of ['a', 'b']) await tasks.create({ title: label, label });
    await tasks.create({ title: 'c', label: 'c', dependsOn: ['a', 'b', 'a'] });
    await tasks.create({ title: 'd', label: 'd', dependsOn: ['c'] });
    const finish = async (label: string) => {
      await tasks.update(label, { status: 'submitted' }, w1);
      await tasks.update(label, { status: 'done' });
    };
    await finish('a');
    expect((await tasks.get('c')).status).toBe('pending');
    expect(await codeOf(tasks.update('c', { status: 'in_progress' }, w1))).toBe('ILLEGAL_TRANSITION');
    await finish('b');
    expect((await tasks.get('c')).status).toBe('ready');
    expect((await tasks.get('d')).status).toBe('pending');
    await finish('c');
    await finish('d');
    expect(await tasks.counts()).toMatchObject({ done: 4 });
  });

  it('a dependency that is added later holds a task back, at each point of its way', async () => {
    for (const status of ['ready', 'in_progress', 'submitted', 'deferred', 'failed'] as const) {
      const { tasks, clock } = await taskThatIs(status);
      await tasks.create({ title: 'late', label: 'late' });
      const task = await tasks.update('x', { addDependencies: ['late'] });
      expect(task.status).toBe(status === 'ready' ? 'pending' : status);
      if (status === 'in_progress') {
        clock.now += 60 * MINUTE;
        await tasks.list();
      } else if (status === 'submitted') {
        await expect(tasks.update('x', { status: 'done' })).rejects.toMatchObject({
          code: 'ILLEGAL_TRANSITION',
          message: expect.stringContaining('depends on late'),
        });
        await tasks.reject('x', { ready: true });
      } else if (status !== 'ready') await tasks.update('x', { status: 'ready' });
      expect((await tasks.get('x')).status).toBe('pending');
      expect((await tasks.update('x', { removeDependencies: ['late'] })).status).toBe('ready');
    }
  });

  it('a circle of dependencies is refused, with the way round', async () => {
    const { tasks } = await openTestTasks();
    await tasks.create({ title: 'a', label: 'a' });
    await tasks.create({ title: 'b', label: 'b', dependsOn: ['a'] });
    await tasks.create({ title: 'c', label: 'c', dependsOn: ['b'] });
    await expect(tasks.update('a', { addDependencies: ['c'] })).rejects.toMatchObject({
      code: 'CYCLE',
      message: expect.stringContaining('a → c → b → a'),
    });
    expect(await codeOf(tasks.update('a', { addDependencies: ['a'] }))).toBe('CYCLE');
    expect(await codeOf(tasks.create({ title: 'd', label: 'd', dependsOn: ['d'] }))).toBe('CYCLE');
    expect((await tasks.get('a')).dependsOn).toEqual([]);
    // A dependency that is taken out in the same step leaves the way open.
    await tasks.update('b', { removeDependencies: ['a'] });
    expect(await codeOf(tasks.update('a', { addDependencies: ['c'] }))).toBe('ok');
  });

  it('the rest of a task’s update is not done where a part is refused', async () => {
    const { tasks, store } = await openTestTasks();
    await tasks.create({ title: 'a', label: 'a' });
    const before = await storedTasks(store);
    for (const bad of [{ addDependencies: ['none'] }, { addDependencies: ['a'] }, { status: 'done' as const }]) {
      expect(await codeOf(tasks.update('a', { title: 'new', ...bad }))).not.toBe('ok');
    }
    expect(await storedTasks(store)).toEqual(before);
    expect(await store.events.last()).toBe(1);
  });
});

describe('what models send', () => {
  it('an unknown task is answered with the nearest', async () => {
    const { tasks } = await openTestTasks();
    await expect(tasks.get('x')).rejects.toMatchObject({ suggestion: 'There are no tasks yet.' });
    await tasks.create({ title: 'Write the parser', label: 'parser' });
    for (const ref of ['parsr', 'Write the Parser', 'parser_']) {
      await expect(tasks.update(ref, { status: 'failed' })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENTS',
        suggestion: 'Did you mean parser (Write the parser)?',
      });
    }
    await expect(tasks.create({ title: 'y', dependsOn: ['parsers'] })).rejects.toMatchObject({
      suggestion: expect.stringContaining('parser'),
    });
  });

  it('names of prototypes are labels like any other', async () => {
    const { tasks, store } = await openTestTasks();
    for (const label of ['constructor', 'toString', 'hasOwnProperty']) await tasks.create({ title: label, label });
    expect(await codeOf(tasks.create({ title: 'x', label: '__proto__' }))).toBe('INVALID_ARGUMENTS');
    for (const ref of ['__proto__', 'valueOf', '', '\0', "' or 1=1 --"]) {
      expect(await codeOf(tasks.get(ref))).toBe('INVALID_ARGUMENTS');
      expect(await codeOf(tasks.create({ title: 'x', dependsOn: [ref] }))).toBe('INVALID_ARGUMENTS');
    }
    expect((await tasks.update('constructor', { addDependencies: ['toString'] })).status).toBe('pending');
    expect(await replayedTasks(store)).toEqual(await storedTasks(store));
  });

  it('a label of a task is taken once, and is no id', async () => {
    const { tasks } = await openTestTasks();
    await tasks.create({ title: 'x', label: 't2' });
    await expect(tasks.create({ title: 'y', label: 't2' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('"x"'),
    });
    const made = [await tasks.create({ title: 'y' }), await tasks.create({ title: 'z' })];
    expect(new Set(['t2', ...made.map(({ label }) => label)]).size).toBe(3);
    for (const label of [made[0]!.id, 'a b', '-x', 'ä', 'x'.repeat(65), 'a\u001b[2J']) {
      expect(await codeOf(tasks.create({ title: 'y', label }))).toBe('INVALID_ARGUMENTS');
    }
  });

  it('titles of tasks are one plain line', async () => {
    const { tasks } = await openTestTasks();
    for (const title of ['', ' ', 'a\nb', '\u001b[31mred', 'a\u0000', '\u009b2J', 'a\u2028b', 'x'.repeat(301)]) {
      expect(await codeOf(tasks.create({ title }))).toBe('INVALID_ARGUMENTS');
    }
    expect((await tasks.create({ title: 'Ünïcode → 🎉 "quoted" <b>' })).status).toBe('ready');
  });

  it('texts of tasks of any content are kept to the letter, and of any length refused', async () => {
    const { tasks, store } = await openTestTasks();
    const odd = '\0\u001b[2J\ud800 \r\n $& %s \u202e';
    await tasks.create({ title: 'x', label: 'x', description: odd });
    await tasks.update('x', { status: 'submitted', result: `${odd}${'r'.repeat(TASK_LIMITS.result - 30)}` }, w1);
    await tasks.reject('x', { reason: odd });
    expect(await tasks.get('x')).toMatchObject({ description: odd, reason: odd });
    expect(await replayedTasks(store)).toEqual(await storedTasks(store));
    for (const name of ['description', 'result', 'reason'] as const) {
      const text = 'x'.repeat(TASK_LIMITS[name] + 1);
      expect(await codeOf(tasks.update('x', { [name]: text }))).toBe('TOO_LARGE');
    }
  });

  it('numbers of tasks are whole and within bounds', async () => {
    const { tasks } = await openTestTasks();
    await tasks.create({ title: 'x', label: 'x' });
    for (const number of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12]) {
      expect(await codeOf(tasks.create({ title: 'y', maxAttempts: number }))).toBe('INVALID_ARGUMENTS');
      expect(await codeOf(tasks.update('x', { status: 'in_progress', lease: number }))).toBe('INVALID_ARGUMENTS');
      expect(await codeOf(tasks.takeNext({ lease: number }))).toBe('INVALID_ARGUMENTS');
    }
  });
});

describe('the events', () => {
  it('the events of tasks tell who did what, and make the same tasks again', async () => {
    const { tasks, store } = await openTestTasks();
    await tasks.create({ title: 'a', label: 'a' }, { callID: 'call' });
    await tasks.create({ title: 'b', label: 'b', dependsOn: ['a'], maxAttempts: 2 });
    await tasks.update('a', { status: 'submitted', result: 'r' }, w1);
    await tasks.update('a', { status: 'done' });
    const events = await store.events.since(0);
    expect(events.map(({ data }) => [data.label, data.from, data.to, data.rev])).toEqual([
      ['a', null, 'ready', 1],
      ['b', null, 'pending', 1],
      ['a', 'ready', 'in_progress', 2],
      ['a', 'in_progress', 'submitted', 3],
      ['a', 'submitted', 'done', 4],
      ['b', 'pending', 'ready', 2],
    ]);
    expect(events[0]).toMatchObject({ type: 'task_changed', callID: 'call', agent: 'main' });
    expect(events[2]?.data.by).toEqual({
      agent: 'w1',
      sessionID: w1.sessionID,
      processID: w1.processID,
      role: 'worker',
    });
    expect(replayTasks(events)).toEqual(await storedTasks(store));
    expect(replayTasks([...events, ...events])).toEqual(await storedTasks(store));
    expect(() => replayTasks(events.toSpliced(2, 1))).toThrow('gap');
  });
});
