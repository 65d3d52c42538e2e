import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { openTestRoot, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { bytes, settledCodeOf, testView, viewOf } from '../../../test/support/workspace/view.ts';
import type { FindQuery } from '../../tool/files.ts';
import type { ViewFiles } from '../view.ts';

const paths = async (files: ViewFiles, query: Partial<FindQuery> = {}) =>
  (await files.find({ path: '.', ...query })).entries.map(entry => entry.path);

const tree = {
  '.gitignore': 'dist\n*.log\n!keep.log\n',
  '.hidden/x.ts': '',
  '.git/config': '',
  'README.md': '',
  'debug.log': '',
  'keep.log': '',
  'dist/out.js': '',
  'src/a.ts': '',
  'src/b.tsx': '',
  'src/deep/c.ts': '',
  'src/deep/.gitignore': 'gen\n',
  'src/deep/gen/d.ts': '',
};

it('find gives what is not ignored, without a git repository too, and never what git keeps', async () => {
  const { files, home } = testView(tree);
  const shown = ['README.md', 'keep.log', 'src/a.ts', 'src/b.tsx', 'src/deep/c.ts'];
  expect(await paths(files)).toEqual(shown);
  fs.rmSync(home.at('ws/.git'), { recursive: true });
  expect(await paths(files)).toEqual(shown);
  expect(await paths(files, { hidden: true })).toEqual([
    '.gitignore',
    '.hidden/x.ts',
    'README.md',
    'keep.log',
    'src/a.ts',
    'src/b.tsx',
    'src/deep/.gitignore',
    'src/deep/c.ts',
  ]);
  expect(await paths(files, { ignored: true })).toEqual([
    'README.md',
    'debug.log',
    'dist/out.js',
    'keep.log',
    'src/a.ts',
    'src/b.tsx',
    'src/deep/c.ts',
    'src/deep/gen/d.ts',
  ]);
});

it('globs of find are relative to the path and bring nothing back that is ignored or hidden', async () => {
  const { files } = testView(tree);
  expect(await paths(files, { globs: ['*.ts'] })).toEqual([]);
  expect(await paths(files, { globs: ['**/*.ts'] })).toEqual(['src/a.ts', 'src/deep/c.ts']);
  expect(await paths(files, { path: 'src', globs: ['*.ts'] })).toEqual(['src/a.ts']);
  expect(await paths(files, { globs: ['*.log', 'dist/*', '.hidden/*', '.git/*'] })).toEqual(['keep.log']);
  expect(await paths(files, { globs: ['src/**', '!**/*.tsx'] })).toEqual(['src/a.ts', 'src/deep/c.ts']);
  expect(await settledCodeOf(files.find({ path: '.', globs: ['x'.repeat(5000)] }))).toBe('INVALID_ARGUMENTS');
});

it('ignore rules above a folder hold in it, and rules above the root do not, outside of a repository', async () => {
  const home = tempFolder();
  home.put('.gitignore', '*\n');
  home.put('ws/.gitignore', 'sub/no.txt\n');
  for (const name of ['a.txt', 'sub/yes.txt', 'sub/no.txt']) home.put(`ws/${name}`);
  const files = viewOf(openTestRoot(home.at('ws')));
  expect(await paths(files)).toEqual(['a.txt', 'sub/yes.txt']);
  expect(await paths(files, { path: 'sub' })).toEqual(['sub/yes.txt']);
  fs.rmSync(home.at('.gitignore'));
  expect(await paths(files, { path: 'sub' })).toEqual(['sub/yes.txt']);
  home.folder('.git');
  home.put('.gitignore', 'a.txt\n');
  expect(await paths(files)).toEqual(['sub/yes.txt']);
});

it('find keeps to limits, depth and order, and tells the total', async () => {
  const { files, home } = testView({ 'a/1': '', 'a/b/2': '', 'a/b/c/3': '', '4': '' });
  const times: Record<string, number> = { 'a/1': 10, 'a/b/2': 30, 'a/b/c/3': 20, '4': 40 };
  for (const [name, at] of Object.entries(times)) fs.utimesSync(home.at(`ws/${name}`), at, at);
  expect(await paths(files, { sort: 'newest' })).toEqual(['4', 'a/b/2', 'a/b/c/3', 'a/1']);
  expect(await files.find({ path: '.', sort: 'newest', limit: 2 })).toMatchObject({
    entries: [{ path: '4', modified: 40_000, kind: 'file' }, { path: 'a/b/2' }],
    total: 4,
  });
  expect(await files.find({ path: '.', limit: 1 })).toMatchObject({ entries: [{ path: '4' }], total: 4 });
  expect(await paths(files, { maxDepth: 1 })).toEqual(['4']);
  expect(await paths(files, { maxDepth: 2 })).toEqual(['4', 'a/1']);
  expect(await paths(files, { path: 'a', maxDepth: 1 })).toEqual(['a/1']);
});

it('the newest come first among what is on the disk and what is staged, up to the limit', async () => {
  const { files, home } = testView({ 'old.ts': '', 'new.ts': '', 'mid.ts': '', 'newest.md': '' });
  for (const [name, at] of Object.entries({ 'old.ts': 10, 'mid.ts': 20, 'new.ts': 30, 'newest.md': 40 }))
    fs.utimesSync(home.at(`ws/${name}`), at, at);
  await files.write('staged.ts', bytes('x'));
  await files.write('old.ts', bytes('x'));
  const { entries, total } = await files.find({ path: '.', globs: ['**/*.ts'], sort: 'newest', limit: 3 });
  expect([entries.map(entry => entry.path), total]).toEqual([['old.ts', 'staged.ts', 'new.ts'], 4]);
});

it('find gives folders: those with files that are found, and empty ones; links are named, not followed', async () => {
  const { files, home } = testView({ ...tree, 'only-ignored/x.log': '' });
  home.folder('ws/empty/inner');
  home.link('ws/link', 'src');
  home.link('ws/out', '/etc');
  expect(await paths(files, { directories: true })).toEqual([
    'README.md',
    'empty',
    'empty/inner',
    'keep.log',
    'link',
    'out',
    'src',
    'src/a.ts',
    'src/b.tsx',
    'src/deep',
    'src/deep/c.ts',
  ]);
  expect(await paths(files, { directories: true, maxDepth: 1, globs: ['s*', 'e*'] })).toEqual(['empty', 'src']);
});

it('find of everything gives everything: ignored, hidden, special and git’s own', async () => {
  const { files, home } = testView({ '.git/config': '', 'd/.x': '' });
  execFileSync('mkfifo', [home.at('ws/d/pipe')]);
  home.link('ws/d/l', '/etc');
  const { entries } = await files.find({ path: '.', directories: true, hidden: true, ignored: true });
  expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
    ['.git', 'directory'],
    ['.git/config', 'file'],
    ['d', 'directory'],
    ['d/.x', 'file'],
    ['d/l', 'symlink'],
    ['d/pipe', 'fifo'],
  ]);
});

