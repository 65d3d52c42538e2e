import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './text-encoding.ts';

describe('decodeText', () => {
  it('decodeText gives any bytes back as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        const decoded = decodeText(bytes);
        expect(decoded.encode(decoded.text)).toEqual(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  it('decodeText gives UTF-16 and byte order marks back as they were', () => {
    const starts = fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]);
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 100 }), (start, rest) => {
        const bytes = Uint8Array.of(...start, ...rest);
        const decoded = decodeText(bytes);
        expect(decoded.encode(decoded.text)).toEqual(bytes);
      }),
    );
  });

  it('decodeText reads a single-byte file as windows-1252 and says what it cannot hold', () => {
    const decoded = decodeText(Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x94));
    expect(decoded.encoding).toBe('windows-1252');
    expect(decoded.text).toBe('café “”');
    expect(decoded.unencodable('é“€')).toBeUndefined();
    expect(decoded.unencodable('日本')).toBe('日');
  });

  it('decodeText keeps stray bytes of a UTF-8 file', () => {
    const decoded = decodeText(Buffer.from('Größe: äöü \xff end', 'utf8').subarray(0));
    expect(decoded.encoding).toBe('utf-8');
    const damaged = decodeText(Uint8Array.of(...Buffer.from('äöü '), 0xff, ...Buffer.from(' 😀')));
    expect(damaged.encoding).toBe('utf-8 with damaged bytes');
    expect(damaged.text).toBe('äöü \udcff 😀');
  });
});
