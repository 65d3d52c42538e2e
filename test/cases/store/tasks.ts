import assert from 'node:assert/strict';
import type { Store, TaskChange, TaskRow, TaskStatus } from '../../../src/store/port.ts';
import { withStore, withTwo } from './case.ts';
import { idOf, sampleEvent } from './samples.ts';

const event = (data: Record<string, unknown> = {}) => sampleEvent({ type: 'task_changed', data });

const sampleTask = (number: number, fields: Partial<TaskRow> = {}): TaskRow => ({
  id: idOf(number),
  label: `n${number}`,
  title: `Task ${number}`,
  status: 'ready',
  rev: 1,
  dependsOn: [],
  attempt: 0,
  createdBy: 'main',
  createdAt: 1000,
  changedAt: 1000,
  ...fields,
});

const created = ({ id, ...set }: TaskRow): TaskChange => ({ id, set, created: true, event: event({ id }) });
const changed = (id: string, set: TaskChange['set']): TaskChange => ({ id, set, created: false, event: event({ id }) });

const put = ({ tasks }: Store, ...rows: TaskRow[]) =>
  tasks.change({}, () => ({ changes: rows.map(created), result: undefined }));

const whole = sampleTask(1, {
  description: 'a\0b \ud800 \u001b[2J',
  status: 'in_progress',
  attempt: 2,
  maxAttempts: 3,
  holder: { agent: 'w', sessionID: 's', processID: 'p' },
  expiresAt: 5000,
  submittedBy: 'w',
  result: 'r',
  reason: 'because',
});

