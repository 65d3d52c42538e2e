import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  commitChanges,
  fileNode,
  makeStagedChange,
  openGround,
  snapshot,
  type TestGround,
} from '../../../test/support/workspace/ground.ts';

let ground: TestGround | undefined;
afterEach(() => ground?.dispose());

/** A workspace in which something happens at steps of a commit. */
async function openStepped(step: (name: string, folder: string) => void): Promise<TestGround> {
  const opened = await openGround({ step: async name => step(name, opened.folder) });
  ground = opened;
  return opened;
}

const stage = (folder: string) => [
  makeStagedChange(folder, 'new', { kind: 'directory', mode: 0o755 }),
  makeStagedChange(folder, 'new/sub', { kind: 'directory', mode: 0o500 }),
  makeStagedChange(folder, 'new/a', fileNode('a\n')),
  makeStagedChange(folder, 'new/sub/b', fileNode('b\n', 0o755)),
  makeStagedChange(folder, 'new/sub/link', { kind: 'symlink', target: '../a' }),
];

const WHOLE = {
  new: 'folder 755',
  'new/a': 'file 644 a\n',
  'new/sub': 'folder 500',
  'new/sub/b': 'file 755 b\n',
  'new/sub/link': 'link ../a',
};

test('a new folder is not there, or is there with all that comes into it', async () => {
  const seen = new Set<string>();
  const { folder, store } = await openStepped((_, at) => {
    const place = path.join(at, 'new');
    const names = fs.existsSync(place) ? fs.readdirSync(place, { recursive: true }).sort() : 'nothing';
    seen.add(JSON.stringify(names));
  });
  const set = await commitChanges(ground!, stage(folder));
  expect([...seen]).toEqual(['"nothing"', JSON.stringify(['a', 'sub', 'sub/b', 'sub/link'])]);
  expect(snapshot(folder)).toEqual(WHOLE);
  const temps = (await store.journal.changes(set!.id)).map(({ path: of, temp }) => [of, temp !== undefined]);
  expect(temps.filter(([, named]) => named)).toEqual([['new', true]]);
  fs.chmodSync(path.join(folder, 'new/sub'), 0o700);
});

test('a folder that nothing comes into is made at its name, and one in the place of a file holds it', async () => {
  const { folder } = await openStepped(() => {});
  fs.writeFileSync(path.join(folder, 'p'), 'inner');
  await commitChanges(ground!, [
    makeStagedChange(folder, 'empty', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(folder, 'p', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(folder, 'p/q', { kind: 'moved', from: 'p', mode: 0o644, size: 5 }, { movedFrom: 'p' }),
    makeStagedChange(folder, 'p/r', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(folder, 'p/r/s', fileNode('s\n')),
  ]);
  expect(snapshot(folder)).toEqual({
    empty: 'folder 755',
    p: 'folder 755',
    'p/q': 'file 644 inner',
    'p/r': 'folder 755',
    'p/r/s': 'file 644 s\n',
  });
});

test.each([
  ['with something in it', true],
  ['with nothing in it', false],
])('a folder %s that somebody makes meanwhile stays, and what was written goes', async (_, filled) => {
  let made = false;
  const { folder } = await openStepped((name, at) => {
    if (name !== 'synced' || made) return;
    made = true;
    fs.mkdirSync(path.join(at, 'new'), { mode: 0o700 });
    if (filled) fs.writeFileSync(path.join(at, 'new/theirs'), 'theirs\n');
  });
  // The folder is there by then, so the second try puts the files into it.
  await commitChanges(ground!, stage(folder));
  const theirs = filled ? { 'new/theirs': 'file 644 theirs\n' } : {};
  expect(snapshot(folder)).toEqual({ ...WHOLE, new: 'folder 700', ...theirs });
  fs.chmodSync(path.join(folder, 'new/sub'), 0o700);
});

test('a set that fails leaves nothing of its new folders', async () => {
  const { folder } = await openStepped((name, at) => {
    if (name === 'keep') fs.writeFileSync(path.join(at, 'there'), 'by hand\n');
  });
  fs.writeFileSync(path.join(folder, 'there'), 'one\n');
  const changes = [...stage(folder), makeStagedChange(folder, 'there', fileNode('two\n'))];
  await expect(commitChanges(ground!, changes)).rejects.toThrow('there was changed by someone else');
  expect(snapshot(folder)).toEqual({ there: 'file 644 by hand\n' });
});
