import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createSyntaxChecker, type SyntaxFailure } from './checker.ts';

interface Sample {
  readonly folder: string;
  readonly extension: string;
  /** The line of `broken` that differs from `legal`. */
  readonly line: number;
  /** A second mistake: this text, found once, becomes that. */
  readonly more: readonly [string, string];
}

const SAMPLES: readonly Sample[] = [
  { folder: 'javascript', extension: 'js', line: 24, more: ['yield n ** 2;', 'yield n ** ;'] },
  { folder: 'jsx', extension: 'jsx', line: 9, more: ['useState(false);', 'useState(false;'] },
  { folder: 'typescript', extension: 'ts', line: 26, more: ['this.items.clear();', 'this.items.clear(;'] },
  { folder: 'tsx', extension: 'tsx', line: 13, more: ['  items: readonly T[];', '  items: readonly T[;'] },
  { folder: 'declarations', extension: 'd.ts', line: 6, more: ['make(name: string)', 'make(name: )'] },
  { folder: 'json', extension: 'json', line: 3, more: ['[1, -2.5, 3e10]', '[1, -2.5 3e10]'] },
  { folder: 'jsonc', extension: 'jsonc', line: 4, more: ['"include": [', '"include" ['] },
  { folder: 'yaml', extension: 'yaml', line: 6, more: ['second: document', 'second: document: "x'] },
  { folder: 'python', extension: 'py', line: 15, more: ['    y: float = 0.0', '    y: float = = 0.0'] },
  { folder: 'go', extension: 'go', line: 22, more: ['total += value', 'total += = value'] },
  { folder: 'rust', extension: 'rs', line: 19, more: ['use std::{', 'use std::{{'] },
  { folder: 'java', extension: 'java', line: 26, more: ['T best = null;', 'T best = ;'] },
  { folder: 'c', extension: 'c', line: 14, more: ['goto done;', 'goto ;'] },
  { folder: 'cpp', extension: 'cpp', line: 44, more: ['    return true;', '    return true'] },
  { folder: 'csharp', extension: 'cs', line: 23, more: ['items.Remove(key);', 'items.Remove(key;'] },
  { folder: 'css', extension: 'css', line: 10, more: ['main {', 'main[ {'] },
  { folder: 'php', extension: 'php', line: 36, more: ["return ['id'", "return ['id' ="] },
  { folder: 'ruby', extension: 'rb', line: 18, more: ['attr_reader :x, :y', 'attr_reader :x, , :y'] },
  { folder: 'shell', extension: 'sh', line: 19, more: ['for file in', 'for in'] },
];

const failures: SyntaxFailure[] = [];
const checker = createSyntaxChecker({ timeout: 60_000, onFailure: failure => failures.push(failure) });
afterAll(() => checker.close());

const encode = (text: string) => new TextEncoder().encode(text);
const read = (name: string) => readFileSync(new URL(`../../test/cases/syntax/${name}.txt`, import.meta.url), 'utf8');

describe.each(SAMPLES)('$folder', ({ folder, extension, line, more }) => {
  const path = `src/main.${extension}`;
  const legal = read(`${folder}/legal.${extension}`);
  const broken = read(`${folder}/broken.${extension}`);
  const check = async (before: string | undefined, after: string) => {
    const problems = await checker.newErrors({
      path,
      before: before === undefined ? undefined : encode(before),
      after: encode(after),
    });
    expect(failures).toEqual([]);
    return problems;
  };

  it('a legal file has no problem', async () => {
    expect(await check(undefined, legal)).toEqual([]);
    expect(await check(broken, legal)).toEqual([]);
  });

  it('a broken new file is told with its line', async () => {
    const problems = await check(undefined, broken);
    expect(problems.map(problem => problem.line)).toContain(line);
    for (const { column, message, near } of problems) {
      expect(column).toBeGreaterThan(0);
      expect(message).not.toBe('');
      expect(near).not.toBe('');
    }
  });

  it('a change that breaks a legal file is told at the change alone', async () => {
    const lines = (await check(legal, broken)).map(problem => problem.line);
    expect(lines).toContain(line);
    for (const at of lines) expect(Math.abs(at - line)).toBeLessThanOrEqual(1);
  });

  it('what was broken before and is no more broken now is not told', async () => {
    expect(await check(broken, broken)).toEqual([]);
    expect(await check(broken, `${broken}\n`)).toEqual([]);
    const [first, ...rest] = broken.split('\n');
    if (first && !first.startsWith('#!') && !first.startsWith('%')) {
      expect(await check(broken, [first, '', '', ...rest].join('\n'))).toEqual([]);
    }
  });

  it('of a broken file only the mistake that came with the change is told', async () => {
    const [find, put] = more;
    expect(broken.split(find)).toHaveLength(2);
    const worse = broken.replace(find, () => put);
    const changed = broken.slice(0, broken.indexOf(find)).split('\n').length;
    const lines = (await check(broken, worse)).map(problem => problem.line);
    expect(lines.length).toBeGreaterThan(0);
    for (const at of lines) expect(Math.abs(at - changed)).toBeLessThanOrEqual(1);
  });
});