export const taskCases = [
  withStore('a task is kept with all its fields, and found by id and label', async store => {
    await put(store, whole);
    assert.deepEqual(await store.tasks.get(whole.id), whole);
    assert.deepEqual(await store.tasks.get('n1'), whole);
    for (const ref of ['', 'n', 'N1', '__proto__', "' or 1=1 --"]) assert.equal(await store.tasks.get(ref), undefined);
    const { description, result, reason, ...outline } = whole;
    assert.deepEqual(await store.tasks.list(), [outline]);
  }),
  withStore('a change sets the fields that it names, and empties those that it says', async store => {
    await put(store, whole);
    const set = { status: 'ready', rev: 2, holder: undefined, expiresAt: undefined } as const;
    await store.tasks.change({}, () => ({ changes: [changed(whole.id, set)], result: undefined }));
    const { holder, expiresAt, ...rest } = whole;
    assert.deepEqual(await store.tasks.get('n1'), { ...rest, status: 'ready', rev: 2 });
  }),
  withStore('a change and its events are one step, numbered with all others', async store => {
    const before = await store.events.append([sampleEvent()]);
    const { events, result } = await store.tasks.change({}, () => ({
      changes: [created(sampleTask(1)), created(sampleTask(2, { dependsOn: [idOf(1)] }))],
      result: 'made',
    }));
    assert.equal(result, 'made');
    assert.deepEqual(
      events.map(({ seq }) => seq),
      [before[0]! + 1, before[0]! + 2],
    );
    assert.deepEqual(await store.events.since(before[0]!), events);
    assert.deepEqual((await store.tasks.change({}, () => ({ changes: [], result: 0 }))).events, []);
    assert.equal(await store.events.last(), before[0]! + 2);
  }),
  withStore('a change that fails leaves neither task nor event, and harms nobody beside it', async store => {
    await put(store, sampleTask(1));
    const last = await store.events.last();
    const same = put(store, sampleTask(2), sampleTask(3, { label: 'n1' }));
    const nowhere = put(store, sampleTask(4, { dependsOn: [idOf(99)] }));
    const broken = store.tasks.change({}, () => {
      throw new TypeError('broken');
    });
    const fine = put(store, sampleTask(5));
    await assert.rejects(same);
    await assert.rejects(nowhere);
    await assert.rejects(broken, TypeError);
    await fine;
    assert.deepEqual(
      (await store.tasks.list()).map(({ label }) => label),
      ['n1', 'n5'],
    );
    assert.equal(await store.events.last(), last + 1);
  }),
  withStore('tasks are listed oldest first, whatever their ids say, by state, ids and some at a time', async store => {
    const status = (number: number): TaskStatus => (number % 2 ? 'ready' : 'done');
    await put(store, ...[3, 1, 4, 2].map(number => sampleTask(number, { status: status(number) })));
    const labels = async (query: Parameters<Store['tasks']['list']>[0]) =>
      (await store.tasks.list(query)).map(({ label }) => label);
    assert.deepEqual(await labels({}), ['n3', 'n1', 'n4', 'n2']);
    assert.deepEqual(await labels({ status: ['ready'] }), ['n3', 'n1']);
    assert.deepEqual(await labels({ status: ['ready', 'done'], after: idOf(1), limit: 2 }), ['n4', 'n2']);
    assert.deepEqual(await labels({ status: [] }), []);
    assert.deepEqual(await labels({ status: ["x') or 1=1 --" as TaskStatus] }), []);
    assert.deepEqual(await labels({ ids: [idOf(2), idOf(4), idOf(9)] }), ['n4', 'n2']);
    assert.deepEqual(await labels({ ids: [] }), []);
    const none = { pending: 0, in_progress: 0, submitted: 0, deferred: 0, failed: 0 };
    assert.deepEqual(await store.tasks.counts(), { ...none, ready: 2, done: 2 });
  }),
  withStore('a decision sees what it asked for, with what that depends on', async store => {
    await put(store, ...[1, 2].map(number => sampleTask(number, { status: 'done' })), sampleTask(3));
    await put(store, sampleTask(4, { status: 'pending', dependsOn: [idOf(1), idOf(3)] }));
    await put(store, sampleTask(5, { status: 'pending', dependsOn: [idOf(3), idOf(4)] }));
    await put(store, sampleTask(6, { status: 'in_progress', dependsOn: [idOf(2)] }));
    const ask = { refs: ['n4', 'none'], above: ['n5'], below: 'n3', next: true, held: true, label: true };
    await store.tasks.change(ask, seen => {
      for (const number of [1, 2, 3, 4, 5]) assert.equal(seen.find(idOf(number))?.label, `n${number}`);
      assert.equal(seen.find('n4')?.id, idOf(4));
      assert.equal(seen.find('none'), undefined);
      assert.deepEqual(seen.edges.map(({ taskID, dependsOn }) => `${taskID.at(-1)}${dependsOn.at(-1)}`).sort(), [
        '41',
        '43',
        '53',
        '54',
      ]);
      assert.deepEqual(
        seen.below.map(({ task, open }) => [task.label, open]),
        [
          ['n4', 1],
          ['n5', 2],
        ],
      );
      assert.equal(seen.next?.label, 'n3');
      assert.deepEqual(
        seen.held.map(({ label }) => label),
        ['n6'],
      );
      assert.equal(seen.label, 't1');
      return { changes: [], result: undefined };
    });
  }),
  withStore('dependencies are followed as they are now', async store => {
    await put(store, sampleTask(1), sampleTask(2), sampleTask(3, { dependsOn: [idOf(1)] }));
    const swap = changed(idOf(3), { dependsOn: [idOf(2)] });
    await store.tasks.change({}, () => ({ changes: [swap], result: undefined }));
    assert.deepEqual(await store.tasks.dependents(idOf(1)), []);
    const [below] = await store.tasks.dependents(idOf(2), 5);
    assert.deepEqual([below?.label, below?.dependsOn], ['n3', [idOf(2)]]);
  }),
  withStore('a new label is one that nobody has', async store => {
    await put(store, sampleTask(1, { label: 't2' }), sampleTask(2, { label: 't3' }));
    const labels: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { result } = await store.tasks.change({ label: true }, ({ label }) => ({ changes: [], result: label }));
      labels.push(result);
    }
    assert.deepEqual(labels, ['t1', 't4', 't5']);
  }),
  withTwo('of two who take a task at the same time one gets it', async (one, other) => {
    await put(one, ...Array.from({ length: 20 }, (_, number) => sampleTask(number)));
    const take = (store: Store, agent: string) =>
      store.tasks.change({ next: true }, ({ next }) => ({
        changes: next ? [changed(next.id, { status: 'in_progress', rev: next.rev + 1, submittedBy: agent })] : [],
        result: next?.label,
      }));
    const given: (string | undefined)[] = [];
    for (let round = 0; round < 10; round += 1) {
      const both = await Promise.all([take(one, 'a'), take(other, 'b')]);
      given.push(...both.map(({ result }) => result));
    }
    assert.equal(new Set(given).size, 20);
    assert.equal(await one.events.last(), 40);
  }),
  withTwo('what one reads and writes the other cannot change in between', async (one, other) => {
    await put(one, sampleTask(1));
    const add = (store: Store) =>
      store.tasks.change({ refs: ['n1'] }, seen => ({
        changes: [changed(idOf(1), { rev: seen.find('n1')!.rev + 1 })],
        result: undefined,
      }));
    await Promise.all(Array.from({ length: 40 }, (_, round) => add(round % 2 ? one : other)));
    assert.equal((await one.tasks.get('n1'))?.rev, 41);
  }),
];
