import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_IMAGE, snapshot } from '../../../test/support/workspace/ground.ts';
import { openTestWorkspace, replacing, type TestWorkspace, utf8 } from '../../../test/support/workspace/workspace.ts';
import type { ToolError } from '../../tool/error.ts';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await openTestWorkspace();
});
afterEach(() => ws.dispose());

const lines = (...texts: string[]) => texts.map(text => `${text}\n`).join('');
const conflict = (pattern: RegExp) =>
  expect.objectContaining({ code: 'UNDO_CONFLICT', message: expect.stringMatching(pattern) }) as unknown as ToolError;
const nothing = (pattern: RegExp) =>
  expect.objectContaining({
    code: 'ILLEGAL_TRANSITION',
    message: expect.stringMatching(pattern),
  }) as unknown as ToolError;
const undoFile = (path: string, force = false) => ws.call((_, history) => history.undoFile(path, { force }));
const undoTurn = (turn?: number) => ws.call((_, history) => history.undoTurn(turn));
const redo = () => ws.call((_, history) => history.redo());
const write = (path: string, content: string, turn?: number) =>
  ws.call(files => files.write(path, utf8(content)), turn === undefined ? {} : { turn });

test('undo walks back through the changes of a file, and redo forward again', async () => {
  ws.put('a', 'zero\n', 0o640);
  for (const content of ['one\n', 'two\n', 'three\n']) await write('a', content);
  const seen: string[] = [];
  for (let n = 0; n < 3; n++) {
    await undoFile('a');
    seen.push(ws.read('a'));
  }
  expect(seen).toEqual(['two\n', 'one\n', 'zero\n']);
  await expect(undoFile('a')).rejects.toEqual(nothing(/Nothing to undo/));
  for (let n = 0; n < 3; n++) {
    await redo();
    seen.push(ws.read('a'));
  }
  expect(seen.slice(3)).toEqual(['one\n', 'two\n', 'three\n']);
  await expect(redo()).rejects.toEqual(nothing(/Nothing to redo/));
  await undoFile('a');
  expect(ws.read('a')).toBe('two\n');
  expect(fs.statSync(ws.at('a')).mode & 0o777).toBe(0o640);
});

test('undo keeps changes elsewhere in the file, only the hunks of the call go', async () => {
  ws.put('a', lines('1', '2', '3', '4', '5', '6', '7'));
  await ws.call(files => files.edit('a', replacing('2\n', 'two\r\n')));
  ws.put('a', lines('1', 'two\r', '3', '4', '5', '6', 'seven', 'eight').replace(/\n$/, ''));
  await undoFile('a');
  expect(ws.read('a')).toBe(lines('1', '2', '3', '4', '5', '6', 'seven', 'eight').replace(/\n$/, ''));
});

test('to an undo, a later call that changed other parts is someone else too', async () => {
  ws.put('a', lines('1', '2', '3', '4', '5'));
  await ws.call(files => files.edit('a', replacing('1\n', 'one\n')), { turn: 1 });
  await ws.call(files => files.edit('a', replacing('5\n', 'five\n')), { turn: 2 });
  await undoTurn(1);
  expect(ws.read('a')).toBe(lines('1', '2', '3', '4', 'five'));
  await redo();
  expect(ws.read('a')).toBe(lines('one', '2', '3', '4', 'five'));
});

test('changes that overlap an undo are a conflict with the diff, and not a byte changes', async () => {
  ws.put('a', lines('1', '2', '3'));
  ws.put('b', 'b\n');
  await ws.call(
    async files => {
      await files.edit('a', replacing('2\n', 'two\n'));
      await files.write('b', utf8('B\n'));
      await files.write('new', utf8('n\n'));
    },
    { turn: 1 },
  );
  ws.put('a', lines('1', 'TWO', '3'));
  const before = snapshot(ws.folder);
  await expect(undoTurn()).rejects.toEqual(conflict(/a: the same lines.*Nothing was touched[\s\S]*-two\n\+TWO/));
  expect(snapshot(ws.folder)).toEqual(before);
  const sets = await ws.store.journal.sets({});
  expect(sets).toHaveLength(1);

  await ws.call((_, history) => history.undoTurn(1, { force: true }));
  expect(snapshot(ws.folder)).toEqual({ a: `file 644 ${lines('1', '2', '3')}`, b: 'file 644 b\n' });
  await redo();
  expect(snapshot(ws.folder)).toEqual(before);
});

