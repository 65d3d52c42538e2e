import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { snapshot } from '../../../test/support/workspace/ground.ts';
import {
  openTestWorkspace,
  replacing,
  type TestWork,
  type TestWorkspace,
  utf8,
} from '../../../test/support/workspace/workspace.ts';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await openTestWorkspace();
});
afterEach(() => ws.dispose());

const planned = (work: TestWork) => ws.call(work, { planned: true });
const paths = async (action: 'apply' | 'drop', ...chosen: string[]) =>
  [...(await ws.workspace.plan.select(action, { paths: chosen }))].sort();
const shown = async () => (await ws.workspace.plan.show()).files.map(({ path }) => path);

test('a file is applied with the folder that is made for it, and the rest stays planned', async () => {
  await planned(async files => {
    await files.write('n/m/one', utf8('1\n'), { createDirs: true });
    await files.write('n/two', utf8('2\n'));
    await files.write('three', utf8('3\n'));
  });
  expect(await paths('apply', 'n/m/one')).toEqual(['n', 'n/m', 'n/m/one']);
  const [set] = await ws.workspace.plan.apply({ paths: ['n/m/one'] });
  expect(set?.changes.map(({ path }) => path)).toEqual(['n', 'n/m', 'n/m/one']);
  expect(Object.keys(snapshot(ws.folder))).toEqual(['n', 'n/m', 'n/m/one']);
  expect(await shown()).toEqual(['n/two', 'three']);
  await planned(async files => expect((await files.read('n/two')).bytes.length).toBe(2));
  await ws.workspace.plan.apply();
  expect([ws.read('n/two'), ws.read('three')]).toEqual(['2\n', '3\n']);
  await ws.call((_, history) => history.undoSet(set!.id));
  expect(fs.existsSync(ws.at('n/m/one'))).toBe(false);
});

test('a move is one thing, and brings what was planned for the file before', async () => {
  ws.put('a', '1\n2\n');
  ws.put('b', 'b\n');
  await planned(async files => {
    await files.edit('a', replacing('2', 'two'));
    await files.edit('b', replacing('b', 'B'));
  });
  await planned(files => files.move('a', 'c'));
  expect(await paths('apply', 'c')).toEqual(['a', 'c']);
  expect(await paths('apply', 'a')).toEqual(['a', 'c']);
  expect(await paths('drop', 'c')).toEqual(['a', 'c']);
  const [set] = await ws.workspace.plan.apply({ paths: ['c'] });
  expect(snapshot(ws.folder)).toEqual({ b: 'file 644 b\n', c: 'file 644 1\ntwo\n' });
  expect(await shown()).toEqual(['b']);
  await ws.call((_, history) => history.undoSet(set!.id));
  expect(ws.read('a')).toBe('1\n2\n');
});

test('a folder goes with all that is removed from it, and stays if one file of it does', async () => {
  ws.put('d/one', '1');
  ws.put('d/two', '2');
  await planned(files => files.delete('d', { recursive: true }));
  expect(await paths('apply', 'd')).toEqual(['d', 'd/one', 'd/two']);
  expect(await paths('drop', 'd/one')).toEqual(['d', 'd/one']);
  await ws.workspace.plan.drop({ paths: ['d/one'] });
  await ws.workspace.plan.apply();
  expect(Object.keys(snapshot(ws.folder))).toEqual(['d', 'd/one']);
});

