import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callOf, MAX_IMAGE, snapshot } from '../../test/support/workspace/ground.ts';
import { openTestWorkspace, replacing, type TestWorkspace, utf8 } from '../../test/support/workspace/workspace.ts';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await openTestWorkspace();
});
afterEach(() => ws.dispose());

const open = (planned = false) => ws.workspace.open(callOf(), { visible: () => true, planned, maxImage: MAX_IMAGE });
const commit = { title: 'test', claims: [], approve: () => {} };

test('a call sees what it staged, shows it, and writes it at the commit', async () => {
  ws.put('a', '1\n2\n');
  const call = open();
  expect(call.empty).toBe(true);
  await call.files.edit('a', replacing('2', 'two'));
  await call.files.write('new', utf8('n\n'));
  expect(call.empty).toBe(false);
  expect(call.observed()).toEqual([
    { kind: 'write', resource: path.join(ws.workspace.root, 'a') },
    { kind: 'write', resource: path.join(ws.workspace.root, 'new') },
  ]);
  expect(await call.diff()).toBe(
    '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+n\n',
  );
  const [changed] = await call.changed();
  expect(Buffer.from(changed!.before!).toString()).toBe('1\n2\n');
  expect(Buffer.from(changed!.after).toString()).toBe('1\ntwo\n');
  expect(ws.read('a')).toBe('1\n2\n');
  let approved: unknown;
  const set = await call.commit({ ...commit, approve: effects => (approved = effects) });
  expect(approved).toHaveLength(2);
  expect(set?.changes.map(({ path: at, added, removed }) => [at, added, removed])).toEqual([
    ['a', 1, 1],
    ['new', 1, 0],
  ]);
  expect(ws.read('a')).toBe('1\ntwo\n');
  expect(call.empty).toBe(true);
});

test('what a call discards is not written', async () => {
  const call = open();
  await call.files.write('a', utf8('x'));
  call.discard();
  expect(await call.commit(commit)).toBeUndefined();
  expect(snapshot(ws.folder)).toEqual({});
});

test('changes of the own session are not foreign, those of others are', async () => {
  ws.put('a', 'one\n');
  const session = { sessionID: 'mine' };
  await ws.call(files => files.read('a'), session);
  await ws.call(files => files.write('a', utf8('two\n')), session);
  await ws.call(files => files.write('a', utf8('three\n')), session);
  ws.put('a', 'by hand\n');
  await expect(ws.call(files => files.write('a', utf8('four\n')), session)).rejects.toMatchObject({
    code: 'STALE_FILE',
  });
  await ws.call(files => files.edit('a', replacing('hand', 'edit')), session);
  expect(ws.read('a')).toBe('by edit\n');
});

test('what cannot be undone for its size is said before the commit', async () => {
  ws.put('big', 'x'.repeat(MAX_IMAGE + 1));
  ws.put('too', 'x'.repeat(MAX_IMAGE + 1));
  const call = open();
  await call.files.write('big', utf8('small'));
  await call.files.move('too', 'moved');
  expect(await call.lost()).toEqual([{ path: 'big', size: MAX_IMAGE + 1 }]);
});

test('the files of a call are read through the cache once that is allowed', async () => {
  ws.put('a', 'cached\n');
  fs.utimesSync(ws.at('a'), 1, 1);
  await new Promise(resolve => setTimeout(resolve, 50));
  const call = open();
  const { files } = call;
  await files.read('a');
  expect(ws.workspace.cache.stats.files).toBe(0);
  call.useCache();
  await files.read('a');
  await files.read('a');
  expect(ws.workspace.cache.stats).toMatchObject({ files: 1, hits: 1 });
  await ws.call(other => other.write('a', utf8('new\n')));
  expect(Buffer.from((await files.read('a')).bytes).toString()).toBe('new\n');
});

test('an undo says that it takes back, and its diff shows what will change', async () => {
  ws.put('a', 'one\n');
  await ws.call(files => files.write('a', utf8('two\n')));
  const call = open();
  const taken = await call.history.undoFile('a');
  expect(taken.files).toEqual([{ path: 'a', how: 'whole', diff: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-two\n+one\n' }]);
  expect(call.takesBack).toBe(true);
  expect(await call.diff()).toBe(taken.files[0]!.diff);
  expect(ws.read('a')).toBe('two\n');
  await call.commit(commit);
  expect(ws.read('a')).toBe('one\n');
  expect([call.takesBack, call.empty]).toEqual([true, true]);
});

test('the journal is kept within its bytes; what was forgotten is not undone', async () => {
  await ws.dispose();
  ws = await openTestWorkspace({ limits: { disk: 20_000, image: MAX_IMAGE } });
  const content = (n: number) => utf8(`${n}\n`.repeat(1000));
  for (let n = 0; n < 40; n++) await ws.call(files => files.write('a', content(n)));
  await ws.workspace.close();
  ws = { ...ws, workspace: (await openTestWorkspace({ folder: ws.folder, store: ws.store })).workspace };
  expect(await ws.store.journal.size()).toBeLessThanOrEqual(40_000);
  const [oldest] = (await ws.store.journal.sets({})).toReversed();
  const call = open();
  await expect(call.history.undoSet(oldest!.id)).rejects.toMatchObject({ code: 'UNDO_CONFLICT' });
  await call.history.undoFile('a');
  await call.commit(commit);
  expect(ws.read('a')).toBe(Buffer.from(content(38)).toString());
});

test('parallel calls on different files commit side by side', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => ws.call(files => files.write(`d/${n}`, utf8(`${n}`), { createDirs: true }))),
  );
  expect(Object.keys(snapshot(ws.folder))).toHaveLength(31);
});
