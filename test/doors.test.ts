import { describe, expect, it } from 'vitest';
import { houseViolations } from '../scripts/house-rules.ts';

const DOORS = {
  low: { to: [] },
  middle: { to: ['low'], types: ['side'] },
  side: { to: ['low'] },
  '(root)': { to: ['middle'] },
};
const check = (files: Record<string, string>) => houseViolations(new Map(Object.entries(files)), DOORS);

describe('a house in order', () => {
  it('has no violation', () => {
    expect(
      check({
        'low/a.ts': "import { join } from 'node:path';\nexport const a = join('x', 'y');\n",
        'middle/b.ts':
          "import { a } from '../low/a.ts';\nimport type { C } from '../side/c.ts';\nexport const b: C = a;\n",
        'middle/pack.ts': "import data from './data.json' with { type: 'json' };\nexport const d = data;\n",
        'side/c.ts': 'export type C = string;\n',
        'index.ts': "export { b } from './middle/b.ts';\nexport * as B from './middle/b.ts';\n",
      }),
    ).toEqual([]);
  });

  it('lets tests, and what serves them, look anywhere', () => {
    expect(
      check({
        'low/a.ts': 'export const a = 1;\n',
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
    ['a door by type', { 'low/a.ts': "export type A = import('../middle/b.ts').B;\n" }, 'no door from low to middle'],
    [
      'a value through a door for types',
      { 'middle/a.ts': "import { c } from '../side/c.ts';\nc;\n" },
      'for types alone',
    ],
    ['an unknown room', { 'attic/a.ts': 'export {};\n' }, 'the room "attic" is not in the table'],
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
  ])('%s', (_, files, message) => {
    const [violation, ...rest] = check(files as Record<string, string>);
    expect(violation).toContain(message);
    expect(rest).toEqual([]);
  });

  it('a cycle, also of types', () => {
    const files = {
      'low/a.ts': "import './b.ts';\n",
      'low/b.ts': "import type { C } from './c.ts';\nexport type B = C;\n",
      'low/c.ts': "import './a.ts';\nexport type C = 1;\n",
    };
    expect(check(files)).toEqual(['import cycle: src/low/a.ts → src/low/b.ts → src/low/c.ts → src/low/a.ts']);
  });
});
