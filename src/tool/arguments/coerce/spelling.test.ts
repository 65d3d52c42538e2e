import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactNumber, numberText } from './spelling.ts';

test('a number and its text say the same', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      expect(exactNumber(String(value).replace('e+', 'e'))).toBe(Object.is(value, -0) ? 0 : value);
      const text = numberText(value);
      if (text !== undefined) expect(Number(text)).toBe(value);
    }),
  );
});

test('what a double cannot hold is no number', () => {
  for (const text of ['9007199254740993', '0.12345678901234567890', '1e400', '1e-400', '-9007199254740993.0']) {
    expect(exactNumber(text)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), n => {
      const held = BigInt(Number(n)) === n || BigInt(String(Number(n))) === n;
      expect(exactNumber(String(n))).toBe(held ? Number(n) : undefined);
    }),
  );
});
