import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findProgram } from './find-program.ts';
import { removeTree } from './remove-tree.ts';

function place() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-test-')));
  onTestFinished(() => removeTree(folder));
  const make = (name: string, mode = 0o755): string => {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, mode);
    return file;
  };
  return { folder, make };
}

it('findProgram finds the first program of the path that can be run', () => {
  const { folder, make } = place();
  make('a/shoot', 0o644);
  const second = make('b/shoot');
  make('c/shoot');
  mkdirSync(join(folder, 'd/shoot'), { recursive: true });
  const path = ['d', 'a', 'b', 'c'].map(name => join(folder, name)).join(':');
  expect(findProgram('shoot', path, '/nowhere')).toBe(second);
  expect(findProgram('other', path, '/nowhere')).toBeUndefined();
  expect(findProgram('shoot', undefined, '/nowhere')).toBeUndefined();
});

it('findProgram takes nothing from the workspace, by no way', () => {
  const { folder, make } = place();
  const root = join(folder, 'work');
  const inside = make('work/bin/shoot');
  symlinkSync(join(root, 'bin'), join(folder, 'linked'));
  mkdirSync(join(folder, 'own'));
  symlinkSync(inside, join(folder, 'own/shoot'));
  const path = ['work/bin', 'linked', 'own'].map(name => join(folder, name)).join(':');
  expect(findProgram('shoot', `bin:.:${path}`, root)).toBeUndefined();
});
