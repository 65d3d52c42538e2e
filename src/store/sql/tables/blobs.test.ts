import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packBlob, unpackBlob } from './blobs.ts';

const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const stored = (bytes: Uint8Array) => {
  const [sha, size, packed, kept] = packBlob(shaOf(bytes), bytes);
  return { sha: sha as string, row: { size: size!, packed: packed!, bytes: kept! } };
};

it('an image comes back as it was, whatever its size and content', () => {
  const some = fc.oneof(
    fc.uint8Array({ maxLength: 4000 }),
    fc.string({ maxLength: 4000 }).map(text => Buffer.from(text)),
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 50 }), (part, times) => {
      const bytes = Buffer.concat(Array.from({ length: times }, () => part));
      const { sha, row } = stored(bytes);
      expect(Buffer.compare(unpackBlob(sha, row) ?? Buffer.from('none'), bytes)).toBe(0);
    }),
    { numRuns: 40 },
  );
});

it('an image that an earlier version has packed is read', () => {
  const bytes = Buffer.from('a line\n'.repeat(1000));
  const row = { size: bytes.length, packed: 1, bytes: deflateRawSync(bytes, { level: 1 }) };
  expect(Buffer.from(unpackBlob(shaOf(bytes), row) ?? [])).toEqual(bytes);
});

it('the image of a text of a megabyte takes a fraction of it', () => {
  const lines = Array.from({ length: 24_000 }, (_, index) => `  const value${index} = compute(${index}, "some text");`);
  const bytes = Buffer.from(lines.join('\n'));
  expect(bytes.length).toBeGreaterThan(1 << 20);
  const { row } = stored(bytes);
  expect((row.bytes as Uint8Array).length).toBeLessThan(bytes.length / 4);
});

it('an image that is no longer what its name says is none', () => {
  const { sha, row } = stored(Buffer.from('a line\n'.repeat(1000)));
  expect(unpackBlob(sha, { ...row, packed: 0 })).toBeUndefined();
});
