import assert from 'node:assert/strict';
import type { ChangeRow, ChangeSetRow } from '../../../src/store/port.ts';
import { withStore, withTwo } from './case.ts';
import { fileStateOf, idOf, sampleBlob, sampleChange, sampleSet } from './samples.ts';

const before = sampleBlob('old');
const after = sampleBlob('new text '.repeat(200));

const fullSet: Required<ChangeSetRow> = {
  ...sampleSet(1),
  undoes: [idOf(8), idOf(9)],
  action: 'undo',
  label: 'call_7',
};
const fullChange: Required<ChangeRow> = {
  ...sampleChange(1, 0),
  before: fileStateOf(before),
  after: { kind: 'symlink', size: 3, mode: 0o777, target: '../x' },
  temp: '.a.txt.tmp',
  movedFrom: 'b.txt',
  movedTo: 'c.txt',
  undoneBy: idOf(5),
};

const setIDs = (rows: readonly { id: string }[]) => rows.map(row => row.id);

export const journalCases = [
  withStore('a set comes back with its changes and images', async ({ journal }) => {
    await journal.begin(fullSet, [sampleChange(1, 1), fullChange], [before, after]);
    assert.deepEqual(await journal.set(fullSet.id), fullSet);
    assert.deepEqual(await journal.changes(fullSet.id), [fullChange, sampleChange(1, 1)]);
    assert.deepEqual(new Uint8Array((await journal.blob(before.sha))!), before.bytes);
    assert.deepEqual(new Uint8Array((await journal.blob(after.sha))!), after.bytes);
    assert.equal(await journal.blob('0'.repeat(64)), undefined);
    assert.equal(await journal.set('none'), undefined);
    assert.deepEqual(await journal.changes('none'), []);
  }),
  withStore('empty, binary and large images come back as they were', async ({ journal }) => {
    const large = sampleBlob('0123456789abcdef'.repeat(150_000));
    const empty = sampleBlob('');
    await journal.begin(sampleSet(1), [], [large, empty]);
    assert.deepEqual(new Uint8Array((await journal.blob(large.sha))!), large.bytes);
    assert.deepEqual(new Uint8Array((await journal.blob(empty.sha))!), empty.bytes);
    assert.equal(await journal.size(), large.bytes.length);
  }),
  withStore('an image is kept once', async ({ journal }) => {
    await journal.begin(sampleSet(1), [], [after]);
    await journal.begin(sampleSet(2), [], [after, before]);
    assert.equal(await journal.size(), after.bytes.length + before.bytes.length);
  }),
  withStore('an image that is not what its name says is not given', async ({ journal }) => {
    await journal.begin(sampleSet(1), [], [{ sha: before.sha, bytes: after.bytes }]);
    assert.equal(await journal.blob(before.sha), undefined);
    await journal.begin(sampleSet(2), [], [before]);
    assert.deepEqual(new Uint8Array((await journal.blob(before.sha))!), before.bytes);
  }),
  withStore('a set begins as a whole or not at all', async ({ journal }) => {
    const twice = [sampleChange(1, 0), sampleChange(1, 0)];
    await assert.rejects(journal.begin(sampleSet(1), twice, [before]));
    assert.equal(await journal.set(idOf(1)), undefined);
    assert.equal(await journal.size(), 0);
    await journal.begin(sampleSet(1), [sampleChange(1, 0)], [before]);
    await assert.rejects(journal.begin(sampleSet(1), [], []));
  }),
  withStore('a set of very many changes begins in parts, and as a whole or not at all', async ({ journal }) => {
    const rows = Array.from({ length: 5_002 }, (_, index) => sampleChange(index + 1, index, { setID: idOf(1) }));
    const told: number[] = [];
    await assert.rejects(journal.begin(sampleSet(1), [...rows, rows[5_001]!], [before], done => told.push(done)));
    assert.deepEqual(told, [5_000]);
    assert.equal(await journal.set(idOf(1)), undefined);
    assert.equal(await journal.size(), 0);
    await journal.begin(sampleSet(1), rows, [before]);
    assert.equal((await journal.set(idOf(1)))?.status, 'intent');
    assert.equal((await journal.changes(idOf(1))).length, rows.length);
    assert.deepEqual(new Uint8Array((await journal.blob(before.sha))!), before.bytes);
  }),
  withStore('sets are found newest first, by status, process, session, turn and path', async ({ journal }) => {
    await journal.begin(sampleSet(1), [sampleChange(1, 0, { path: 'x' })], []);
    await journal.begin(sampleSet(2, { turn: 2, processID: 'dead' }), [sampleChange(2, 0), sampleChange(2, 1)], []);
    await journal.begin(sampleSet(3, { sessionID: 'other', status: 'planned' }), [sampleChange(3, 0)], []);
    await journal.finish(idOf(1), 'committed');
    assert.deepEqual(setIDs(await journal.sets({})), [3, 2, 1].map(idOf));
    assert.deepEqual(setIDs(await journal.sets({ limit: 1 })), [idOf(3)]);
    assert.deepEqual(setIDs(await journal.sets({ before: idOf(3) })), [2, 1].map(idOf));
    assert.deepEqual(setIDs(await journal.sets({ status: 'intent' })), [idOf(2)]);
    assert.deepEqual(setIDs(await journal.sets({ status: 'committed' })), [idOf(1)]);
    assert.deepEqual(setIDs(await journal.sets({ status: 'intent', processID: 'dead' })), [idOf(2)]);
    assert.deepEqual(setIDs(await journal.sets({ sessionID: 'session', turn: 2 })), [idOf(2)]);
    assert.deepEqual(setIDs(await journal.sets({ path: 'a.txt' })), [3, 2].map(idOf));
    assert.deepEqual(setIDs(await journal.sets({ path: 'a.txt', status: 'planned' })), [idOf(3)]);
  }),
  withStore('sets come in the order in which they began, whatever their ids and times say', async ({ journal }) => {
    for (const number of [2, 3, 1]) {
      const own = sampleBlob(`image ${number}`);
      const change = sampleChange(number, 0, { before: fileStateOf(own) });
      await journal.begin(sampleSet(number, { sessionID: `s${number}` }), [change], [own]);
      await journal.finish(idOf(number), 'committed');
    }
    assert.deepEqual(setIDs(await journal.sets({})), [1, 3, 2].map(idOf));
    assert.deepEqual(setIDs(await journal.sets({ before: idOf(1) })), [3, 2].map(idOf));
    assert.deepEqual(setIDs(await journal.sets({ sessions: ['s1', 's2'] })), [1, 2].map(idOf));
    assert.deepEqual(await journal.sets({ sessions: [] }), []);
    assert.deepEqual(
      (await journal.changesOf('a.txt')).map(change => change.setID),
      [1, 3, 2].map(idOf),
    );
    // The images of the oldest go first.
    await journal.prune(14);
    assert.equal(await journal.blob(sampleBlob('image 2').sha), undefined);
    assert.ok(await journal.blob(sampleBlob('image 1').sha));
  }),
  withStore('the history of a path holds committed changes, newest first', async ({ journal }) => {
    for (const number of [1, 2, 3, 4]) {
      await journal.begin(sampleSet(number), [sampleChange(number, 0), sampleChange(number, 1, { path: 'b' })], []);
      await journal.finish(idOf(number), number === 3 ? 'rolled_back' : 'committed');
    }
    const history = await journal.changesOf('a.txt');
    assert.deepEqual(
      history.map(change => change.setID),
      [4, 2, 1].map(idOf),
    );
    assert.deepEqual(history[0]?.set, sampleSet(4, { status: 'committed' }));
    assert.equal((await journal.changesOf('a.txt', 2)).length, 2);
    assert.deepEqual(await journal.changesOf('none'), []);
  }),
  withStore('an undo marks what it takes back and a redo clears it, with the commit', async ({ journal }) => {
    const first = sampleChange(1, 0);
    const undoneBy = async () => (await journal.changes(idOf(1)))[0]?.undoneBy;
    await journal.begin(sampleSet(1), [first], []);
    await journal.finish(idOf(1), 'committed');
    await journal.begin(sampleSet(2, { undoes: [idOf(1)], action: 'undo' }), [sampleChange(2, 0)], []);
    assert.equal(await undoneBy(), undefined);
    await journal.finish(idOf(2), 'rolled_back', { takesBack: [first.id] });
    assert.equal(await undoneBy(), undefined);
    await journal.finish(idOf(2), 'committed', { takesBack: [first.id] });
    assert.equal(await undoneBy(), idOf(2));
    await journal.begin(sampleSet(3, { undoes: [idOf(2)], action: 'redo' }), [sampleChange(3, 0)], []);
    await journal.finish(idOf(3), 'committed', { bringsBack: [first.id] });
    assert.equal(await undoneBy(), undefined);
  }),
  withStore('a dropped set leaves nothing, and takes no image of another', async ({ journal }) => {
    await journal.begin(sampleSet(1), [sampleChange(1, 0, { before: fileStateOf(before) })], [before]);
    const planned = sampleChange(2, 0, { before: fileStateOf(before), after: fileStateOf(after) });
    await journal.begin(sampleSet(2, { status: 'planned' }), [planned], [before, after]);
    assert.equal(await journal.countPlanned(), 1);
    await journal.settle([{ setID: idOf(2), changes: [planned.id] }]);
    assert.equal(await journal.countPlanned(), 0);
    assert.equal(await journal.set(idOf(2)), undefined);
    assert.deepEqual(await journal.changes(idOf(2)), []);
    assert.equal(await journal.blob(after.sha), undefined);
    assert.ok(await journal.blob(before.sha));
    await journal.settle([{ setID: 'none', changes: [] }]);
  }),
  withStore('a set that has written what waited ends its waiting in the same step', async ({ journal }) => {
    const [one, two] = [sampleChange(2, 0), sampleChange(2, 1)];
    await journal.begin(sampleSet(2, { status: 'planned' }), [one, two], []);
    await journal.begin(sampleSet(3), [sampleChange(3, 0)], []);
    await journal.finish(idOf(3), 'rolled_back', { settles: [{ setID: idOf(2), changes: [one.id] }] });
    assert.equal(await journal.countPlanned(), 2);
    await journal.finish(idOf(3), 'committed', { settles: [{ setID: idOf(2), changes: [one.id] }] });
    assert.deepEqual(
      (await journal.changes(idOf(2))).map(({ id }) => id),
      [two.id],
    );
    await journal.settle([{ setID: idOf(2), changes: [two.id] }]);
    assert.equal(await journal.set(idOf(2)), undefined);
    await journal.settle([{ setID: idOf(3), changes: [sampleChange(3, 0).id] }]);
    assert.equal((await journal.changes(idOf(3))).length, 1);
  }),
  withTwo('an intent of one process is seen by another', async (one, other) => {
    await one.journal.begin(sampleSet(1), [fullChange], [before]);
    assert.deepEqual(setIDs(await other.journal.sets({ status: 'intent' })), [idOf(1)]);
    assert.ok(await other.journal.blob(before.sha));
    await other.journal.finish(idOf(1), 'committed');
    assert.equal((await one.journal.set(idOf(1)))?.status, 'committed');
  }),
];
