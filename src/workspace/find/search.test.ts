import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openFds } from '../../../test/support/workspace/temp-folder.ts';
import { bytes, found, settledCodeOf, testView } from '../../../test/support/workspace/view.ts';
import { ToolError } from '../../tool/error.ts';
import type { SearchQuery } from '../../tool/files.ts';
import { Folders } from '../disk/folders.ts';
import { openRoot } from '../disk/open-dir.ts';
import type { ViewFiles } from '../view.ts';
import { ripgrepPath, startRipgrep } from './ripgrep.ts';
import { verifyFound } from './search-file.ts';

const lines = async (files: ViewFiles, query: Partial<SearchQuery> & { pattern: string }) =>
  (await found(files, query)).flatMap(file => file.lines.map(line => `${file.path}:${line.number}:${line.text}`));

it('a search finds lines, file by file, with the number of matches', async () => {
  const { files, home } = testView({ 'a.txt': 'one\ntwo foo\nfoo foo\n', 'sub/b.txt': 'foo', 'c.txt': 'bar' });
  fs.utimesSync(home.at('ws/a.txt'), 1000, 1000);
  expect(await found(files, { pattern: 'foo' })).toMatchObject([
    {
      path: 'a.txt',
      modified: 1_000_000,
      matches: 2,
      lines: [
        { number: 2, text: 'two foo', match: true },
        { number: 3, text: 'foo foo', match: true },
      ],
    },
    { path: 'sub/b.txt', matches: 1 },
  ]);
  expect(await lines(files, { pattern: 'foo', path: 'sub' })).toEqual(['sub/b.txt:1:foo']);
});

it('what a commit has under way and copies of staged files are neither found nor searched, at any depth', async () => {
  const own = [
    '.toolgate-0a.tmp',
    'd/.toolgate-0a.old',
    'd/.toolgate-0b.old/x',
    'toolgate-view-Ab3/w/x',
    'd/toolgate-view-1/x',
  ];
  const { files } = testView(Object.fromEntries([...own, 'a.toolgate-1.tmp', 'd/b'].map(path => [path, 'foo\n'])));
  const seen = { hidden: true, ignored: true };
  expect(await lines(files, { pattern: 'foo', ...seen })).toEqual(['a.toolgate-1.tmp:1:foo', 'd/b:1:foo']);
  const { entries, total } = await files.find({ path: '.', ...seen });
  expect([entries.map(entry => entry.path), total]).toEqual([['a.toolgate-1.tmp', 'd/b'], 2]);
  expect(files.hidden).toBe(0);
});

it('a search knows regex, literal, case, words, several lines, context', async () => {
  const { files } = testView({ 'a.txt': 'a.c\nabc\nABC\nabcd\nx\n' });
  expect(await lines(files, { pattern: '^a.c$' })).toEqual(['a.txt:1:a.c', 'a.txt:2:abc']);
  expect(await lines(files, { pattern: 'a.c', literal: true })).toEqual(['a.txt:1:a.c']);
  expect(await lines(files, { pattern: 'ABC', ignoreCase: true, word: true })).toEqual(['a.txt:2:abc', 'a.txt:3:ABC']);
  expect(await lines(files, { pattern: 'abc\\nABC', multiline: true })).toEqual(['a.txt:2:abc', 'a.txt:3:ABC']);
  const [file] = await found(files, { pattern: 'ABC', before: 1, after: 2 });
  expect(file?.lines.map(({ number, match }) => [number, match])).toEqual([
    [2, false],
    [3, true],
    [4, false],
    [5, false],
  ]);
  expect(file?.matches).toBe(1);
  expect(await lines(files, { pattern: '--help', literal: true })).toEqual([]);
  expect(await lines(files, { pattern: '-e', literal: true })).toEqual([]);
});

it('a search of one file by its path works also when it is ignored or hidden', async () => {
  const { files, home } = testView({ '.gitignore': 'x.log', 'x.log': 'foo\r\nbar\r\n', '.env': 'foo' });
  home.link('ws/link', 'x.log');
  expect(await lines(files, { pattern: 'foo', path: 'x.log' })).toEqual(['x.log:1:foo']);
  expect(await lines(files, { pattern: 'foo', path: 'link' })).toEqual(['x.log:1:foo']);
  expect(await lines(files, { pattern: 'foo', path: '.env' })).toEqual(['.env:1:foo']);
  expect(await lines(files, { pattern: 'nothing', path: 'x.log' })).toEqual([]);
});

