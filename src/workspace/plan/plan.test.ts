import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_IMAGE, snapshot } from '../../../test/support/workspace/ground.ts';
import {
  openTestWorkspace,
  replacing,
  type TestWork,
  type TestWorkspace,
  utf8,
} from '../../../test/support/workspace/workspace.ts';
import { identityOf, isTrustedIdentity } from '../disk/identity.ts';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await openTestWorkspace();
});
afterEach(() => ws.dispose());

const planned = (work: TestWork) => ws.call(work, { planned: true });

async function plan(): Promise<void> {
  ws.put('a', '1\n2\n3\n', 0o640);
  ws.put('gone', 'g\n');
  ws.put('from', 'f\n');
  await planned(files => files.write('n/new', utf8('new\n'), { createDirs: true }));
  await planned(files => files.edit('a', replacing('2', 'two')));
  await planned(async files => {
    expect(Buffer.from((await files.read('a')).bytes).toString()).toBe('1\ntwo\n3\n');
    await files.edit('a', replacing('3', 'three'));
    await files.delete('gone');
  });
  await planned(files => files.move('from', 'n/to'));
}

test('planned sets touch nothing, are seen by planned calls, and are shown as one diff', async () => {
  await plan();
  expect(snapshot(ws.folder)).toEqual({ a: 'file 640 1\n2\n3\n', gone: 'file 644 g\n', from: 'file 644 f\n' });
  const { sets, diff } = await ws.workspace.plan.show();
  expect(sets).toHaveLength(4);
  expect(diff).toContain(' 1\n-2\n-3\n+two\n+three\n');
  expect(diff).toContain('+++ b/n/new');
  await ws.call(async files => {
    expect(await files.stat('n/new')).toBeUndefined();
  });
});

test('a plan is applied in order, one set each, by another process too', async () => {
  await plan();
  const other = await openTestWorkspace({ folder: ws.folder, store: ws.store });
  const { diff } = await other.workspace.plan.show();
  expect(diff).toContain('+three');
  const applied = await other.workspace.plan.apply();
  expect(applied.map(set => set.planned)).toEqual([false, false, false, false]);
  expect(snapshot(ws.folder)).toEqual({
    a: 'file 640 1\ntwo\nthree\n',
    n: 'folder 755',
    'n/new': 'file 644 new\n',
    'n/to': 'file 644 f\n',
  });
  expect((await ws.workspace.plan.show()).sets).toEqual([]);
  await planned(async files => expect(await files.stat('gone')).toBeUndefined());
  await ws.call((_, history) => history.undoTurn());
  expect(fs.existsSync(ws.at('from'))).toBe(true);
  await other.dispose();
});

test('dropping a plan leaves nothing', async () => {
  await plan();
  const before = snapshot(ws.folder);
  expect(await ws.workspace.plan.drop()).toHaveLength(4);
  expect(snapshot(ws.folder)).toEqual(before);
  expect(await ws.workspace.plan.show()).toEqual({ sets: [], diff: '', files: [] });
  expect(await ws.workspace.plan.apply()).toEqual([]);
  expect(await ws.store.journal.sets({})).toEqual([]);
});

test('applying a plan stops at the first set that does not fit; it and the later ones stay planned', async () => {
  await plan();
  ws.put('a', 'by hand\n');
  await expect(ws.workspace.plan.apply()).rejects.toMatchObject({ code: 'STALE_FILE', details: { path: 'a' } });
  expect(ws.read('a')).toBe('by hand\n');
  expect(ws.read('n/new')).toBe('new\n');
  expect((await ws.workspace.plan.show()).sets).toHaveLength(3);
  ws.put('a', '1\n2\n3\n', 0o640);
  expect(await ws.workspace.plan.apply()).toHaveLength(3);
  expect(ws.read('a')).toBe('1\ntwo\nthree\n');
});

test('a planned set that was applied before the process died is not applied again', async () => {
  await plan();
  const [first] = (await ws.store.journal.sets({ status: 'planned' })).toReversed();
  const rows = await ws.store.journal.changes(first!.id);
  const blobs = await Promise.all(
    rows
      .flatMap(({ after }) => (after?.sha ? [after.sha] : []))
      .map(async sha => ({
        sha,
        bytes: (await ws.store.journal.blob(sha))!,
      })),
  );
  await ws.workspace.plan.apply();
  const after = snapshot(ws.folder);
  const again = { ...first!, id: `${first!.id.slice(0, -1)}z` };
  await ws.store.journal.begin(
    again,
    rows.map(row => ({ ...row, id: `${row.id}z`, setID: again.id })),
    blobs,
  );
  expect(await ws.workspace.plan.apply()).toEqual([]);
  expect(snapshot(ws.folder)).toEqual(after);
  expect((await ws.workspace.plan.show()).sets).toEqual([]);
});

test('large files can be planned: written, moved and deleted', async () => {
  const big = 'x'.repeat(MAX_IMAGE + 1);
  ws.put('big', big);
  ws.put('old', big);
  // Just after it was written, a file that is too large to be read again cannot be told from a newer one.
  await expect.poll(() => isTrustedIdentity(identityOf(fs.lstatSync(`${ws.folder}/old`, { bigint: true })))).toBe(true);
  await planned(files => files.move('big', 'moved'));
  await planned(files => files.write('fresh', utf8(`${big}y`)));
  await planned(files => files.delete('old'));
  await planned(async files => expect((await files.read('moved')).bytes.length).toBe(big.length));
  await ws.workspace.plan.apply();
  expect(Object.keys(snapshot(ws.folder))).toEqual(['fresh', 'moved']);
  expect(ws.read('fresh')).toBe(`${big}y`);
});

test('an undo can be planned and marks its changes when it is applied', async () => {
  ws.put('a', 'a\n');
  await ws.call(files => files.write('a', utf8('A\n')));
  await planned((_, history) => history.undoFile('a'));
  expect(ws.read('a')).toBe('A\n');
  await ws.workspace.plan.apply();
  expect(ws.read('a')).toBe('a\n');
  await expect(ws.call((_, history) => history.undoFile('a'))).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  await ws.call((_, history) => history.redo());
  expect(ws.read('a')).toBe('A\n');
});
