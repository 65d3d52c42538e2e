import assert from 'node:assert/strict';
import type { RunRow, Store } from '../../../src/store/port.ts';
import { ToolError, toFailure } from '../../../src/tool/error.ts';
import { withStore, withTwo } from './case.ts';
import { idOf } from './samples.ts';

export const sampleRun = (number: number, fields: Partial<RunRow> = {}): RunRow => ({
  id: idOf(number),
  rootID: idOf(number),
  kind: 'agent',
  status: 'queued',
  epoch: 0,
  jobID: `job ${number}`,
  spec: { prompt: 'do it' },
  createdAt: 1000,
  changedAt: 1000,
  ...fields,
});

const job = (number: number) => ({ id: idOf(number), jobID: `job ${number}` });
const below = (number: number, parent: number) => sampleRun(number, { parentID: idOf(parent), rootID: idOf(1) });

async function claimed({ runs }: Store, number = 1): Promise<RunRow> {
  const [row] = await runs.claim([job(number)], 'process', 2000);
  assert.ok(row);
  return row;
}

const step = { key: 'call-1', callID: idOf(9), repeatable: false };

export const runCases = [
  withStore('a run comes back with every field', async ({ runs }) => {
    const error = toFailure(new ToolError('ABORTED', 'gone'));
    const full = sampleRun(2, { parentID: idOf(1), processID: 'p', result: { text: 'a' }, error, status: 'failed' });
    await runs.add([sampleRun(1), full]);
    await runs.add([full]);
    assert.deepEqual(await runs.get(idOf(1)), sampleRun(1));
    assert.deepEqual((await runs.add([full])).refused, []);
    assert.equal(await runs.get('none'), undefined);
  }),
  withStore('adding a run that is there changes nothing', async store => {
    await store.runs.add([sampleRun(1)]);
    await claimed(store);
    await store.runs.add([sampleRun(1, { spec: { other: true } })]);
    const row = await store.runs.get(idOf(1));
    assert.deepEqual([row?.status, row?.spec], ['running', { prompt: 'do it' }]);
  }),
  withStore('runs are listed newest first, by what is asked for', async store => {
    const { runs } = store;
    await runs.add([1, 2, 3].map(number => sampleRun(number)));
    await runs.add([below(4, 1)]);
    await claimed(store, 2);
    const ids = async (...args: Parameters<typeof runs.list>) => (await runs.list(...args)).map(row => row.id);
    assert.deepEqual(await ids(), [4, 3, 2, 1].map(idOf));
    assert.deepEqual(await ids({ status: ['running'] }), [idOf(2)]);
    assert.deepEqual(await ids({ status: [] }), []);
    assert.deepEqual(await ids({ parentID: idOf(1) }), [idOf(4)]);
    assert.deepEqual(await ids({ rootID: idOf(1) }), [4, 1].map(idOf));
    assert.deepEqual(await ids({ processID: 'process' }), [idOf(2)]);
    assert.deepEqual(await ids({ before: idOf(3), limit: 1 }), [idOf(2)]);
    assert.deepEqual(await ids({ ids: [idOf(1), idOf(3), 'none'] }), [3, 1].map(idOf));
  }),
  withStore('a run is taken by its own job only, and each time with a new epoch', async store => {
    await store.runs.add([sampleRun(1), sampleRun(2)]);
    assert.deepEqual(await store.runs.claim([{ id: idOf(1), jobID: 'job 2' }], 'process', 2000), []);
    assert.deepEqual((await claimed(store)).epoch, 1);
    assert.deepEqual((await claimed(store)).epoch, 2);
    assert.deepEqual(await store.runs.claim([], 'process', 2000), []);
  }),
  withStore('who has lost a run can neither end it nor write for it', async store => {
    const { runs } = store;
    await runs.add([sampleRun(1)]);
    const old = await claimed(store);
    const held = await claimed(store);
    await runs.end([{ ...old, status: 'done', result: {} }], 3000);
    assert.deepEqual(await runs.get(idOf(1)), held);
    assert.equal(await runs.saveHistory(old, { head: 1, messages: [[0, 'a']], length: 1 }), false);
    assert.equal(await runs.beginStep(old, step), false);
    assert.equal(await runs.release(old, 'job 7', 3000), false);
    assert.equal(await runs.history(idOf(1)), undefined);
    assert.equal(await runs.step(idOf(1), 'call-1'), undefined);
    assert.deepEqual(await runs.lost([old, { id: 'none', epoch: 1 }]), [old.id, 'none']);
    assert.deepEqual(await runs.lost([held]), []);
    const ended = { ...held, status: 'done', result: { text: 'a' }, changedAt: 3000 } as const;
    await runs.end([ended], 3000);
    assert.deepEqual(await runs.get(idOf(1)), ended);
    await runs.end([{ ...held, status: 'failed' }], 4000);
    assert.deepEqual(await runs.get(idOf(1)), ended);
    assert.equal(await runs.beginStep(held, step), false);
    assert.deepEqual(await runs.claim([job(1)], 'process', 3000), []);
    assert.deepEqual((await runs.get(idOf(1)))?.result, { text: 'a' });
  }),
  withStore('a run that is given back waits for its new job', async store => {
    const { runs } = store;
    await runs.add([sampleRun(1)]);
    assert.equal(await runs.release(await claimed(store), 'job 7', 3000), true);
    assert.deepEqual(await runs.claim([job(1)], 'process', 3000), []);
    const [row] = await runs.claim([{ id: idOf(1), jobID: 'job 7' }], 'other', 3000);
    assert.deepEqual([row?.epoch, row?.processID], [2, 'other']);
  }),
  withStore('a cancelled run ends with all below it, and nothing starts below it any more', async store => {
    const { runs } = store;
    await runs.add([sampleRun(1), sampleRun(9)]);
    const held = await claimed(store);
    assert.deepEqual((await runs.add([below(2, 1), below(3, 1)])).refused, []);
    await claimed(store, 2);
    await runs.add([below(4, 2)]);
    const [third] = await runs.claim([job(3)], 'process', 2000);
    await runs.end([{ ...third!, status: 'done' }], 2000);
    assert.deepEqual([...(await runs.cancel(idOf(1), 3000))].sort(), [1, 2, 4].map(idOf));
    assert.deepEqual(await runs.lost([held]), [idOf(1)]);
    assert.deepEqual((await runs.add([below(5, 2), sampleRun(6)])).refused, [idOf(5)]);
    assert.equal((await runs.get(idOf(9)))?.status, 'queued');
    assert.equal((await runs.get(idOf(5)))?.status, undefined);
    assert.deepEqual(await runs.cancel(idOf(1), 3000), []);
  }),
  withStore('a history is written message by message', async store => {
    const { runs } = store;
    await runs.add([sampleRun(1)]);
    const held = await claimed(store);
    const first = { head: { steps: 1 }, messages: [[0, { a: '\0' }] as const, [1, 'b'] as const], length: 2 };
    assert.equal(await runs.saveHistory(held, first), true);
    await runs.saveHistory(held, {
      head: { steps: 2 },
      messages: [
        [1, 'c'],
        [2, 'd'],
      ],
      length: 3,
    });
    assert.deepEqual(await runs.history(idOf(1)), { head: { steps: 2 }, messages: [{ a: '\0' }, 'c', 'd'] });
    await runs.saveHistory(held, { head: null, messages: [], length: 1 });
    assert.deepEqual(await runs.history(idOf(1)), { head: null, messages: [{ a: '\0' }] });
  }),
  withStore('a step is there before it is done, and begun again it is not done', async store => {
    const { runs } = store;
    await runs.add([sampleRun(1)]);
    const held = await claimed(store);
    assert.equal(await runs.beginStep(held, step), true);
    assert.deepEqual(await runs.step(idOf(1), 'call-1'), step);
    assert.equal(await runs.endStep(held, 'call-1', { ok: true, output: '\0' }), true);
    assert.deepEqual(await runs.step(idOf(1), 'call-1'), { ...step, outcome: { ok: true, output: '\0' } });
    const again = { ...step, callID: idOf(10), repeatable: true };
    await runs.beginStep(held, again);
    assert.deepEqual(await runs.step(idOf(1), 'call-1'), again);
  }),
  withStore('a run that has ended is taken up again as it was seen, and only so', async store => {
    const { runs } = store;
    await runs.add([sampleRun(1, { jobID: '', status: 'running', epoch: 1, processID: 'one' })]);
    const seen = { id: idOf(1), epoch: 1 };
    const error = toFailure(new ToolError('ABORTED', 'stopped'));
    await runs.end([{ ...seen, status: 'failed', result: { text: 'a' }, error }], 3000);
    const again = await runs.reopen(seen, 'two', 4000);
    assert.deepEqual(
      again,
      sampleRun(1, { jobID: '', status: 'running', epoch: 2, processID: 'two', changedAt: 4000 }),
    );
    assert.equal(await runs.reopen(seen, 'three', 5000), undefined);
    assert.equal(await runs.saveHistory(seen, { head: null, messages: [], length: 0 }), false);
  }),
  withTwo('of two that take a run, the later one has it', async (one, other) => {
    await one.runs.add([sampleRun(1)]);
    const [first, second] = await Promise.all([claimed(one), claimed(other)]);
    const [old, held] = first!.epoch < second!.epoch ? [first, second] : [second, first];
    assert.deepEqual([old?.epoch, held?.epoch], [1, 2]);
    const began = await Promise.all([one.runs.beginStep(old!, step), other.runs.beginStep(held!, step)]);
    assert.deepEqual(began, [false, true]);
  }),
  withTwo('what is started while its parent is cancelled is refused or cancelled', async (one, other) => {
    await one.runs.add([sampleRun(1)]);
    await claimed(one);
    await Promise.all([
      one.runs.cancel(idOf(1), 3000),
      ...[2, 3, 4, 5].map(number => other.runs.add([below(number, 1)])),
    ]);
    assert.deepEqual(await one.runs.list({ status: ['queued', 'running'] }), []);
  }),
];