it('a search honours ignore files, hidden names, globs and types; a glob brings nothing back', async () => {
  const { files } = testView({
    '.gitignore': 'dist\n*.log\n',
    'dist/a.js': 'foo',
    'a.log': 'foo',
    '.dot': 'foo',
    '.git/x': 'foo',
    'src/a.ts': 'foo',
    'src/a.test.ts': 'foo',
    'b.py': 'foo',
  });
  const names = async (query: Partial<SearchQuery>) =>
    (await found(files, { pattern: 'foo', ...query })).map(f => f.path);
  expect(await names({})).toEqual(['b.py', 'src/a.test.ts', 'src/a.ts']);
  expect(await names({ globs: ['*.ts'] })).toEqual(['src/a.test.ts', 'src/a.ts']);
  expect(await names({ globs: ['*.ts', '!*.test.ts'] })).toEqual(['src/a.ts']);
  expect(await names({ globs: ['!*.py'] })).toEqual(['src/a.test.ts', 'src/a.ts']);
  expect(await names({ globs: ['src/**'] })).toEqual(['src/a.test.ts', 'src/a.ts']);
  expect(await names({ globs: ['*.log', '*.js', '.*'] })).toEqual([]);
  expect(await names({ globs: ['*.ts'], path: 'src' })).toEqual(['src/a.test.ts', 'src/a.ts']);
  expect(await names({ type: 'py' })).toEqual(['b.py']);
  expect(await names({ type: 'ts', globs: ['*.py'] })).toEqual([]);
  expect(await names({ hidden: true, ignored: true })).toEqual([
    '.dot',
    'a.log',
    'b.py',
    'dist/a.js',
    'src/a.test.ts',
    'src/a.ts',
  ]);
});

it('no configuration of the user’s has a say in a search', async () => {
  const { files, home } = testView({ 'a.txt': 'foo\n' });
  process.env.RIPGREP_CONFIG_PATH = home.put('rg.conf', '--ignore-case\n--invert-match\n');
  onTestFinished(() => {
    delete process.env.RIPGREP_CONFIG_PATH;
  });
  expect(await lines(files, { pattern: 'FOO' })).toEqual([]);
});

it('a search finds text in other encodings and with a mark at the start; binary files are passed over', async () => {
  const { files, home } = testView();
  home.put('ws/latin', Buffer.from('caf\xe9 foo\n', 'latin1'));
  home.put('ws/utf16', Buffer.from('\ufeffone\nfoo \u00e9\n', 'utf16le'));
  home.put('ws/bom', '\ufefffoo\nx\nfoo 2\n');
  home.put('ws/crlf', 'a\r\nfoo\r\n');
  home.put('ws/emoji', '\u{1f600} foo\n');
  home.put('ws/binary', Buffer.concat([Buffer.from('foo\n'), Buffer.alloc(100), Buffer.from('foo')]));
  expect(await lines(files, { pattern: 'foo' })).toEqual([
    'bom:1:foo',
    'bom:3:foo 2',
    'crlf:2:foo',
    'emoji:1:\u{1f600} foo',
    'latin:1:caf\ufffd foo',
    'utf16:2:foo \u00e9',
  ]);
  expect(await lines(files, { pattern: 'foo', path: 'binary' })).toEqual([]);
});

it('a search follows no link and opens no pipe', async () => {
  const { files, home } = testView({ 'a.txt': 'needle' });
  home.put('out/secret.txt', 'needle');
  home.link('ws/dir', '../out');
  home.link('ws/file', '../out/secret.txt');
  execFileSync('mkfifo', [home.at('ws/pipe')]);
  expect(await lines(files, { pattern: 'needle' })).toEqual(['a.txt:1:needle']);
  expect(await settledCodeOf(found(files, { pattern: 'needle', path: 'pipe' }))).toBe('NOT_A_FILE');
  expect(await settledCodeOf(found(files, { pattern: 'needle', path: 'dir' }))).toBe('INVALID_PATH');
  expect(await settledCodeOf(found(files, { pattern: 'needle', path: 'none' }))).toBe('FILE_NOT_FOUND');
});

