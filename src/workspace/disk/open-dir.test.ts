import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFds, openTestRoot, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { openRoot } from './open-dir.ts';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = fs.constants;

describe.each([{ portable: false }, { portable: true }])('folders held open, portable: $portable', ({ portable }) => {
  const setUp = () => {
    const home = tempFolder();
    home.put('ws/a.txt', 'a');
    home.put('ws/sub/b.txt', 'b');
    return { home, root: openTestRoot(home.at('ws'), { portable }) };
  };

  it('an open folder does what a folder can do, by single names', () => {
    const { home, root } = setUp();
    const sub = root.openDir('sub');
    expect([root.path, sub.path, sub.names(), sub.count()]).toEqual(['.', 'sub', ['b.txt'], 1]);
    const fd = sub.open('new.txt', O_WRONLY | O_CREAT | O_EXCL, 0o600);
    fs.writeSync(fd, 'new');
    fs.closeSync(fd);
    sub.rename('new.txt', root, 'moved.txt');
    root.link('moved.txt', sub, 'second.txt');
    sub.mkdir('dir', 0o755);
    sub.symlink('link', 'b.txt');
    expect(sub.readlink('link')).toBe('b.txt');
    expect(sub.lstat('link')?.isSymbolicLink()).toBe(true);
    expect(sub.lstat('none')).toBeUndefined();
    expect(home.read('ws/sub/second.txt')).toBe('new');
    expect(() => sub.open('link', O_RDONLY)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(() => root.link('a.txt', sub, 'second.txt')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    sub.rmdir('dir');
    sub.unlink('link');
    sub.fsync();
    root.fsync();
    expect(sub.names().sort()).toEqual(['b.txt', 'second.txt']);
    sub.close();
  });

  it('an open folder takes no name that is a path', () => {
    const { root } = setUp();
    for (const name of ['', '.', '..', 'sub/b.txt', '/etc', '../ws']) {
      expect(() => root.lstat(name)).toThrow(TypeError);
      expect(() => root.open(name, O_RDONLY)).toThrow(TypeError);
      expect(() => root.openDir(name)).toThrow(TypeError);
      expect(() => root.rename('a.txt', root, name)).toThrow(TypeError);
    }
  });

  it('an open folder opens no link and no file as a folder', () => {
    const { home, root } = setUp();
    home.link('ws/link', 'sub');
    home.link('ws/out', home.path);
    for (const name of ['a.txt', 'link', 'out']) {
      expect(() => root.openDir(name)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/ENOTDIR|ELOOP/) }),
      );
    }
    for (const path of ['link', 'link/b.txt', 'sub/none', 'a.txt']) {
      expect(() => root.openBelow(path)).toThrow();
    }
  });

  it('an open folder keeps to the folder that was opened when its path leads elsewhere', () => {
    const { home, root } = setUp();
    home.put('out/b.txt', 'OUTSIDE');
    const sub = root.openDir('sub');
    fs.renameSync(home.at('ws/sub'), home.at('ws/gone'));
    home.link('ws/sub', home.at('out'));
    const read = () => {
      const { fd } = sub.openRegular('b.txt');
      const text = fs.readFileSync(fd, 'utf8');
      fs.closeSync(fd);
      return text;
    };
    if (portable) expect(read).toThrow(expect.objectContaining({ code: 'ESTALE' }));
    else expect(read()).toBe('b');
    sub.close();
  });

  it('an open folder cannot be used after it was closed', () => {
    const { root } = setUp();
    const sub = root.openDir('sub');
    sub.close();
    sub.close();
    expect(() => sub.names()).toThrow('was closed');
    expect(() => sub.lstat('b.txt')).toThrow('was closed');
  });

  it('an open folder leaves nothing open, whatever fails', () => {
    const { home, root } = setUp();
    home.link('ws/link', 'sub');
    const before = openFds();
    for (const attempt of [
      () => root.openDir('link'),
      () => root.openDir('none'),
      () => root.openBelow('sub/none/deeper'),
      () => root.openBelow('sub/b.txt'),
      () => root.openRegular('sub'),
      () => root.openRegular('link'),
      () => root.openRegular('none'),
      () => openRoot(home.at('none'), { portable }),
      () => openRoot(home.at('ws/a.txt'), { portable }),
    ]) {
      expect(attempt).toThrow();
    }
    root.openBelow('sub').close();
    expect(openFds()).toBe(before);
  });

  it('an open folder may be given through links, and knows its real path', () => {
    const { home } = setUp();
    home.link('alias', 'ws');
    expect(openTestRoot(home.at('alias'), { portable }).absolute).toBe(home.at('ws'));
  });

  it('an open folder finds the root again when another folder took its place', () => {
    const { home, root } = setUp();
    fs.renameSync(home.at('ws'), home.at('old'));
    home.put('ws/new.txt', 'new');
    root.renew();
    expect(root.names()).toEqual(['new.txt']);
    fs.rmSync(home.at('ws'), { recursive: true });
    expect(() => root.renew()).toThrow(`The workspace ${home.at('ws')} is not there.`);
  });

  it('an open folder leaves out names that are not UTF-8, and counts them', () => {
    const { home, root } = setUp();
    fs.writeFileSync(Buffer.concat([Buffer.from(home.at('ws/sub/')), Buffer.from([0x66, 0xff])]), 'x');
    home.put('ws/sub/\ufffd', 'x');
    const sub = root.openDir('sub');
    expect(sub.names().sort()).toEqual(['b.txt', '\ufffd']);
    expect(sub.entries().length).toBe(2);
    expect(sub.count()).toBe(3);
    sub.close();
  });
});

it('opening says when the workspace is missing or no folder', () => {
  const home = tempFolder();
  home.put('file');
  expect(() => openRoot(home.at('none'))).toThrow('does not exist');
  expect(() => openRoot(home.at('file'))).toThrow('is not a folder');
});