test('one set is applied with what it stands on, and dropped with what stands on it', async () => {
  ws.put('a', '1\n2\n3\n');
  await planned(files => files.edit('a', replacing('1', 'one')));
  const second = await planned(async files => {
    await files.edit('a', replacing('2', 'two'));
    await files.write('b', utf8('b\n'));
  });
  await planned(files => files.edit('a', replacing('3', 'three')));
  await ws.workspace.plan.apply({ id: second!.id });
  expect([ws.read('a'), ws.read('b')]).toEqual(['one\ntwo\n3\n', 'b\n']);
  const { sets, diff } = await ws.workspace.plan.show();
  expect([sets.length, diff.includes('+three'), diff.includes('+one')]).toEqual([1, true, false]);
  await planned(files => files.write('c', utf8('c\n')));
  await ws.workspace.plan.drop({ id: sets[0] });
  expect(await shown()).toEqual(['c']);
  await expect(ws.workspace.plan.apply({ id: second!.id })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
});

test('what a person changed meanwhile is shown as a conflict, and no part of it is written', async () => {
  ws.put('a', 'a\n');
  await planned(async files => {
    await files.write('a', utf8('A\n'));
    await files.write('b', utf8('B\n'));
  });
  ws.put('a', 'by hand\n');
  const { files } = await ws.workspace.plan.show();
  expect(files).toMatchObject([
    { path: 'a', conflict: expect.stringContaining('changed by someone else') },
    { path: 'b', operation: 'create' },
  ]);
  expect(files[1]).not.toHaveProperty('conflict');
  await expect(ws.workspace.plan.apply({ paths: ['a', 'b'] })).rejects.toMatchObject({ code: 'STALE_FILE' });
  expect([ws.read('a'), fs.existsSync(ws.at('b'))]).toEqual(['by hand\n', false]);
  await ws.workspace.plan.apply({ paths: ['b'] });
  expect([ws.read('a'), ws.read('b'), await shown()]).toEqual(['by hand\n', 'B\n', ['a']]);
});

test('two processes that apply the same file at once write it once', async () => {
  ws.put('a', 'a\n');
  await planned(files => files.write('a', utf8('A\n')));
  const other = await openTestWorkspace({ folder: ws.folder, store: ws.store });
  const both = await Promise.allSettled([ws, other].map(({ workspace }) => workspace.plan.apply({ paths: ['a'] })));
  const written = both.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
  expect([written.length, ws.read('a')]).toEqual([1, 'A\n']);
  expect(await ws.store.journal.sets({ status: 'committed' })).toHaveLength(1);
  expect(await ws.store.journal.sets({ status: 'planned' })).toEqual([]);
  await other.dispose();
});

test('a part whose process dies at any step is either written, or planned as before', async () => {
  const seen = new Set<string>();
  for (let last = 0; ; last++) {
    const first = await openTestWorkspace();
    first.put('a', 'a\n');
    const plan = async (files: Parameters<TestWork>[0]) => {
      await files.write('a', utf8('A\n'));
      await files.write('b', utf8('B\n'));
    };
    await first.call(plan, { planned: true });
    const died = Promise.withResolvers<void>();
    let steps = 0;
    const step = async () => {
      if (steps++ < last) return;
      died.resolve();
      await new Promise(() => {});
    };
    const dying = await openTestWorkspace({ folder: first.folder, store: first.store, dead: true, step });
    const applied = dying.workspace.plan.apply({ paths: ['a'] }).then(() => true);
    const ended = await Promise.race([applied, died.promise]);
    await first.workspace.recover();
    const left = (await first.workspace.plan.show()).files.map(({ path }) => path).join();
    seen.add(`${first.read('a').trim()} ${left}`);
    await dying.dispose();
    await first.dispose();
    if (ended) break;
  }
  expect([...seen].sort()).toEqual(['A b', 'a a,b']);
});

test('an undo that is planned is applied or dropped as a whole', async () => {
  ws.put('a', 'a\n');
  ws.put('b', 'b\n');
  await ws.call(async files => {
    await files.write('a', utf8('A\n'));
    await files.write('b', utf8('B\n'));
  });
  await planned((_, history) => history.undoTurn());
  expect(await paths('apply', 'a')).toEqual(['a', 'b']);
  await ws.workspace.plan.apply({ paths: ['a'] });
  expect([ws.read('a'), ws.read('b')]).toEqual(['a\n', 'b\n']);
  await ws.call((_, history) => history.redo());
  expect(ws.read('b')).toBe('B\n');
});
