import { expect, it } from 'vitest';
import { sayCount, sayHidden, sayList, sayNumber, saySize, sayTime, withNotes } from './say.ts';
import { estimateTokens } from './tokens.ts';

it('counts and sizes read as people write them', () => {
  expect([sayCount(1, 'line'), sayCount(1234, 'line'), sayCount(2, 'entry', 'entries')]).toEqual([
    '1 line',
    '1,234 lines',
    '2 entries',
  ]);
  expect([0, 1, 1023, 1024, 1536, 20_000, 1_048_575, 5 * 1024 ** 3].map(saySize)).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1 KB',
    '1.5 KB',
    '20 KB',
    '1 MB',
    '5 GB',
  ]);
  expect([sayList(['a']), sayList(['a', 'b', 'c']), sayList(['a', 'b', 'c'], 2)]).toEqual([
    'a',
    'a, b and c',
    'a, b and 1 more',
  ]);
});

it('notes stand last, each in brackets', () => {
  expect(withNotes('body\n', ['one.', undefined, false, 'two.'])).toBe('body\n\n[one.]\n[two.]');
  expect(withNotes('', ['one.'])).toBe('[one.]');
  expect(withNotes('body\n', [])).toBe('body\n');
  expect([sayHidden(0), sayHidden(1), sayHidden(3)]).toEqual([
    undefined,
    '1 entry is hidden by the policy.',
    '3 entries are hidden by the policy.',
  ]);
});

it('the estimated tokens of a long text are near those of its parts', () => {
  const line = 'export const value = compute(input, { deep: true });\n';
  const whole = estimateTokens(line.repeat(20_000));
  expect(whole / (estimateTokens(line) * 20_000)).toBeGreaterThan(0.9);
  expect(whole / (estimateTokens(line) * 20_000)).toBeLessThan(1.1);
});

it('a time is said in its two largest units', () => {
  const said = [0, 250, 1_500, 59_900, 90_000, 120_000, 5_400_000, 86_400_000, 30 * 86_400_000].map(sayTime);
  expect(said).toEqual(['0 ms', '250 ms', '1.5 s', '59.9 s', '1 min 30 s', '2 min', '1 h 30 min', '24 h', '30 d']);
});

it('a time that is rounded up to the next unit is said in that unit', () => {
  const said = [0.4, 12.4, 999.6, 59_940, 59_960, 61_499, 119_600, 3_599_600, 7_199_000, 172_799_000].map(sayTime);
  expect(said).toEqual(['<1 ms', '12 ms', '1 s', '59.9 s', '1 min', '1 min 1 s', '2 min', '1 h', '2 h', '2 d']);
});

it('numbers have groups of three digits, and at most three behind the point', () => {
  const numbers = [0, 7, 999, 1000, -1234, 1_234_567, 12_345.6789, 0.00049, 1e21];
  expect(numbers.map(sayNumber)).toEqual(['0', '7', '999', '1,000', '-1,234', '1,234,567', '12,345.679', '0', '1e+21']);
});
