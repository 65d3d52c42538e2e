import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../system/remove-tree.ts';
import { diskBase } from '../change/base.ts';
import { Folders } from '../disk/folders.ts';
import { identityOf } from '../disk/identity.ts';
import { openRoot } from '../disk/open-dir.ts';
import { mountsBelow } from './mounts-below.ts';
import { readLayer } from './read-layer.ts';

/** Reads a layer over a workspace in which `data` and `node_modules/cache` are mounted. */
function read(written: readonly string[], listed: readonly string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-layer-')));
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'x');
  };
  for (const path of ['data/db', 'node_modules/cache/big', 'node_modules/a', 'src/a']) put(`lower/${path}`);
  mkdirSync(join(folder, 'upper'));
  for (const path of written) put(`upper/${path}`);
  const [upper, lower] = [openRoot(join(folder, 'upper')), openRoot(join(folder, 'lower'))];
  onTestFinished(() => {
    upper.close();
    lower.close();
    removeTree(folder);
  });
  return readLayer({
    upper: new Folders(upper),
    lower: diskBase(new Folders(lower), identityOf),
    merged: new Set(listed),
    mounts: ['data', 'node_modules/cache'],
    isGuarded: () => false,
    standing: async path => (path === 'node_modules' ? 'again' : 'in'),
    topOf: async path => path,
    isOwn: async () => false,
    isBefore: () => true,
    isMade: () => false,
    maxBytes: 1000,
  });
}

describe('another file system in the workspace', () => {
  it('a mounted file system, which an overlay does not show, is not taken for deleted', async () => {
    await expect(read(['data/new'], ['data/new'])).rejects.toThrow('data, where another file system is mounted');
    await expect(read(['data'], [])).rejects.toThrow('data, where another');
    const below = read(['node_modules/cache/x'], ['node_modules/cache']);
    await expect(below).rejects.toThrow('node_modules/cache, where another');
  });

  it('a mounted file system is no matter to what is written beside it', async () => {
    const { entries, outside } = await read(['src/b', 'node_modules/b'], ['src/a', 'src/b', 'node_modules/cache']);
    expect([entries.map(({ path }) => path), [...outside]]).toEqual([['src/b'], ['node_modules']]);
  });

  it('a mounted file system is found', () => {
    expect(mountsBelow('/')).toContain('proc');
    expect(mountsBelow('/proc/self')).toEqual([]);
  });
});
