import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineHold } from './line-hold.ts';
import { maskText } from './mask.ts';

const KEY = 'sk-abcdefghijklmnop1234567890';
const BLOCK = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSj\n-----END PRIVATE KEY-----\n';

it('a secret is masked wherever a stream is cut, and nothing else is lost', () => {
  const text = `one\nkey ${KEY} and\r\n50%\r100%\r${BLOCK}end ${KEY}`;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), sizes => {
      const hold = new LineHold();
      let told = '';
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = sizes[turn % sizes.length]!;
        told += maskText(hold.take(text.slice(at, at + size)));
        at += size;
      }
      expect(told + maskText(hold.end())).toBe(maskText(text));
    }),
  );
});

it('lines without an end are not held for ever', () => {
  const hold = new LineHold();
  const told = Array.from({ length: 100 }, () => hold.take('word '.repeat(100))).join('');
  expect(told.length).toBeGreaterThan(20_000);
  expect(hold.take('x'.repeat(100_000)).length).toBeGreaterThan(90_000);
});
