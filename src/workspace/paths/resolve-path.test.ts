import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { layOutPaths, pathCases } from '../../../test/cases/workspace/paths.ts';
import { openFds, openTestRoot, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { ToolError } from '../../tool/error.ts';
import type { DirHandle } from '../disk/dir-handle.ts';
import { readRegularFile } from '../view/read-file.ts';
import { resolvePath } from './resolve-path.ts';
import { walkPath } from './walk.ts';

const codeOf = (error: unknown): string => (error instanceof ToolError ? error.code : String(error));

describe.each([{ portable: false }, { portable: true }])('paths, portable: $portable', ({ portable }) => {
  const open = () => {
    const home = tempFolder();
    layOutPaths(home);
    const root = openTestRoot(home.at('ws'), { portable, closed: [home.at('ws/state')] });
    return { home, root };
  };

  it('the workspace reads every legal path and no other, and leaves nothing open', async () => {
    const { home, root } = open();
    const cases = pathCases(home.path);
    expect(cases.length).toBeGreaterThan(319);
    const before = openFds();
    const wrong: unknown[] = [];
    for (const [path, expected] of cases) {
      const got = await readRegularFile(root, path).then(
        file => ({ reads: Buffer.from(file.bytes).toString() }),
        error => ({ fails: codeOf(error) }),
      );
      if (JSON.stringify(got) !== JSON.stringify(expected)) wrong.push({ path, expected, got });
    }
    expect(wrong).toEqual([]);
    expect(openFds()).toBe(before);
  });

  it('the workspace resolves what it reads to the same file, and refuses the same', async () => {
    const { home, root } = open();
    for (const [path, expected] of pathCases(home.path)) {
      if ('reads' in expected) {
        const { relative } = resolvePath(root, path);
        if (!expected.reads.startsWith('OUTSIDE')) expect([path, relative]).toEqual([path, expected.reads]);
      } else if (expected.fails === 'INVALID_PATH') {
        expect(() => resolvePath(root, path), path).toThrowError(expect.objectContaining({ code: 'INVALID_PATH' }));
      }
    }
  });

  it('the workspace never resolves a path to outside of the root', () => {
    const { home, root } = open();
    for (const [path] of pathCases(home.path)) {
      try {
        const { absolute } = resolvePath(root, path);
        expect(absolute === root.absolute || absolute.startsWith(`${root.absolute}/`)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolError);
      }
    }
  });

  it('the workspace goes as deep as a path can be long, with few folders open', async () => {
    const { home, root } = open();
    const deep = `${'d/'.repeat(600)}f.txt`;
    let dir: DirHandle = root;
    for (let n = 0; n < 600; n += 1) {
      dir.mkdir('d', 0o755);
      const child = dir.openDir('d');
      if (dir !== root) dir.close();
      dir = child;
    }
    fs.closeSync(dir.open('f.txt', fs.constants.O_WRONLY | fs.constants.O_CREAT, 0o644));
    dir.close();
    expect((await readRegularFile(root, deep)).resolved.relative).toBe(deep);
    expect(resolvePath(root, `${'d/'.repeat(500)}${'../'.repeat(500)}a.txt`).relative).toBe('a.txt');
    expect(() => resolvePath(root, `${'d/'.repeat(500)}${'../'.repeat(501)}a.txt`)).toThrow('leads outside');
    fs.rmSync(home.at('ws/d'), { recursive: true });
  });

  it('the workspace lists the links that were crossed', () => {
    const { home, root } = open();
    const at = (name: string) => home.at(`ws/${name}`);
    expect(resolvePath(root, 'a.txt').via).toEqual([]);
    expect(resolvePath(root, 'to-file').via).toEqual([at('to-file')]);
    expect(resolvePath(root, 'chain1').via).toEqual([at('chain1'), at('chain2'), at('sub/chain3')]);
    expect(resolvePath(root, 'to-root/to-sub/b.txt').via).toEqual([at('to-root'), at('to-sub')]);
  });

  it('the root resolves to "."', () => {
    const { home, root } = open();
    for (const path of ['.', './', 'sub/..', 'to-root', home.at('ws'), home.at('alias')]) {
      expect(resolvePath(root, path)).toMatchObject({ absolute: home.at('ws'), relative: '.' });
    }
  });

  it('the workspace takes what does not exist as written, and follows a dangling link to its target', () => {
    const { root } = open();
    expect(resolvePath(root, 'new/deep/file.txt').relative).toBe('new/deep/file.txt');
    expect(resolvePath(root, './new//x').relative).toBe('new/x');
    expect(resolvePath(root, 'to-sub/new.txt').relative).toBe('sub/new.txt');
    expect(resolvePath(root, 'dangling').relative).toBe('not-there.txt');
    expect(resolvePath(root, 'dangling-deep').relative).toBe('no/where/at/all.txt');
  });

  it('a walk opens the folder of the last component', () => {
    const { root } = open();
    const file = walkPath(root, 'to-sub/deep/c.txt');
    expect([file.dir?.path, file.name, file.stats?.isFile(), file.missing]).toEqual(['sub/deep', 'c.txt', true, []]);
    file.close();
    const absent = walkPath(root, 'sub/new/x/y.txt');
    expect([absent.dir?.path, absent.name, absent.stats, absent.missing]).toEqual([
      'sub',
      'new',
      undefined,
      ['x', 'y.txt'],
    ]);
    absent.close();
    const link = walkPath(root, 'to-file', { keepLast: true });
    expect([link.name, link.stats?.isSymbolicLink()]).toEqual(['to-file', true]);
    link.close();
    const top = walkPath(root, '.');
    expect([top.name, top.stats?.isDirectory()]).toEqual(['', true]);
    top.close();
    expect(root.names()).toContain('a.txt');
  });

  it('a refusal of a path says which workspace, and why', () => {
    const { root } = open();
    expect(() => resolvePath(root, 'out-file')).toThrow(
      `The path out-file leads outside the workspace through a symbolic link. The workspace is ${root.absolute}.`,
    );
    expect(() => resolvePath(root, 'loop')).toThrow('most likely in a circle');
    expect(() => resolvePath(root, '')).toThrow('The path "" is empty');
    expect(() => resolvePath(root, '/home/me/project/sub/new.txt')).toThrow(
      expect.objectContaining({ suggestion: 'Paths are relative to the workspace: did you mean sub/new.txt?' }),
    );
    expect(() => resolvePath(root, '/etc/.hidden')).toThrow(
      expect.objectContaining({ suggestion: expect.not.stringContaining('did you mean') }),
    );
  });
});
