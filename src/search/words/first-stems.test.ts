import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { firstStems } from './first-stems.ts';
import { stemsOf } from './words.ts';

const word = fc.oneof(
  fc.constantFrom(
    'parseHTTPUrl_v2',
    'retries',
    'retry',
    '$on',
    '__proto__',
    'constructor',
    'naïve',
    '取得する',
    'a1B2',
  ),
  fc.string({ unit: fc.constantFrom('a', 'B', 'c', 'D', '_', '1'), minLength: 1, maxLength: 6 }),
);
const code = fc.array(fc.tuple(word, fc.constantFrom(' ', '.', '(', '\n', '\0', '—', '')), { maxLength: 60 });

test('each stem comes once, in order, whatever the letters of the text', () => {
  fc.assert(
    fc.property(code, fc.integer({ min: 0, max: 40 }), (words, most) => {
      const text = words.flat().join('');
      expect(firstStems(text, most)).toEqual([...new Set(stemsOf(text))].slice(0, most));
    }),
    { numRuns: runs(500) },
  );
});

test('more identifiers than are remembered have their own stems', () => {
  const names = Array.from({ length: 60_000 }, (_, index) => `made${index.toString(36)}By${index % 97}`);
  for (let start = 0; start < names.length; start += 6_000) {
    const text = names.slice(start, start + 6_000).join(' ');
    expect(firstStems(text, Infinity)).toEqual([...new Set(stemsOf(text))]);
  }
});