test('a turn is taken back as a whole: writes, creations, deletions, moves and folders', async () => {
  ws.put('keep', 'k\n');
  ws.put('d/gone', 'g\n', 0o600);
  ws.put('from', 'f\n', 0o755);
  const before = snapshot(ws.folder);
  await ws.call(files => files.write('n/m/new', utf8('new\n'), { createDirs: true }), { turn: 7 });
  await ws.call(files => files.delete('d', { recursive: true }), { turn: 7 });
  await ws.call(files => files.move('from', 'n/to'), { turn: 7 });
  await ws.call(files => files.edit('n/to', replacing('f', 'F')), { turn: 7 });
  await ws.call(files => files.edit('keep', replacing('k', 'K')), { turn: 7 });
  const after = snapshot(ws.folder);
  await undoTurn();
  expect(snapshot(ws.folder)).toEqual(before);
  await redo();
  expect(snapshot(ws.folder)).toEqual(after);
});

test('undo of a turn that changed nothing touches nothing', async () => {
  ws.put('a', 'a\n');
  await ws.call(files => files.read('a'), { turn: 1 });
  await write('a', 'a\n', 2);
  const before = snapshot(ws.folder);
  for (const turn of [undefined, 1, 2, 99]) {
    await expect(undoTurn(turn)).rejects.toEqual(nothing(/Nothing to undo/));
  }
  expect(snapshot(ws.folder)).toEqual(before);
});

test('a turn number means a turn of the own session; without one the last of the workspace is meant', async () => {
  await ws.call(files => files.write('mine', utf8('1')), { turn: 1, sessionID: 'me' });
  await ws.call(files => files.write('theirs', utf8('1')), { turn: 1, sessionID: 'other' });
  await ws.call((_, history) => history.undoTurn(1), { turn: 2, sessionID: 'me' });
  expect(Object.keys(snapshot(ws.folder))).toEqual(['theirs']);
  await ws.call((_, history) => history.undoTurn(), { turn: 3, sessionID: 'me' });
  expect(Object.keys(snapshot(ws.folder))).toEqual([]);
});

test('undo does not delete a created file that a person added to', async () => {
  await write('new', 'by the call\n');
  fs.appendFileSync(ws.at('new'), 'by hand\n');
  await expect(undoFile('new')).rejects.toEqual(conflict(/added to it since[\s\S]*\+by hand/));
  expect(ws.read('new')).toBe('by the call\nby hand\n');
  await undoFile('new', true);
  expect(fs.existsSync(ws.at('new'))).toBe(false);
  await redo();
  expect(ws.read('new')).toBe('by the call\nby hand\n');
});

test('undo respects what a person deleted or put there since', async () => {
  ws.put('edited', 'e\n');
  ws.put('deleted', 'd\n');
  await write('created', 'c\n');
  await write('edited', 'E\n');
  await ws.call(files => files.delete('deleted'));
  fs.rmSync(ws.at('created'));
  fs.rmSync(ws.at('edited'));
  ws.put('deleted', 'other\n');

  await undoFile('created');
  expect(fs.existsSync(ws.at('created'))).toBe(false);
  await expect(undoFile('created')).rejects.toEqual(nothing(/Nothing to undo/));
  await expect(undoFile('edited')).rejects.toEqual(conflict(/deleted since/));
  await expect(undoFile('deleted')).rejects.toEqual(conflict(/something else is there/));
  await undoFile('edited', true);
  await undoFile('deleted', true);
  expect(snapshot(ws.folder)).toEqual({ edited: 'file 644 e\n', deleted: 'file 644 d\n' });
});

test('undo leaves a folder that the call made while something is in it', async () => {
  await ws.call(files => files.write('n/m/f', utf8('f'), { createDirs: true }));
  ws.put('n/mine', 'by hand');
  await undoTurn();
  expect(snapshot(ws.folder)).toEqual({ n: 'folder 755', 'n/mine': 'file 644 by hand' });
});