it('a search pattern that is none is refused with what ripgrep says and a way on', async () => {
  const { files } = testView({ 'a.txt': 'foo(' });
  for (const path of ['.', 'a.txt']) {
    await expect(found(files, { pattern: 'foo(', path })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('unclosed group'),
      suggestion: expect.stringContaining('literal: true'),
    });
  }
  expect(await lines(files, { pattern: 'foo(', literal: true })).toEqual(['a.txt:1:foo(']);
  await expect(found(files, { pattern: 'a\nb' })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENTS',
    suggestion: expect.stringContaining('multiline: true'),
  });
  expect(await settledCodeOf(found(files, { pattern: '(?=x)' }))).toBe('INVALID_ARGUMENTS');
  expect(await settledCodeOf(found(files, { pattern: 'x', type: 'nope' }))).toBe('INVALID_ARGUMENTS');
  expect(await settledCodeOf(found(files, { pattern: 'a\0b' }))).toBe('INVALID_ARGUMENTS');
  expect(await settledCodeOf(found(files, { pattern: 'x'.repeat(3_000_000) }))).toBe('INVALID_ARGUMENTS');
});

it('long lines of a search are cut so that the match shows', async () => {
  const { files } = testView({
    'a.txt': `foo${'x'.repeat(1000)}\n`,
    'b.txt': `${'x'.repeat(1000)}foo${'y'.repeat(1000)}\n`,
    'c.txt': `${'é'.repeat(300_000)}foo${'y'.repeat(3_000_000)}\nfoo\n`,
  });
  const [a, b, c] = await found(files, { pattern: 'foo', maxColumns: 100 });
  expect(a?.lines[0]?.text).toMatch(/^foox+…$/);
  expect(b?.lines[0]?.text).toMatch(/^…x+fooy+…$/);
  expect(c?.lines[0]?.text).toMatch(/^…é+fooy+…$/);
  expect(c?.lines.map(line => line.number)).toEqual([1, 2]);
  for (const file of [a, b, c]) expect(file?.lines[0]?.text.length).toBeLessThanOrEqual(100);
});

