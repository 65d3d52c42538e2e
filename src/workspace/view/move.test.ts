import fs from 'node:fs';
import { expect, it } from 'vitest';
import { bytes, readViewText, settledCodeOf, testView } from '../../../test/support/workspace/view.ts';

it('a move takes a file without loading it, and keeps its mode', async () => {
  const { files, staging, home } = testView({ 'a.txt': 'content' });
  fs.chmodSync(home.at('ws/a.txt'), 0o750);
  await files.move('a.txt', 'b.txt');
  expect(staging.changes()).toMatchObject([
    {
      path: 'b.txt',
      before: { kind: 'absent' },
      after: { kind: 'moved', from: 'a.txt', mode: 0o750, size: 7 },
      movedFrom: 'a.txt',
    },
    { path: 'a.txt', before: { kind: 'file' }, after: undefined, movedTo: 'b.txt' },
  ]);
  expect(await readViewText(files, 'b.txt')).toBe('content');
  expect(await files.stat('b.txt')).toMatchObject({ size: 7, mode: 0o750 });
  expect(await files.stat('a.txt')).toBeUndefined();
  expect((await files.list('.')).map(entry => entry.name)).toEqual(['b.txt']);
});

it('a move takes a folder entry by entry, with links as they are', async () => {
  const { files, staging, home } = testView({ 'd/a': 'a', 'd/e/b': 'b' });
  home.link('ws/d/l', 'a');
  await files.move('d', 'n');
  expect(staging.changes().map(({ path, after }) => [path, after?.kind])).toEqual([
    ['n', 'directory'],
    ['n/l', 'symlink'],
    ['n/e', 'directory'],
    ['n/e/b', 'moved'],
    ['n/a', 'moved'],
    ['d/a', undefined],
    ['d/e/b', undefined],
    ['d/e', undefined],
    ['d/l', undefined],
    ['d', undefined],
  ]);
  expect(await readViewText(files, 'n/e/b')).toBe('b');
  expect(await readViewText(files, 'n/l')).toBe('a');
  expect(await files.stat('d')).toBeUndefined();
});

it('a move overwrites a file only when told to, and a folder never', async () => {
  const { files, staging, home } = testView({ 'a.txt': 'a', 'b.txt': 'b', 'd/x': '', 'e/y': '' });
  home.link('ws/link', 'b.txt');
  expect(await settledCodeOf(files.move('a.txt', 'b.txt'))).toBe('FILE_EXISTS');
  expect(await settledCodeOf(files.move('a.txt', 'd', { overwrite: true }))).toBe('FILE_EXISTS');
  expect(await settledCodeOf(files.move('a.txt', '.', { overwrite: true }))).toBe('FILE_EXISTS');
  expect(await settledCodeOf(files.move('d', 'e', { overwrite: true }))).toBe('FILE_EXISTS');
  expect(await settledCodeOf(files.move('d', 'b.txt', { overwrite: true }))).toBe('FILE_EXISTS');
  await expect(files.move('a.txt', 'd')).rejects.toMatchObject({
    suggestion: 'Give the full new path, such as d/a.txt.',
  });
  expect(staging.size).toBe(0);
  await files.move('a.txt', 'link', { overwrite: true });
  expect(await readViewText(files, 'b.txt')).toBe('a');
  expect(staging.get('b.txt')).toMatchObject({ before: { kind: 'file', size: 1 }, after: { kind: 'moved' } });
});

