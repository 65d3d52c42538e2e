import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../../test/support/worlds/open-world.ts';
import { getFileInfo } from './get-file-info.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { listDirectory } from './list-directory.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

const age = (path: string, seconds: number) =>
  fs.utimesSync(world.path(path), 1_700_000_000 - seconds, 1_700_000_000 - seconds);
const noEnv = (path: string) => !path.endsWith('.env');

describe('list_directory', () => {
  it('list_directory lists names with kinds, sizes and times', async () => {
    world.put('a.txt', 'hello');
    world.put('src/b.ts', 'x');
    world.put('.hidden', 'x');
    fs.symlinkSync('a.txt', world.path('link'));
    const { output, value, result } = await world.run(listDirectory, {});
    expect(output).toBe('a.txt  5 bytes\nlink -> a.txt\nsrc/\n\n[1 name with a leading dot left out (includeHidden).]');
    expect(value.entries[0]).toEqual({
      name: 'a.txt',
      type: 'file',
      size: 5,
      modified: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(value.entries[1]).toMatchObject({ type: 'symlink', target: 'a.txt' });
    expect(result.title).toBe('Listed . (3 entries)');
    expect((await world.run(listDirectory, { includeHidden: true })).output).toContain('.hidden');
  });

  it('list_directory goes down with recursive, names relative to the folder, without what .gitignore names', async () => {
    world.put('p/.gitignore', 'dist/\n');
    world.put('p/dist/out.js', 'x');
    world.put('p/src/a.ts', 'x');
    const { output, value } = await world.run(listDirectory, { path: 'p', recursive: true });
    expect(value.entries.map(({ name }: { name: string }) => name)).toEqual(['src', 'src/a.ts']);
    expect(output).toContain('[What .gitignore names was left out.]');
    const typed = await world.run(listDirectory, { path: 'p', recursive: true, pattern: '*.ts' });
    expect(typed.value.entries.map(({ name }: { name: string }) => name)).toEqual(['src/a.ts']);
  });

  it('list_directory cuts at the limit and says how many there are', async () => {
    for (let i = 0; i < 5; i++) world.put(`f${i}`, '');
    const { output, value } = await world.run(listDirectory, { limit: 2 });
    expect(value).toMatchObject({ entries: { length: 2 }, total: 5 });
    expect(output).toContain('[2 of 5 entries; for more: limit=5, or a pattern.]');
  });

  it('list_directory says how many entries the policy hides', async () => {
    world.put('.env', 'x');
    world.put('a', 'x');
    const { output } = await world.run(listDirectory, { includeHidden: true }, { visible: noEnv });
    expect(output).toBe('a  1 byte\n\n[1 entry is hidden by the policy.]');
  });

  it('list_directory says that a folder is empty, and what is no folder', async () => {
    fs.mkdirSync(world.path('d'));
    world.put('a.txt', 'x');
    expect((await world.run(listDirectory, { path: 'd', includeHidden: true })).output).toBe('[The folder is empty.]');
    expect((await world.run(listDirectory, { path: 'd', pattern: '*.x' })).output).toContain(
      'Nothing to list (pattern "*.x"',
    );
    expect((await world.run(listDirectory, { path: 'a.txt' })).output).toContain('[a.txt is no folder; use read_file');
    await expect(world.run(listDirectory, { path: 'dd' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('glob', () => {
  it('glob finds files, newest first', async () => {
    for (const [index, path] of ['src/a.ts', 'src/deep/b.ts', 'c.ts', 'd.js'].entries()) {
      world.put(path, 'x');
      age(path, index);
    }
    const { value, output } = await world.run(glob, { pattern: '**/*.ts' });
    expect(value).toEqual({ files: ['src/a.ts', 'src/deep/b.ts', 'c.ts'], total: 3 });
    expect(output).toBe('src/a.ts\nsrc/deep/b.ts\nc.ts');
    expect((await world.run(glob, { pattern: '*.{ts,js}' })).value.files).toEqual(['c.ts', 'd.js']);
    expect((await world.run(glob, { patterns: ['*.ts', '*.js'], limit: 1 })).output).toContain(
      '[1 of 2 files, newest first',
    );
  });

  it('glob gives the newest of many, in order', async () => {
    for (let index = 0; index < 10; index++) {
      world.put(`f${index}.ts`, 'x');
      age(`f${index}.ts`, (index * 7) % 10);
    }
    const { value } = await world.run(glob, { pattern: '*.ts', limit: 2 });
    expect(value).toEqual({ files: ['f0.ts', 'f3.ts'], total: 10 });
  });

  it('glob takes absolute patterns inside the workspace', async () => {
    world.put('src/a.ts', 'x');
    expect((await world.run(glob, { pattern: `${world.root}/src/**/*.ts` })).value.files).toEqual(['src/a.ts']);
    expect((await world.run(glob, { pattern: `${world.root}/src/a.ts` })).value.files).toEqual(['src/a.ts']);
    await expect(world.run(glob, { pattern: '/etc/*' })).rejects.toMatchObject({ code: 'INVALID_PATH' });
  });

  it('glob takes a pattern that begins above its folder, not above the workspace', async () => {
    world.put('src/a.ts', 'x');
    world.put('test/b.ts', 'x');
    expect((await world.run(glob, { pattern: '../test/*.ts', path: 'src' })).value.files).toEqual(['test/b.ts']);
    await expect(world.run(glob, { pattern: '../**/*.ts' })).rejects.toMatchObject({ code: 'INVALID_PATH' });
    await expect(world.run(glob, { pattern: '../../*', path: 'src' })).rejects.toMatchObject({ code: 'INVALID_PATH' });
  });

  it('glob says what may have been meant when nothing matches', async () => {
    world.put('src/App.ts', 'x');
    const output = async (pattern: string) => (await world.run(glob, { pattern })).output;
    expect(await output('src')).toContain('It is a folder: "src/**" would match 1 file.');
    expect(await output('**/app.{ts,tsx}')).toContain('In another case: src/App.ts.');
    expect(await output('App.ts')).toContain('"**/App.ts" would match 1 file further down.');
    expect(await output('**/[a]pp.ts')).toBe('[No file matches. Left out: what .gitignore names.]');
    await expect(world.run(glob, { pattern: '*', path: 'scr' })).rejects.toMatchObject({
      message: expect.stringContaining('There is no folder at scr'),
      suggestion: 'Did you mean src?',
    });
  });

  it('glob says what was left out when nothing matches', async () => {
    world.put('.gitignore', 'dist\n');
    world.put('dist/a.js', 'x');
    world.put('src/b.ts', 'x');
    expect((await world.run(glob, { pattern: '**/*.js' })).output).toMatch(
      /No file matches\. Left out: what \.gitignore names \(1 file there would match: includeIgnored\)/,
    );
    expect((await world.run(glob, { pattern: '**/*.js', includeIgnored: true })).value.files).toEqual(['dist/a.js']);
    expect((await world.run(glob, { pattern: '*.ts' })).output).toContain('"**/*.ts" would match 1 file further down');
  });
});

describe('grep', () => {
  it('grep gives matching lines by file, newest file first, and streams them', async () => {
    world.put('old.ts', 'const a = 1;\nfoo(a);\n');
    world.put('new.ts', 'foo(b);\n');
    age('old.ts', 100);
    const { output, value, chunks, result } = await world.run(grep, { pattern: 'foo\\(\\w\\)' });
    expect(output).toBe('new.ts\n1:foo(b);\n\nold.ts\n2:foo(a);');
    expect(value).toMatchObject({
      matches: [
        { path: 'new.ts', line: 1, text: 'foo(b);' },
        { path: 'old.ts', line: 2 },
      ],
      total_matches: 2,
      total_files: 2,
      truncated: false,
    });
    expect(chunks.join('')).toContain('old.ts\n2:foo(a);');
    expect(result.title).toBe('2 matches for "foo\\\\(\\\\w\\\\)"');
  });

  it('grep shows lines around, counts, or files', async () => {
    world.put('a', 'one\ntwo\nthree\n');
    expect((await world.run(grep, { pattern: 'two', context: 1 })).output).toBe('a\n1-one\n2:two\n3-three');
    expect((await world.run(grep, { pattern: 'two', '-A': 1 })).output).toBe('a\n2:two\n3-three');
    expect((await world.run(grep, { pattern: 'o', output_mode: 'count' })).output).toBe('a: 2');
    expect((await world.run(grep, { pattern: 'o', output_mode: 'files_with_matches' })).output).toBe('a');
  });

  it('filters by glob, type and path, takes literals and ignores case', async () => {
    world.put('a.ts', 'x.y(\n');
    world.put('src/b.py', 'X.Y(\n');
    expect((await world.run(grep, { pattern: 'x.y(', literal: true })).value.total_matches).toBe(1);
    expect((await world.run(grep, { pattern: 'x\\.y', '-i': true })).value.total_files).toBe(2);
    expect((await world.run(grep, { pattern: 'x\\.y', ignoreCase: true, include: '*.py' })).value.files).toEqual([
      { path: 'src/b.py', matches: 1 },
    ]);
    expect((await world.run(grep, { pattern: 'x\\.y', ignoreCase: true, type: 'ts' })).value.total_files).toBe(1);
    expect((await world.run(grep, { pattern: 'X', path: 'src/b.py' })).value.total_files).toBe(1);
  });

  it('grep cuts at the limit and says how much is left', async () => {
    world.put('a', 'hit\n'.repeat(10));
    world.put('b', 'hit\n'.repeat(10));
    const { output, value } = await world.run(grep, { pattern: 'hit', limit: 5 });
    expect(value).toMatchObject({ matches: { length: 5 }, total_matches: 20, truncated: true });
    expect(output).toMatch(/\[15 more matches in 2 files; narrow it/);
  });

  it('grep looks at four times as many lines as are shown, and says so where there may be more', async () => {
    for (let i = 0; i < 12; i++) world.put(`f${i}.txt`, 'x\n'.repeat(50));
    const { output, value } = await world.run(grep, { pattern: 'x' });
    expect(value).toMatchObject({ matches: { length: 100 }, total_matches: 400, total_files: 8, truncated: true });
    expect(output).toContain('at least 300 more matches in 6 files');
    expect((await world.run(grep, { pattern: 'x', limit: 300 })).value.total_matches).toBe(600);
  });

  it('grep says which filters applied and what would find something', async () => {
    world.put('.gitignore', 'dist\n');
    world.put('dist/a.js', 'needle\n');
    world.put('b.js', 'Needle\n');
    const { output } = await world.run(grep, { pattern: 'needle', glob: '*.js' });
    expect(output).toContain('No match: regex "needle"; path .; glob *.js; case as written; .gitignore respected');
    expect(output).toContain('ignoreCase would find 1 match');
    expect(output).toContain('ignored and hidden files have 1 match');
    const commas = await world.run(grep, { pattern: 'Needle', glob: '*.js, *.ts' });
    expect(commas.output).toContain('several globs are a list: ["*.js","*.ts"]');
  });

  it('grep suggests the literal for a bad regex', async () => {
    world.put('a', 'foo(\n');
    await expect(world.run(grep, { pattern: 'foo(' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      suggestion: expect.stringContaining('literal'),
    });
  });

  it('grep has a way on for a glob that was given as a pattern, and for look-around', async () => {
    world.put('a.md', 'x\n');
    const suggestion = (pattern: string) => world.run(grep, { pattern }).catch(error => error.suggestion);
    expect(await suggestion('*.md')).toContain('glob {"pattern": "*.md"}');
    expect(await suggestion('(?=x)')).toContain('without them');
    await expect(world.run(grep, { pattern: 'x', path: '*.md' })).rejects.toMatchObject({
      suggestion: expect.stringContaining('grep takes one in glob'),
    });
  });

  it('grep does not see what the policy hides', async () => {
    world.put('a', 'token\n');
    world.put('b.env', 'token\n');
    const { output, value } = await world.run(grep, { pattern: 'token' }, { visible: noEnv });
    expect(value.total_files).toBe(1);
    expect(output).toContain('[1 entry is hidden by the policy.]');
  });
});

describe('get_file_info', () => {
  it('get_file_info knows lines, encoding, kind and tokens', async () => {
    world.put('a.ts', 'const a = 1;\n');
    const { value, output } = await world.run(getFileInfo, { path: 'a.ts' });
    expect(value).toMatchObject({
      path: 'a.ts',
      kind: 'file',
      size: 13,
      lines: 1,
      encoding: 'UTF-8',
      mime: 'text/typescript',
      mode: '0644',
    });
    expect(output).toMatch(/^path: a\.ts\nkind: file\nsize: 13 bytes\n.*tokens: ≈ \d+$/s);
  });

  it('get_file_info tells folders, links and binaries', async () => {
    world.put('d/x', '1');
    world.put('img', Buffer.from('89504e470d0a1a0a00', 'hex'));
    fs.symlinkSync('d', world.path('l'));
    expect((await world.run(getFileInfo, { path: 'd' })).value).toMatchObject({ kind: 'directory', entries: 1 });
    expect((await world.run(getFileInfo, { path: 'l' })).value).toMatchObject({
      kind: 'directory',
      via: [world.path('l')],
    });
    expect((await world.run(getFileInfo, { path: 'img' })).value).toMatchObject({ mime: 'image/png' });
    await expect(world.run(getFileInfo, { path: 'nix' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
