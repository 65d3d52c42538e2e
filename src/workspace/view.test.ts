import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { openFds, openTestRoot } from '../../test/support/workspace/temp-folder.ts';
import { bytes, found, readViewText, settledCodeOf, testView, viewOf } from '../../test/support/workspace/view.ts';
import { SharedFileCache } from './view/cache.ts';

it('a view reads, stats and lists what is on the disk', async () => {
  const { files, home } = testView({ 'a.txt': 'one', 'sub/b.txt': 'two', '.hidden': '' });
  home.link('ws/link', 'a.txt');
  home.link('ws/broken', 'none');
  expect(await readViewText(files, 'a.txt')).toBe('one');
  expect(await files.stat('link')).toMatchObject({ kind: 'file', size: 3 });
  expect(await files.stat('sub')).toMatchObject({ kind: 'directory' });
  expect(await files.stat('none')).toBeUndefined();
  expect(await files.stat('broken')).toBeUndefined();
  expect(await settledCodeOf(files.stat('a.txt/'))).toBe('NOT_A_FILE');
  expect((await files.list('.')).map(({ name, kind, target }) => [name, kind, target])).toEqual([
    ['.hidden', 'file', undefined],
    ['a.txt', 'file', undefined],
    ['broken', 'symlink', 'none'],
    ['link', 'symlink', 'a.txt'],
    ['sub', 'directory', undefined],
  ]);
  expect(files.resolve('sub/../link')).toMatchObject({ relative: 'a.txt', via: [home.at('ws/link')] });
  expect(await settledCodeOf(files.list('a.txt'))).toBe('NOT_A_FILE');
  expect(await settledCodeOf(files.list('none'))).toBe('FILE_NOT_FOUND');
});

it('a view sees its own changes and those of the plan, and the disk stays as it is', async () => {
  const { files, home, nodes } = testView({ 'a.txt': 'disk', 'b.txt': 'disk', 'c.txt': 'disk', 'd.txt': 'disk' });
  nodes.set('b.txt', { kind: 'file', bytes: bytes('planned'), mode: 0o644 });
  nodes.set('c.txt', undefined);
  nodes.set('e.txt', { kind: 'moved', from: 'd.txt', mode: 0o644, size: 4 });
  nodes.set('d.txt', undefined);
  await files.write('a.txt', bytes('own'));
  await files.write('new/x.txt', bytes('new'), { createDirs: true });
  expect(await readViewText(files, 'a.txt')).toBe('own');
  expect(await readViewText(files, 'b.txt')).toBe('planned');
  expect(await readViewText(files, 'e.txt')).toBe('disk');
  expect(await settledCodeOf(files.read('c.txt'))).toBe('FILE_NOT_FOUND');
  expect(await files.stat('new')).toMatchObject({ kind: 'directory' });
  expect(await files.stat('new/x.txt')).toMatchObject({ kind: 'file', size: 3 });
  expect((await files.list('.')).map(entry => entry.name)).toEqual(['a.txt', 'b.txt', 'e.txt', 'new']);
  expect((await files.list('new')).map(entry => entry.name)).toEqual(['x.txt']);
  expect(home.read('ws/a.txt')).toBe('disk');
  expect(fs.existsSync(home.at('ws/new'))).toBe(false);
});

it('a view hides what a rule hides, everywhere, and counts it once', async () => {
  const visible = (path: string) => !/\.env|secret/.test(path);
  const { files, home, again } = testView(
    { '.env': 'KEY', 'a.txt': 'x', 'secret/k': 'KEY', 'secret/l': 'KEY' },
    { visible },
  );
  home.link('ws/innocent', '.env');
  home.link('ws/secret-link', 'a.txt');
  for (const path of ['.env', 'secret/k', 'secret/none', 'innocent', './.env', home.at('ws/.env'), 'secret-link']) {
    expect([path, await settledCodeOf(files.read(path))]).toEqual([path, 'POLICY_DENIED']);
    expect([path, await settledCodeOf(files.stat(path))]).toEqual([path, 'POLICY_DENIED']);
  }
  await expect(files.read('.env')).rejects.toThrow('A rule denies reading .env.');
  expect(await settledCodeOf(files.list('secret'))).toBe('POLICY_DENIED');
  expect(await settledCodeOf(files.edit('.env', content => content))).toBe('POLICY_DENIED');
  expect(await settledCodeOf(files.move('.env', 'env.txt'))).toBe('POLICY_DENIED');
  const other = again();
  expect((await other.list('.')).map(entry => entry.name)).toEqual(['a.txt', 'innocent']);
  await other.list('.');
  expect(other.hidden).toBe(3);
  expect((await other.read('env').catch(error => error)).suggestion).not.toContain('.env');
});