it('a search stops at the limit, and a flood needs little memory', async () => {
  const { files, home } = testView({ 'a.txt': 'foo\n'.repeat(50) });
  expect(await lines(files, { pattern: 'foo', limit: 3, path: 'a.txt' })).toHaveLength(3);
  expect(await lines(files, { pattern: 'foo', limit: 3 })).toHaveLength(3);
  const fd = fs.openSync(home.at('ws/flood.txt'), 'w');
  const chunk = Buffer.from('foo bar baz match me please\n'.repeat(40_000));
  for (let n = 0; n < 190; n += 1) fs.writeSync(fd, chunk);
  fs.closeSync(fd);
  const before = process.memoryUsage().rss;
  const all = await found(files, { pattern: 'foo' });
  expect(all.map(file => [file.path, file.matches])).toEqual([
    ['a.txt', 50],
    ['flood.txt', 10_000],
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

it('a search counts all matches of a file, also when its lines are too much to hold', async () => {
  const { files } = testView({ 'a.txt': `${'x'.repeat(5000)} foo ${'y'.repeat(5000)}\n`.repeat(2000) });
  const [file] = await found(files, { pattern: 'foo', maxColumns: 50, before: 1 });
  expect(file?.matches).toBe(2000);
  expect(file?.lines.at(0)?.text).toMatch(/^…x+ foo y+…$/);
  expect(file?.lines.at(-1)?.text).toMatch(/^…x+ foo y+…$/);
});

it('a search of one endless line needs little memory too', async () => {
  const { files, home } = testView();
  const fd = fs.openSync(home.at('ws/line.txt'), 'w');
  for (let n = 0; n < 100; n += 1) fs.writeSync(fd, 'foo "quoted" \\back\\slash '.repeat(40_000));
  fs.closeSync(fd);
  const before = process.memoryUsage().rss;
  const [file] = await found(files, { pattern: 'foo', maxColumns: 200 });
  expect(file?.lines[0]?.text).toMatch(/^foo "quoted" \\back\\slash foo.*…$/);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

it('aborting a search stops the process and says why', async () => {
  const { files, home } = testView();
  for (let n = 0; n < 200; n += 1) home.put(`ws/f${n}`, 'foo\n'.repeat(5000));
  const before = openFds();
  const controller = new AbortController();
  let seen = 0;
  const run = async () => {
    for await (const _ of files.search({ path: '.', pattern: 'foo', signal: controller.signal })) {
      seen += 1;
      if (seen === 3) controller.abort(new ToolError('TIMEOUT', 'too slow'));
    }
  };
  expect(await settledCodeOf(run())).toBe('TIMEOUT');
  expect(await settledCodeOf(found(files, { pattern: 'foo', signal: AbortSignal.abort() }))).toBe('ABORTED');
  for (let tries = 0; openFds() > before && tries < 100; tries += 1) await sleep(20);
  expect(openFds()).toBe(before);
});

it('who stops listening to a search leaves no process behind', async () => {
  const { files, home } = testView();
  for (let n = 0; n < 50; n += 1) home.put(`ws/f${n}`, 'foo\n'.repeat(20_000));
  const before = openFds();
  for await (const _ of files.search({ path: '.', pattern: 'foo' })) break;
  for (let tries = 0; openFds() > before && tries < 100; tries += 1) await sleep(20);
  expect(openFds()).toBe(before);
});

it('a search sees layers in their own content, and the disk where no layer speaks', async () => {
  const { files, nodes, home } = testView({
    '.gitignore': '*.log',
    'a.txt': 'old needle',
    'b.txt': 'needle',
    'c.txt': 'needle',
  });
  const { TMPDIR } = process.env;
  process.env.TMPDIR = home.folder('tmp');
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  nodes.set('p.txt', { kind: 'file', bytes: bytes('planned needle'), mode: 0o644 });
  await files.write('a.txt', bytes('x\nnew needle'));
  await files.write('x.log', bytes('needle'));
  await files.write('sub/new.txt', bytes('needle'), { createDirs: true });
  await files.delete('b.txt');
  await files.move('c.txt', 'd.txt');
  expect(await lines(files, { pattern: 'needle' })).toEqual([
    'a.txt:2:new needle',
    'd.txt:1:needle',
    'p.txt:1:planned needle',
    'sub/new.txt:1:needle',
  ]);
  expect(await lines(files, { pattern: 'needle', path: 'sub' })).toEqual(['sub/new.txt:1:needle']);
  expect(await lines(files, { pattern: 'needle', path: 'a.txt' })).toEqual(['a.txt:2:new needle']);
  expect(await lines(files, { pattern: 'old' })).toEqual([]);
  expect(fs.readdirSync(home.at('tmp'))).toEqual([]);
});

it('a search tells nothing of what a rule hides, not even by counting', async () => {
  const { files, again } = testView(
    { 'a.txt': 'x', 'secret/k.txt': 'password=1234', 'secret/l.txt': '' },
    {
      visible: path => !path.includes('/secret/'),
    },
  );
  expect(await found(files, { pattern: 'password=1' })).toEqual([]);
  const other = again();
  expect(await found(other, { pattern: 'password=2' })).toEqual([]);
  expect([files.hidden, other.hidden]).toEqual([2, 2]);
  expect(await settledCodeOf(found(files, { pattern: 'x', path: 'secret/k.txt' }))).toBe('POLICY_DENIED');
});

it('a search says what to do when there is no ripgrep', async () => {
  const run = startRipgrep('/nonexistent/rg', [], { cwd: '/' });
  for await (const _ of run.output);
  await expect(run.ended()).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringContaining('none was found'),
  });
});

it('a search that is cut tells no count of what is hidden, which would be a part of it', async () => {
  const { files } = testView(
    { 'a.txt': 'foo\n'.repeat(5), 'b.pem': 'foo\n', 'c.pem': 'bar\n' },
    { visible: path => !path.endsWith('.pem') },
  );
  expect(await lines(files, { pattern: 'foo', limit: 2 })).toEqual(['a.txt:1:foo', 'a.txt:2:foo']);
  expect(files.hidden).toBe(0);
  await found(files, { pattern: 'foo' });
  expect(files.hidden).toBe(2);
});

it('what ripgrep found is believed only where no link is on the way by now, and the line is at its place', async () => {
  const { home } = testView({ 'd/a.txt': 'a needle\n' });
  const line = { match: true, content: 'a needle\n', whole: true, number: 1, offset: 0, start: 2 };
  const believed = async () => {
    const root = openRoot(home.at('ws'));
    const folders = new Folders(root, { onlyLooks: true });
    const file = await verifyFound(
      folders,
      { path: '.', pattern: 'needle' },
      { path: 'd/a.txt', lines: [line] },
      await ripgrepPath(),
    );
    folders.close();
    root.close();
    return file?.lines.map(({ text }) => text);
  };
  expect(await believed()).toEqual(['a needle']);
  fs.writeFileSync(home.at('ws/d/a.txt'), 'another needle\n');
  expect(await believed()).toEqual(['another needle']);
  fs.renameSync(home.at('ws/d'), home.at('elsewhere'));
  fs.symlinkSync(home.at('elsewhere'), home.at('ws/d'));
  expect(await believed()).toBeUndefined();
});