test('undo moves a file back with what was done to it since', async () => {
  ws.put('a', lines('1', '2', '3', '4'));
  ws.put('sub/b', 'overwritten\n');
  await ws.call(files => files.move('a', 'sub/b', { overwrite: true }));
  fs.appendFileSync(ws.at('sub/b'), 'by hand\n');
  await undoFile('sub/b');
  expect(ws.read('a')).toBe(lines('1', '2', '3', '4', 'by hand'));
  expect(ws.read('sub/b')).toBe('overwritten\n');
  await redo();
  expect(ws.read('sub/b')).toBe(lines('1', '2', '3', '4', 'by hand'));
  await undoFile('a');
  expect(ws.read('sub/b')).toBe('overwritten\n');
});

test('a move of a file too large for an image is taken back, its overwriting is not', async () => {
  ws.put('big', 'x'.repeat(MAX_IMAGE + 10));
  await ws.call(files => files.move('big', 'bigger'));
  await undoTurn();
  expect(Object.keys(snapshot(ws.folder))).toEqual(['big']);
  await write('big', 'small');
  await expect(undoFile('big')).rejects.toEqual(conflict(/not kept/));
  expect(ws.read('big')).toBe('small');
});

test('undo brings binary content back as a whole or not at all', async () => {
  ws.put('bin', Buffer.from([0, 1, 2, 10, 3]));
  await ws.call(files => files.write('bin', Buffer.from([0, 9, 9, 10, 3])));
  ws.put('bin', Buffer.from([0, 9, 9, 10, 4]));
  await expect(undoFile('bin')).rejects.toEqual(conflict(/changed since/));
  ws.put('bin', Buffer.from([0, 9, 9, 10, 3]));
  await undoFile('bin');
  expect([...fs.readFileSync(ws.at('bin'))]).toEqual([0, 1, 2, 10, 3]);
});

test('one set of a turn is taken back by its id, and an undo by its own', async () => {
  const first = await ws.call(files => files.write('a', utf8('1')), { turn: 1 });
  await ws.call(files => files.write('b', utf8('1')), { turn: 1 });
  const undo = await ws.call((_, history) => history.undoSet(first!.id));
  expect(Object.keys(snapshot(ws.folder))).toEqual(['b']);
  await expect(ws.call((_, history) => history.undoSet(first!.id))).rejects.toEqual(nothing(/already undone/));
  const again = await ws.call((_, history) => history.undoSet(undo!.id));
  expect(Object.keys(snapshot(ws.folder))).toEqual(['a', 'b']);
  await ws.call((_, history) => history.undoSet(again!.id));
  expect(Object.keys(snapshot(ws.folder))).toEqual(['b']);
});

test('a forced redo that is taken back gives back what a person had written there, to the mode', async () => {
  ws.put('a', 'one\n');
  ws.put('b', 'old\n');
  await ws.call(async files => {
    await files.write('a', utf8('two\n'));
    await files.delete('b');
  });
  await undoTurn();
  ws.put('a', 'by hand\n');
  ws.put('b', 'old\n', 0o600);
  const before = snapshot(ws.folder);
  await expect(redo()).rejects.toEqual(conflict(/a: .*changed since/));
  const again = await ws.call((_, history) => history.redo({ force: true }));
  expect([ws.read('a'), fs.existsSync(ws.at('b'))]).toEqual(['two\n', false]);
  await ws.call((_, history) => history.undoSet(again!.id));
  expect(snapshot(ws.folder)).toEqual(before);
  await redo();
  expect([ws.read('a'), fs.existsSync(ws.at('b'))]).toEqual(['two\n', false]);
});

test('a forced undo of a move does not replace a folder that somebody has made where the file was', async () => {
  ws.put('a', 'one\n');
  await ws.call(files => files.move('a', 'b'));
  for (const content of [[], ['a/x']]) {
    fs.mkdirSync(ws.at('a'), { recursive: true });
    for (const path of content) ws.put(path, 'by hand\n');
    const before = snapshot(ws.folder);
    const forced = ws.call((_, history) => history.undoTurn(undefined, { force: true }));
    await expect(forced).rejects.toEqual(conflict(/a is there again/));
    expect(snapshot(ws.folder)).toEqual(before);
  }
});

