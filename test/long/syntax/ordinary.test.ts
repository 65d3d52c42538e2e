import { afterAll, describe, expect, it } from 'vitest';
import { createSyntaxChecker } from '../../../src/syntax/checker.ts';
import { isOrdinary } from '../../../src/syntax/ordinary.ts';

const UNITS = [
  '(', '[', '{', '!', '- ', '+a', 'a=>', 'if(1)', 'if(1);else ', 'a?b:', 'a**', 'new ', 'typeof ', '`${', '<a>', 'a+',
  'a=', 'a:', 'A<', '()=>', 'A extends B?C:', 'keyof ', '[]', 'for(;;)', '@(', ' as A', '.a', '!', '()', '(a=', '({a=',
  'f<A<', 'async({a=', 'a?(b):c=>(', 'a?(b,c):d=>e?(f,g):h=>', 'a<{b:', 'super ', 'super;\n', 'class{a=', '@(class{',
]; // biome-ignore format: one list

const checker = createSyntaxChecker({ timeout: 30_000 });
afterAll(() => checker.close());

/** The most repetitions that are still ordinary. */
function mostOrdinary(unit: string): number {
  let low = 1;
  let high = Math.floor(2 ** 20 / unit.length) - 10;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isOrdinary(`x = ${unit.repeat(middle)}`)) low = middle;
    else high = middle - 1;
  }
  return low;
}

describe('what is ordinary never ends the process, however it is nested', () => {
  it.each(UNITS)('%j', async unit => {
    const text = new TextEncoder().encode(`x = ${unit.repeat(mostOrdinary(unit))}`);
    await checker.newErrors({ path: unit.includes('<') ? 'a.ts' : 'a.tsx', before: undefined, after: text });
  });
});

it('a hundred thousand brackets are not ordinary', () => {
  for (const bracket of '([{<') expect(isOrdinary(bracket.repeat(100_000))).toBe(false);
});

it('brackets in strings and comments count too, since a hostile text decides what looks like one', () => {
  expect(isOrdinary(`"${'('.repeat(100_000)}"`)).toBe(false);
});

it('words apart by rare spaces count each', () => {
  expect(isOrdinary('typeof\u00a0'.repeat(100_000))).toBe(false);
});

it('a file of some hundred usual lines is ordinary', () => {
  const lines = '  const value = items.map(item => ({ ...item, size: item.size ?? 0 }));\n';
  expect(isOrdinary(lines.repeat(300))).toBe(true);
  expect(isOrdinary('export const name: Map<string, number> = new Map();\n'.repeat(1_000))).toBe(true);
});
