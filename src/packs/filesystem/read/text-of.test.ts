import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodingName, textOf } from './text-of.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('textOf', () => {
  it('textOf reads UTF-8 and keeps a byte order mark apart', () => {
    expect(textOf(Buffer.from('grün\n'))).toMatchObject({ text: 'grün\n', encoding: 'utf-8', bom: false });
    expect(textOf(Buffer.from('\ufeffgrün'))).toMatchObject({ text: 'grün', encoding: 'utf-8', bom: true });
    expect(textOf(bytes())).toMatchObject({ text: '', encoding: 'utf-8' });
  });

  it('textOf reads UTF-16 with and without a mark, either order', () => {
    const little = Buffer.from('hello world\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    expect(textOf(Buffer.concat([bytes(0xff, 0xfe), little]))).toMatchObject({ text: 'hello world\n', bom: true });
    expect(textOf(Buffer.concat([bytes(0xfe, 0xff), big]))).toMatchObject({ encoding: 'utf-16be', bom: true });
    expect(textOf(little)).toMatchObject({ text: 'hello world\n', encoding: 'utf-16le', bom: false });
    expect(textOf(big)).toMatchObject({ text: 'hello world\n', encoding: 'utf-16be', bom: false });
  });

  it('textOf reads a single-byte encoding where UTF-8 does not fit', () => {
    const text = textOf(Buffer.from('für die Straße', 'latin1'));
    expect(text).toMatchObject({ text: 'für die Straße', encoding: 'windows-1252' });
    expect(encodingName(text!)).toBe('Latin-1 (Windows-1252)');
  });

  it('textOf finds no text in programs, archives and random controls', () => {
    expect(textOf(Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(64)]))).toBeUndefined();
    expect(textOf(bytes(1, 2, 3, 4, 5, 6))).toBeUndefined();
    expect(textOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes(0xe2, 0xe3, 0xcf, 0xd3)]))).toBeUndefined();
    expect(textOf(bytes(0xff, 0xfe, 0, 0, 1, 0, 0, 0))).toBeUndefined();
  });

  it('textOf gives back the bytes of every text it reads', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), given => {
        const text = textOf(given);
        if (text) expect(Buffer.from(text.encode(text.text)).equals(given)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), given => {
        const wide = Buffer.from(given.toWellFormed(), 'utf16le');
        const text = textOf(wide);
        if (text) expect(Buffer.from(text.encode(text.text)).equals(wide)).toBe(true);
      }),
    );
  });
});