test('a redo that is taken back in part undoes the rest of what it had brought', async () => {
  ws.put('a', 'one\n');
  ws.put('b', 'one\n');
  await ws.call(async files => {
    await files.write('a', utf8('two\n'));
    await files.write('b', utf8('two\n'));
  });
  await undoTurn();
  const again = await redo();
  await undoFile('a');
  await ws.call((_, history) => history.undoSet(again!.id));
  expect([ws.read('a'), ws.read('b')]).toEqual(['one\n', 'one\n']);
});

test('the history shows sets newest first with diffs, what is undone, and hides what may not be seen', async () => {
  ws.put('a', 'a\n');
  await write('a', 'A\n', 1);
  await write('.env', 'SECRET\n', 2);
  await ws.call(files => files.move('a', 'b'), { turn: 3 });
  await undoFile('b');
  let listed: unknown;
  await ws.call(
    async (_, history) => {
      listed = (await history.list({ diffs: true })).map(({ turn, undone, undoes, changes }) => ({
        turn,
        undone,
        undo: undoes !== undefined,
        changes: changes.map(({ path, operation, diff }) => [path, operation, diff]),
      }));
    },
    { visible: path => !path.endsWith('.env') },
  );
  expect(listed).toEqual([
    {
      turn: 1,
      undone: false,
      undo: true,
      changes: [
        ['a', 'create', 'rename from b\nrename to a\n'],
        ['b', 'delete', ''],
      ],
    },
    {
      turn: 3,
      undone: true,
      undo: false,
      changes: [
        ['b', 'create', 'rename from a\nrename to b\n'],
        ['a', 'delete', ''],
      ],
    },
    {
      turn: 1,
      undone: false,
      undo: false,
      changes: [['a', 'write', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+A\n']],
    },
  ]);
  let paths: readonly string[] = [];
  await ws.call(async (_, history) => {
    paths = await history.affected({ kind: 'turn', turn: 1 });
  });
  expect(paths).toEqual(['a']);
});

test('a conflict of an undo in a file that may not be seen does not show its content', async () => {
  await write('.env', 'KEY=1\n');
  ws.put('.env', 'KEY=2\nSECRET=3\n');
  const work = ws.call((_, history) => history.undoTurn(), { visible: path => !path.endsWith('.env') });
  const error = await work.then(
    () => undefined,
    (reason: ToolError) => reason,
  );
  expect(error?.code).toBe('UNDO_CONFLICT');
  expect(JSON.stringify([error?.message, error?.details])).not.toContain('SECRET');
});

test('undo brings modes back, and a mode that a person set stays', async () => {
  const { openGround, makeStagedChange, commitChanges } = await import('../../../test/support/workspace/ground.ts');
  ws.put('a', 'a\n', 0o644);
  ws.put('b', 'b\n', 0o644);
  const ground = await openGround({ folder: ws.folder, store: ws.store });
  const node = (content: string) => ({ kind: 'file' as const, bytes: utf8(content), mode: 0o755 });
  await commitChanges(ground, [
    makeStagedChange(ws.folder, 'a', node('a\n')),
    makeStagedChange(ws.folder, 'b', node('b\n')),
  ]);
  fs.chmodSync(ws.at('b'), 0o700);
  const before = snapshot(ws.folder);
  await expect(undoTurn()).rejects.toEqual(conflict(/mode/));
  expect(snapshot(ws.folder)).toEqual(before);
  await undoFile('a');
  expect(snapshot(ws.folder)).toEqual({ a: 'file 644 a\n', b: 'file 700 b\n' });
  await ground.dispose();
});

test('the history shows neither the name nor the text of what is hidden, where it was changed or moved with others', async () => {
  ws.put('.env', 'KEY=1\nb\n');
  await ws.call(async files => {
    await files.move('.env', 'b');
    await files.edit('b', () => Buffer.from('b\n'));
    await files.write('a', Buffer.from('a\n'));
  });
  let listed = '';
  await ws.call(
    async (_, history) => {
      listed = JSON.stringify(await history.list({ diffs: true }));
    },
    { visible: path => !path.endsWith('.env') },
  );
  expect(listed).toContain('some of which are hidden');
  expect(listed).toContain('"b"');
  expect(listed).not.toMatch(/KEY|\.env/);
});
