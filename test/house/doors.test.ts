import { describe, expect, it } from 'vitest';
import { houseViolations } from '../../scripts/house/rules.ts';

const DOORS = {
  low: { to: [] },
  middle: { to: ['low'], types: ['side'] },
  side: { to: ['low'] },
  '(root)': { to: ['middle'] },
};
const check = (files: Record<string, string>, users: Record<string, string> = {}) =>
  houseViolations(new Map(Object.entries(files)), {
    doors: DOORS,
    users: new Map(Object.entries(users)),
    entries: new Set(['index.ts']),
  });

describe('a house in order', () => {
  it('a house in order has no violation', () => {
    expect(
      check({
        'low/a.ts': "import { join } from 'node:path';\nexport const a = join('x', 'y');\n",
        'middle/b.ts':
          "import { a } from '../low/a.ts';\nimport type { C } from '../side/c.ts';\nexport const b: C = a;\n",
        'middle/pack.ts': "import data from './data.json' with { type: 'json' };\nexport const d = data;\n",
        'middle/e.ts': "import { d } from './pack.ts';\nd;\n",
        'side/c.ts': 'export type C = string;\n',
        'index.ts': "export { b } from './middle/b.ts';\nexport * as B from './middle/b.ts';\n",
      }),
    ).toEqual([]);
  });

  it('a house in order lets tests, and what serves them, look anywhere', () => {
    expect(
      check({
        'low/a.ts': 'export const a = 1;\n',
        'low/b.test.ts': "import { a } from './a.ts';\na;\n",
        'low/a.test.ts': "import fs from 'node:fs';\nimport '../middle/b.ts';\nfs;\n",
        'low/test-ground.ts': "import '../middle/b.ts';\nimport './a.test.ts';\n",
        'middle/b.ts': 'export {};\n',
      }),
    ).toEqual([]);
  });
});

describe('a violation is found:', () => {
  it.each([
    [
      'a door that is not there',
      { 'low/a.ts': "import { b } from '../middle/b.ts';\nb;\n" },
      'no door from low to middle',
    ],
    ['a door by re-export', { 'low/a.ts': "export { b } from '../middle/b.ts';\n" }, 'no door from low to middle'],
    ['a door by dynamic import', { 'low/a.ts': "await import('../middle/b.ts');\n" }, 'no door from low to middle'],
    ['a door by type', { 'low/a.ts': "type A = import('../middle/b.ts').B;\n" }, 'no door from low to middle'],
    [
      'a value through a door for types',
      { 'middle/a.ts': "import { c } from '../side/c.ts';\nc;\n" },
      'for types alone',
    ],
    ['an unknown room', { 'attic/a.ts': 'export {};\n' }, 'the room "attic" is not in the table'],
    ['a list spread into a call', { 'low/a.ts': 'const a = [1];\na.push(2, ...a);\n' }, 'low/a.ts:2: spreads a list'],
    [
      'fields that stand in an object of their own',
      { 'low/a.ts': 'const a = {\n  ...{ b: 1 },\n};\na;\n' },
      'low/a.ts:2: spreads an object',
    ],
    ['a list spread into Math', { 'low/a.ts': 'Math.max(0, ...[1, 2]);\n' }, 'low/a.ts:1: spreads a list'],
    ['disk', { 'low/a.ts': "import fs from 'node:fs';\nfs;\n" }, 'imports node:fs, which only'],
    ['disk, by promises', { 'low/a.ts': "import fs from 'fs/promises';\nfs;\n" }, 'imports fs/promises, which only'],
    ['processes', { 'low/a.ts': "await import('node:child_process');\n" }, 'imports node:child_process, which only'],
    ['code that is for tests', { 'low/a.ts': "import './test-ground.ts';\n" }, 'which is for tests'],
    ['a default export', { 'low/a.ts': 'export default 1;\n' }, 'a default export'],
    ['a nameless star', { 'low/a.ts': "export * from './b.ts';\n" }, '`export *` without a name'],
    ['a missing extension', { 'low/a.ts': "import './b';\n" }, '"./b" lacks its extension'],
    ['a wrong extension', { 'low/a.test.ts': "import './b.js';\n" }, '"./b.js" lacks its extension'],
    ['an empty word', { 'low/string-utils.ts': 'export {};\n' }, 'a name that says nothing'],
    ['an empty word for a folder', { 'low/helpers/a.ts': 'export {};\n' }, 'a name that says nothing'],
    ['a file that is too long', { 'low/a.ts': '\n'.repeat(301) }, '301 lines'],
    ['a function that is too long', { 'low/a.ts': `const f = () => {${'\n'.repeat(100)}};\nf;\n` }, '101 lines'],
    ['a method that is too long', { 'low/a.ts': `class A {\n m() {${'\n'.repeat(100)}}\n}\nA;\n` }, '101 lines'],
    [
      'a folder with too many files',
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`low/${'a'.repeat(n + 1)}.ts`, ''])),
      'src/low: 21 files',
    ],
    [
      'four files whose common prefix is a folder',
      Object.fromEntries(['rules', 'paths', 'names', 'sizes'].map(name => [`low/tree-${name}.ts`, ''])),
      'src/low: tree-* are four files, or a folder',
    ],
    [
      'a name that means two things',
      {
        'low/a.ts': 'export const a = 1;\n',
        'low/b.ts': 'export type a = 1;\n',
        'low/c.ts': "import { a } from './a.ts';\nimport type { a as b } from './b.ts';\na as b;\n",
      },
      '"a" is exported by src/low/a.ts, src/low/b.ts',
    ],
    ['an export that nobody uses', { 'low/a.ts': 'export const a = 1;\n' }, 'nobody uses the export "a"'],
  ])('%s', (_, files, message) => {
    const [violation, ...rest] = check(files as Record<string, string>);
    expect(violation).toContain(message);
    expect(rest).toEqual([]);
  });

  it('no export that a test, a script or an entry uses', () => {
    const user = "import { a } from '../src/low/a.ts';\na;\n";
    expect(check({ 'low/a.ts': 'export const a = 1;\n' }, { 'test/a.test.ts': user })).toEqual([]);
    expect(check({ 'index.ts': 'export const a = 1;\n' })).toEqual([]);
  });

  it('a folder of tests or scripts with too many files', () => {
    const files = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`scripts/${'a'.repeat(n + 1)}.ts`, '']));
    expect(check({}, files)).toEqual(['scripts: 21 files; 20 are the most']);
  });

  it('a cycle, also of types', () => {
    const files = {
      'low/a.ts': "import './b.ts';\n",
      'low/b.ts': "import type { C } from './c.ts';\ntype B = C;\n",
      'low/c.ts': "import './a.ts';\nexport type C = 1;\n",
    };
    expect(check(files)).toEqual(['import cycle: src/low/a.ts → src/low/b.ts → src/low/c.ts → src/low/a.ts']);
  });
});