it('find sees layers: what is staged, planned and gone, under the same rules', async () => {
  const { files, nodes } = testView(tree);
  nodes.set('src/planned.ts', { kind: 'file', bytes: bytes('x'), mode: 0o644 });
  nodes.set('dist/planned.js', { kind: 'file', bytes: bytes('x'), mode: 0o644 });
  await files.delete('src/a.ts');
  await files.write('fresh/new.ts', bytes('new'), { createDirs: true });
  await files.write('fresh/new.log', bytes('log'));
  await files.write('fresh/.dot', bytes('dot'));
  await files.move('src/deep', 'moved');
  expect(await paths(files)).toEqual([
    'README.md',
    'fresh/new.ts',
    'keep.log',
    'moved/c.ts',
    'src/b.tsx',
    'src/planned.ts',
  ]);
  expect(await paths(files, { path: 'fresh' })).toEqual(['fresh/new.ts']);
  expect(await paths(files, { path: 'fresh', ignored: true, hidden: true })).toEqual([
    'fresh/.dot',
    'fresh/new.log',
    'fresh/new.ts',
  ]);
  expect(await paths(files, { directories: true })).toEqual([
    'README.md',
    'fresh',
    'fresh/new.ts',
    'keep.log',
    'moved',
    'moved/c.ts',
    'src',
    'src/b.tsx',
    'src/planned.ts',
  ]);
  const all = await paths(files, { directories: true, hidden: true, ignored: true });
  expect(all).toEqual(expect.arrayContaining(['fresh/.dot', 'moved/gen/d.ts', 'dist/planned.js']));
  expect(all.filter(path => path.startsWith('src/deep'))).toEqual([]);
});

it('find counts what is hidden by a rule', async () => {
  const { files } = testView(tree, { visible: path => !path.endsWith('.ts') });
  expect(await paths(files, { globs: ['**/*.{ts,tsx}'] })).toEqual(['src/b.tsx']);
  expect(files.hidden).toBe(2);
});

it('find gives names with line ends and leaves out those that are not UTF-8', async () => {
  const { files, home } = testView({ 'a\nb': '', '-rf': '', '\u{1f600}': '' });
  fs.writeFileSync(Buffer.concat([Buffer.from(home.at('ws/')), Buffer.from([0x66, 0xff])]), 'x');
  expect(await paths(files)).toEqual(['-rf', 'a\nb', '\u{1f600}']);
});

it('find needs a folder that is there and inside', async () => {
  const { files, home } = testView({ a: '' });
  home.link('ws/out', '/etc');
  expect(await settledCodeOf(files.find({ path: 'a' }))).toBe('NOT_A_FILE');
  expect(await settledCodeOf(files.find({ path: 'none' }))).toBe('FILE_NOT_FOUND');
  expect(await settledCodeOf(files.find({ path: 'out' }))).toBe('INVALID_PATH');
  expect(await settledCodeOf(files.find({ path: '..' }))).toBe('INVALID_PATH');
});

it('find takes ten thousand files in its stride', async () => {
  const { files, home } = testView();
  for (let folder = 0; folder < 100; folder += 1) {
    home.folder(`ws/d${folder}`);
    for (let n = 0; n < 100; n += 1) fs.writeFileSync(home.at(`ws/d${folder}/f${n}.ts`), '');
  }
  expect((await files.find({ path: '.', sort: 'newest', limit: 10 })).total).toBe(10_000);
  expect((await files.find({ path: '.', globs: ['**/f7.ts'] })).total).toBe(100);
});
