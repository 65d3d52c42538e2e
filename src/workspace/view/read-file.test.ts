import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFds, openTestRoot, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { SharedFileCache } from './cache.ts';
import { readRegularFile } from './read-file.ts';

describe.each([{ portable: false }, { portable: true }])('reading, portable: $portable', ({ portable }) => {
  const setUp = () => {
    const home = tempFolder();
    home.folder('ws');
    return { home, root: openTestRoot(home.at('ws'), { portable }) };
  };

  it('a read gives bytes, facts and an identity that fits them', async () => {
    const { home, root } = setUp();
    home.put('ws/sub/a.bin', Uint8Array.of(0, 1, 255));
    const file = await readRegularFile(root, 'sub/a.bin');
    expect([...file.bytes]).toEqual([0, 1, 255]);
    expect(file.resolved.relative).toBe('sub/a.bin');
    expect(file.sha).toMatch(/^[0-9a-f]{64}$/);
    expect(file.stats.size).toBe(3n);
  });

  it('a read takes empty and large files whole', async () => {
    const { home, root } = setUp();
    const large = Buffer.alloc(5_000_000, 'abcdefg');
    home.put('ws/empty', '');
    home.put('ws/large', large);
    expect((await readRegularFile(root, 'empty')).bytes.length).toBe(0);
    expect(large.equals((await readRegularFile(root, 'large')).bytes)).toBe(true);
  });

  it('a read refuses what is larger than allowed before reading it', async () => {
    const { home, root } = setUp();
    home.put('ws/a', 'x'.repeat(100));
    expect((await readRegularFile(root, 'a', { maxBytes: 100 })).bytes.length).toBe(100);
    await expect(readRegularFile(root, 'a', { maxBytes: 99 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'a has 100 bytes; at most 99 can be read here.',
    });
  });

  it('a read never opens what is not a regular file', async () => {
    const { home, root } = setUp();
    execFileSync('mkfifo', [home.at('ws/pipe')]);
    const server = net.createServer().listen(home.at('ws/sock'));
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    home.folder('ws/dir');
    const before = openFds();
    const problem = (path: string) => readRegularFile(root, path).catch(error => `${error.code} ${error.message}`);
    expect(await problem('pipe')).toMatch(/^NOT_A_FILE pipe is a named pipe/);
    expect(await problem('sock')).toMatch(/^NOT_A_FILE sock is a socket/);
    expect(await problem('dir')).toMatch(/^NOT_A_FILE dir is a folder/);
    expect(await problem('pipe/')).toMatch(/^NOT_A_FILE/);
    expect(openFds()).toBe(before);
  });

  it('a read never opens a device', async () => {
    const root = openTestRoot('/dev', { portable });
    await expect(readRegularFile(root, 'zero')).rejects.toMatchObject({ code: 'NOT_A_FILE' });
  });

  it('a read does not wake who waits to write into a pipe', async () => {
    const { home, root } = setUp();
    execFileSync('mkfifo', [home.at('ws/pipe')]);
    const held = fs.openSync(home.at('ws/pipe'), fs.constants.O_RDWR);
    fs.writeSync(held, 'kept');
    await expect(readRegularFile(root, 'pipe')).rejects.toMatchObject({ code: 'NOT_A_FILE' });
    const buffer = Buffer.alloc(10);
    expect(buffer.toString('utf8', 0, fs.readSync(held, buffer))).toBe('kept');
    fs.closeSync(held);
  });

  it('a read asks before it opens, with the real path', async () => {
    const { home, root } = setUp();
    home.put('ws/secret/key', 'x');
    home.link('ws/link', 'secret/key');
    const asked: string[] = [];
    const refuse = ({ relative }: { relative: string }) => {
      asked.push(relative);
      throw new Error('no');
    };
    for (const path of ['secret/key', 'link', './secret/key', 'secret/none']) {
      await expect(readRegularFile(root, path, { approve: refuse })).rejects.toThrow('no');
    }
    expect(asked).toEqual(['secret/key', 'secret/key', 'secret/key', 'secret/none']);
  });

  it('a read says what is near when nothing is there', async () => {
    const { home, root } = setUp();
    home.put('ws/src/main.ts');
    await expect(readRegularFile(root, 'src/mian.ts')).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: `There is no file at src/mian.ts in the workspace ${root.absolute}.`,
      suggestion: 'Did you mean src/main.ts?',
    });
  });

  it('a read takes from the cache only what is still the same', async () => {
    const { home, root } = setUp();
    const cache = new SharedFileCache();
    const old = new Date(Date.now() - 60_000);
    home.put('ws/a', 'one');
    await new Promise(resolve => setTimeout(resolve, 40));
    const read = async () => Buffer.from((await readRegularFile(root, 'a', { cache })).bytes).toString();
    expect([await read(), await read(), cache.stats.hits]).toEqual(['one', 'one', 1]);
    home.put('ws/a', 'two');
    fs.utimesSync(home.at('ws/a'), old, old);
    expect([await read(), cache.stats.hits]).toEqual(['two', 1]);
    await expect(readRegularFile(root, 'a', { cache, maxBytes: 2 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});

it('a read takes files that have content and no size, as those of /proc', async () => {
  const root = openTestRoot('/proc/self');
  expect(Buffer.from((await readRegularFile(root, 'status')).bytes).toString()).toMatch(/^Name:/);
});

it('a read does not take a file that grows for one of bearable size', async () => {
  const home = tempFolder();
  const path = home.put('ws/log', 'x'.repeat(10));
  const root = openTestRoot(home.at('ws'));
  const grow = () => fs.appendFileSync(path, 'y'.repeat(100));
  await expect(readRegularFile(root, 'log', { maxBytes: 50, approve: grow })).rejects.toMatchObject({
    code: 'TOO_LARGE',
  });
});

it('a read says that the system denies it, to a process without rights', () => {
  const home = tempFolder();
  fs.chmodSync(home.path, 0o755);
  fs.chmodSync(home.put('ws/locked.txt'), 0o000);
  home.put('ws/closed/a.txt');
  fs.chmodSync(home.at('ws/closed'), 0o000);
  onTestFinished(() => fs.chmodSync(home.at('ws/closed'), 0o700));
  home.put('ws/search-only/a.txt', 'reachable');
  fs.chmodSync(home.at('ws/search-only'), 0o711);
  const script = `
    const { openRoot } = await import('${moduleAt('../disk/open-dir.ts')}');
    const { readRegularFile } = await import('${moduleAt('read-file.ts')}');
    // Rights are dropped only now: the checkout may lie where only root can read.
    if (process.getuid() === 0) { process.setgroups([65534]); process.setgid(65534); process.setuid(65534); }
    const root = openRoot('${home.at('ws')}');
    for (const path of ['locked.txt', 'closed/a.txt', 'closed', 'search-only/a.txt'])
      console.log(path, await readRegularFile(root, path).then(f => String(Buffer.from(f.bytes)), e => e.code));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(out.trim().split('\n')).toEqual([
    'locked.txt PERMISSION_DENIED',
    'closed/a.txt PERMISSION_DENIED',
    'closed NOT_A_FILE',
    'search-only/a.txt reachable',
  ]);
});

const moduleAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
