import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { landlockRules } from './landlock-rules.ts';

/** The rules of a workspace with these files, as lines, without what every job has. */
function rulesOf(files: readonly string[], hidden: readonly string[], readOnly = false): readonly string[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-rules-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  symlinkSync('/etc', join(root, 'link'));
  const options = {
    root,
    readOnly,
    writable: [],
    readable: [],
    env: { A: 'b=c' },
    processes: Number.POSITIVE_INFINITY,
  };
  const text = landlockRules({ ...options, hidden: hidden.map(path => join(root, path)) });
  const lines = text.split('\0').filter(line => line !== '' && !/^(?:d\/dev|r\/proc)/.test(line));
  return lines.map(line => line.replace(root, '.'));
}

it('a workspace in which nothing is hidden is given as a whole', () => {
  expect(rulesOf(['a', 'b/c'], [])).toEqual(['w.', 'n2147483648', 'eA=b=c']);
});

it('a folder that holds something hidden is given name by name, but for links', () => {
  const rules = rulesOf(['a', 'b/c', 'b/d/e', 'f/g'], ['b/c']);
  expect(rules).toEqual(['p.', 'w./a', 'p./b', 'w./b/d', 'w./f', 'n2147483648', 'h./b/c', 'eA=b=c']);
});

it('a workspace that may only be read gives nothing to write', () => {
  expect(rulesOf(['a', 'b/c'], ['b/c'], true)).toEqual(['l.', 'r./a', 'l./b', 'n2147483648', 'h./b/c', 'eA=b=c']);
});

it('a variable or a name with NUL makes no rule of its own', () => {
  const options = { root: '/ws', readOnly: false, writable: [], readable: [], hidden: [], processes: 1 };
  expect(() => landlockRules({ ...options, env: { A: 'x\0w/' } })).toThrow(/NUL/);
});