it('a move refuses what cannot be: into itself, onto itself, below a file, the root, what is not there', async () => {
  const { files, staging } = testView({ 'd/x': '', 'a.txt': '' });
  expect(await settledCodeOf(files.move('d', 'd/e'))).toBe('INVALID_ARGUMENTS');
  expect(await settledCodeOf(files.move('d', 'd/e/f', { createDirs: true }))).toBe('INVALID_ARGUMENTS');
  expect(await settledCodeOf(files.move('a.txt', './a.txt'))).toBe('INVALID_ARGUMENTS');
  expect(await settledCodeOf(files.move('d', 'a.txt/d'))).toBe('NOT_A_FILE');
  expect(await settledCodeOf(files.move('a.txt', 'b.txt/'))).toBe('NOT_A_FILE');
  expect(await settledCodeOf(files.move('.', 'x'))).toBe('INVALID_PATH');
  expect(await settledCodeOf(files.move('none', 'x'))).toBe('FILE_NOT_FOUND');
  expect(await settledCodeOf(files.move('a.txt', 'no/where'))).toBe('FILE_NOT_FOUND');
  expect(await settledCodeOf(files.move('a.txt', '../out'))).toBe('INVALID_PATH');
  expect(staging.size).toBe(0);
  await files.move('a.txt', 'no/where', { createDirs: true });
  expect(await files.stat('no/where')).toMatchObject({ kind: 'file' });
});

it('a move takes a link itself, wherever it points', async () => {
  const { files, staging, home } = testView({ 'a.txt': 'a' });
  home.link('ws/l', '/etc/passwd');
  await files.move('l', 'm');
  expect(staging.get('m')?.after).toEqual({ kind: 'symlink', target: '/etc/passwd' });
  expect(await settledCodeOf(files.read('m'))).toBe('INVALID_PATH');
});

it('a move knows the first origin of what is moved twice, and nothing of what is moved back', async () => {
  const { files, staging } = testView({ 'a.txt': 'a' });
  await files.move('a.txt', 'b.txt');
  await files.move('b.txt', 'c.txt');
  expect(staging.get('c.txt')).toMatchObject({ after: { kind: 'moved', from: 'a.txt' }, movedFrom: 'a.txt' });
  expect(staging.get('a.txt')).toMatchObject({ movedTo: 'c.txt' });
  expect(await readViewText(files, 'c.txt')).toBe('a');
  await files.move('c.txt', 'a.txt');
  expect(staging.get('a.txt')).toBeUndefined();
  expect(await readViewText(files, 'a.txt')).toBe('a');
  expect((await files.list('.')).map(entry => entry.name)).toEqual(['a.txt']);
});

it('a move goes with writes, edits and deletes of the same call', async () => {
  const { files, staging } = testView({ 'a.txt': 'a', 'b.txt': 'b' });
  await files.write('new.txt', bytes('new'));
  await files.move('new.txt', 'newer.txt');
  expect(staging.get('newer.txt')).toMatchObject({ before: { kind: 'absent' }, after: { kind: 'file' } });
  expect(staging.get('newer.txt')?.movedFrom).toBeUndefined();
  await files.move('a.txt', 'c.txt');
  await files.edit('c.txt', () => bytes('edited'));
  expect(staging.get('c.txt')).toMatchObject({ movedFrom: 'a.txt', after: { kind: 'file' } });
  await files.delete('c.txt');
  expect(staging.get('a.txt')?.movedTo).toBeUndefined();
  await files.write('a.txt', bytes('again'));
  expect(await readViewText(files, 'a.txt')).toBe('again');
  await files.move('b.txt', 'd.txt');
  await files.write('b.txt', bytes('other'));
  expect([await readViewText(files, 'd.txt'), await readViewText(files, 'b.txt')]).toEqual(['b', 'other']);
});

it('a move takes what is only planned', async () => {
  const { files, staging, nodes } = testView({ 'disk.txt': 'disk' });
  nodes.set('p.txt', { kind: 'file', bytes: bytes('planned'), mode: 0o644 });
  nodes.set('q.txt', { kind: 'moved', from: 'disk.txt', mode: 0o644, size: 4 });
  nodes.set('disk.txt', undefined);
  await files.move('p.txt', 'p2.txt');
  await files.move('q.txt', 'q2.txt');
  expect([await readViewText(files, 'p2.txt'), await readViewText(files, 'q2.txt')]).toEqual(['planned', 'disk']);
  expect(staging.get('p2.txt')?.after).toMatchObject({ kind: 'moved', from: 'p.txt' });
  expect(staging.get('p.txt')?.before).toMatchObject({ kind: 'file', size: 7, sha: expect.any(String) });
});
