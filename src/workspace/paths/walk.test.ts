import fs from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTestRoot, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { ToolError } from '../../tool/error.ts';
import type { StagedNode } from '../change/staging.ts';
import type { DirHandle, RootHandle } from '../disk/dir-handle.ts';
import { openRoot } from '../disk/open-dir.ts';
import { resolvePath } from './resolve-path.ts';
import { walkPath } from './walk.ts';

const name = fc.constantFrom('a', 'b', 'c', 'l', 'm');
const part = fc.oneof({ weight: 4, arbitrary: name }, fc.constantFrom('..', '.', ''));
const somePath = fc.array(part, { minLength: 1, maxLength: 6 }).map(parts => parts.join('/') || '.');
const entry = fc.record({ at: fc.array(name, { minLength: 1, maxLength: 3 }), target: fc.option(somePath) });

it('a walk agrees with the kernel on every tree of folders, files and links', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 8 }),
      fc.array(somePath, { minLength: 5, maxLength: 20 }),
      (tree, paths) => {
        const home = fs.realpathSync(fs.mkdtempSync('/tmp/toolgate-law-'));
        const ws = `${home}/ws`;
        fs.mkdirSync(ws);
        const root = openRoot(ws);
        try {
          for (const { at, target } of tree) {
            try {
              fs.mkdirSync(`${ws}/${at.slice(0, -1).join('/')}`, { recursive: true });
              if (target === null) fs.writeFileSync(`${ws}/${at.join('/')}`, 'x');
              else fs.symlinkSync(target, `${ws}/${at.join('/')}`);
            } catch {
              // A name may be taken already; the tree is as good without this one.
            }
          }
          for (const path of paths) agree(root, path);
        } finally {
          root.close();
          fs.rmSync(home, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: 100 },
  );
});

/** Checks that where the kernel ends inside, so do we, at the same place. */
function agree(root: RootHandle, path: string): void {
  const kernel = real(path.startsWith('/') ? path : `${root.absolute}/${path}`);
  const inside = kernel === root.absolute || kernel?.startsWith(`${root.absolute}/`);
  let ours: ReturnType<typeof walkPath> | undefined;
  try {
    ours = walkPath(root, path);
    ours.close();
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    const { code } = error as ToolError;
    expect(['INVALID_PATH', 'FILE_NOT_FOUND']).toContain(code);
    expect([path, code, inside === true]).toEqual([path, code, false]);
    return;
  }
  expect(resolvePath(root, path).absolute).toBe(ours.resolved.absolute);
  const there = ours.stats !== undefined && !(ours.wantsFolder && !ours.stats.isDirectory());
  expect([path, there ? ours.resolved.absolute : undefined]).toEqual([path, kernel]);
}

function real(path: string): string | undefined {
  try {
    const found = fs.realpathSync.native(path);
    // glibc forgives a slash behind a file; the system calls do not.
    fs.statSync(path);
    return found;
  } catch {
    return undefined;
  }
}

it('a walk sees through layers: links, folders and deletions that are not on the disk', () => {
  const home = tempFolder();
  home.put('ws/sub/b.txt');
  home.link('ws/old', 'sub');
  const root = openTestRoot(home.at('ws'));
  const layer = new Map<string, StagedNode | null>([
    ['old', null],
    ['new', { kind: 'symlink', target: 'sub' }],
    ['out', { kind: 'symlink', target: '../secret' }],
    ['made', { kind: 'directory', mode: 0o755 }],
    ['made/x.txt', { kind: 'file', bytes: new Uint8Array(), mode: 0o644 }],
  ]);
  const overlay = (path: string) => layer.get(path);
  const walk = (path: string) => {
    const walked = walkPath(root, path, { overlay });
    walked.close();
    return walked;
  };
  expect(walk('old/b.txt').missing).toEqual(['b.txt']);
  expect(walk('new/b.txt')).toMatchObject({ resolved: { relative: 'sub/b.txt', via: [home.at('ws/new')] } });
  expect(walk('new/b.txt').stats?.isFile()).toBe(true);
  expect(() => walk('out')).toThrow('leads outside');
  expect(walk('made/x.txt').node?.kind).toBe('file');
  expect(walk('made/../sub/b.txt').resolved.relative).toBe('sub/b.txt');
  expect(walk('made/x.txt/y').blocked).toBe(true);
  expect(walk('made/y.txt').node).toBeUndefined();
});

/** A disk that takes names in any case, as on macOS, made of one that does not. */
function folding<H extends DirHandle>(dir: H): H {
  const spelled = (name: string) => dir.names().find(other => other.toLowerCase() === name.toLowerCase()) ?? name;
  return new Proxy(dir, {
    get(target, key) {
      if (key === 'folds') return true;
      if (key === 'lstat') return (name: string) => target.lstat(spelled(name));
      if (key === 'readlink') return (name: string) => target.readlink(spelled(name));
      if (key === 'openDir') return (name: string) => folding(target.openDir(spelled(name)));
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

it('a walk gives the name as it stands on the disk where the disk takes any case', () => {
  const home = tempFolder();
  home.put('ws/Sub/.env');
  home.link('ws/Link', 'sub/.ENV');
  const root = folding(openTestRoot(home.at('ws')));
  for (const path of ['Sub/.env', 'SUB/.ENV', 'sub/../SuB/.Env', 'LINK', home.at('ws/sub/.ENV')]) {
    expect([path, resolvePath(root, path).relative]).toEqual([path, 'Sub/.env']);
  }
  expect(resolvePath(root, 'SUB/New.txt').relative).toBe('Sub/New.txt');
});