it('a view moves no folder in which something is hidden', async () => {
  const { files, staging } = testView(
    { 'dir/a': 'x', 'dir/key.pem': 'KEY' },
    { visible: path => !path.endsWith('.pem') },
  );
  expect(await settledCodeOf(files.move('dir', 'public'))).toBe('POLICY_DENIED');
  expect(staging.size).toBe(0);
});

it('a view asks the cache by real path and identity, and never for what is hidden', async () => {
  const cache = new SharedFileCache();
  const { files, home, again } = testView({ 'a.txt': 'one' }, { cache });
  home.link('ws/link', 'a.txt');
  await new Promise(resolve => setTimeout(resolve, 40));
  await files.read('a.txt');
  expect(await readViewText(again(), 'link')).toBe('one');
  expect(cache.stats.hits).toBe(1);
  expect(await settledCodeOf(again({ visible: () => false }).read('a.txt'))).toBe('POLICY_DENIED');
  home.put('ws/a.txt', 'two');
  expect(await readViewText(files, 'a.txt')).toBe('two');
  expect(cache.stats.hits).toBe(1);
});

it('a file that is read gives a copy to each reader, but one to all who say that they share it', async () => {
  const { files, home } = testView({ 'a.txt': 'one' }, { cache: new SharedFileCache() });
  fs.utimesSync(home.at('ws/a.txt'), 1000, 1000);
  await new Promise(resolve => setTimeout(resolve, 40));
  const shared = await files.read('a.txt', { shared: true });
  expect((await files.read('a.txt', { shared: true })).bytes).toBe(shared.bytes);
  (await files.read('a.txt')).bytes.fill(0);
  expect(await readViewText(files, 'a.txt')).toBe('one');
});

it('a view leaves nothing open, whatever fails', async () => {
  const { files, home } = testView({ 'a.txt': 'x', 'sub/deep/b.txt': 'y' });
  execFileSync('mkfifo', [home.at('ws/sub/pipe')]);
  home.link('ws/sub/out', '/etc');
  const before = openFds();
  for (const path of [
    'a.txt',
    'sub/deep/b.txt',
    'sub/deep/none',
    'sub/pipe',
    'sub/out/passwd',
    'a.txt/x',
    'sub/..',
    '',
  ]) {
    for (const action of [
      () => files.read(path),
      () => files.stat(path),
      () => files.list(path),
      () => files.write(path, bytes('x')),
      () => files.delete(path),
      () => files.move(path, 'sub/deep/none/x'),
      () => files.edit(path, () => bytes('y')),
      () => files.find({ path }),
    ]) {
      await action().catch(() => {});
    }
  }
  expect(openFds()).toBe(before);
});

it('a view shows names with odd characters as they are, and not those that no path can reach', async () => {
  const { files, home } = testView({ 'new\nline': 'x', '\u{1f600}': 'y', ' ': 'z' });
  fs.writeFileSync(Buffer.concat([Buffer.from(home.at('ws/')), Buffer.from([0x66, 0xff])]), 'x');
  expect((await files.list('.')).map(entry => entry.name)).toEqual([' ', 'new\nline', '\u{1f600}']);
  expect(await readViewText(files, 'new\nline')).toBe('x');
});

it('a view does not show what a commit has under way, nor what is closed', async () => {
  const { files, home } = testView({ 'a.txt': 'x', '.toolgate-0a1b2c.tmp': 'x', 'sub/.toolgate-0a1b2c.old': 'x' });
  expect((await files.list('.')).map(entry => entry.name)).toEqual(['a.txt', 'sub']);
  expect(await files.list('sub')).toEqual([]);
  home.put('ws/sub/state/db', 'x');
  const root = openTestRoot(home.at('ws'), { closed: [home.at('ws/sub/state')] });
  const closed = viewOf(root);
  expect(await closed.list('sub')).toEqual([]);
  const { entries } = await closed.find({ path: '.', hidden: true, ignored: true });
  expect(entries.map(entry => entry.path)).toEqual(['a.txt']);
  expect((await found(closed, { pattern: 'x', hidden: true })).map(file => file.path)).toEqual(['a.txt']);
  expect(await settledCodeOf(closed.delete('sub', { recursive: true }))).toBe('INVALID_PATH');
  expect(await settledCodeOf(closed.write('sub/state/db', bytes('forged')))).toBe('INVALID_PATH');
  expect(closed.hidden).toBe(0);
});
