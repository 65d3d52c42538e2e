import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromNameBytes, showNameBytes, toNameBytes } from './name-bytes.ts';

const back = (text: string): Buffer => Buffer.from(toNameBytes(text));

it('every name has one text that any database can hold, and the text leads back to it', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.string({ unit: 'binary' }).map(text => Buffer.from(text)),
    fc
      .array(fc.constantFrom('a', 'ü', '\u{10fe80}', '\u{10feff}', '\ufffd', '語'))
      .map(all => Buffer.from(all.join(''))),
  );
  fc.assert(
    fc.property(bytes, name => {
      const text = fromNameBytes(Buffer.from(name));
      expect(text.isWellFormed()).toBe(true);
      expect(back(text).equals(Buffer.from(name))).toBe(true);
    }),
  );
});

it('no file has two texts', () => {
  for (const text of ['\u{10fec3}\u{10febc}', '\u{10fee8}\u{10feaa}\u{10fe9e}'])
    expect(() => toNameBytes(text)).toThrow('ENOENT');
  expect(fromNameBytes(Buffer.from('plain ü'))).toBe('plain ü');
  expect(showNameBytes(fromNameBytes(Buffer.from([0x61, 0xff, 0x62])))).toBe('a\\xffb');
});
