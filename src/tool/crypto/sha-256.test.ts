import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { hashText, sha256Of } from './sha-256.ts';

it('bytes of each length around the ends of blocks have the hash that Node gives them', () => {
  const bytes = Buffer.alloc(300, 'ä\u{1f600}b');
  for (let length = 0; length <= bytes.length; length++) {
    const some = bytes.subarray(0, length);
    expect(sha256Of(some)).toBe(hash('sha256', some));
  }
});

it('any bytes have the hash that Node gives them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
      expect(sha256Of(bytes)).toBe(hash('sha256', bytes));
    }),
    { numRuns: runs(300) },
  );
});

it('a text has the hash that Node gives it, however much was hashed before', () => {
  const texts = ['', 'abc', 'ä\u{1f600}\ud800', 'x'.repeat(1_000_000), 'y'.repeat(5_000)];
  for (const text of [...texts, ...texts, ...texts]) expect(hashText(text)).toBe(hash('sha256', text));
});
