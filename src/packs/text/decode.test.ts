import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText, formatName, type TextFormat } from './decode.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('decodeText', () => {
  it('reads UTF-8 and keeps a byte order mark apart', () => {
    expect(decodeText(Buffer.from('grün\n'))).toEqual({ text: 'grün\n', encoding: 'utf-8', bom: false, broken: 0 });
    expect(decodeText(Buffer.from('\ufeffgrün'))).toEqual({ text: 'grün', encoding: 'utf-8', bom: true, broken: 0 });
  });

  it('reads nothing as empty text', () => {
    expect(decodeText(bytes())).toMatchObject({ text: '', encoding: 'utf-8' });
  });

  it('reads UTF-16 with and without a mark, either order', () => {
    const little = Buffer.from('hello world\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    expect(decodeText(Buffer.concat([bytes(0xff, 0xfe), little]))).toMatchObject({ text: 'hello world\n', bom: true });
    expect(decodeText(Buffer.concat([bytes(0xfe, 0xff), big]))).toMatchObject({ encoding: 'utf-16be', bom: true });
    expect(decodeText(little)).toMatchObject({ text: 'hello world\n', encoding: 'utf-16le', bom: false });
    expect(decodeText(big)).toMatchObject({ text: 'hello world\n', encoding: 'utf-16be', bom: false });
  });

  it('reads Latin-1 where UTF-8 does not fit', () => {
    expect(decodeText(Buffer.from('für die Straße', 'latin1'))).toMatchObject({
      text: 'für die Straße',
      encoding: 'latin1',
    });
  });

  it('shows a few broken bytes in UTF-8 as such', () => {
    const mixed = Buffer.concat([Buffer.from('äöü '), bytes(0xff), Buffer.from(' end')]);
    expect(decodeText(mixed)).toMatchObject({ text: 'äöü \ufffd end', encoding: 'utf-8', broken: 1 });
  });

  it('finds no text in programs, archives and random controls', () => {
    expect(decodeText(Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(64)]))).toBeUndefined();
    expect(decodeText(bytes(1, 2, 3, 4, 5, 6))).toBeUndefined();
    expect(decodeText(Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes(0xe2, 0xe3, 0xcf, 0xd3)]))).toBeUndefined();
  });

  it('gives back the bytes it was given, in every format', () => {
    const formats: TextFormat[] = [
      { encoding: 'utf-8', bom: true },
      { encoding: 'utf-16le', bom: true },
      { encoding: 'utf-16be', bom: true },
    ];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...formats), (text, format) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff') && !/[\x01-\x1f\x7f]/.test(text));
        const encoded = encodeText(text, format)!;
        const decoded = decodeText(encoded)!;
        expect(decoded).toMatchObject({ text, ...format });
        expect(Buffer.compare(encodeText(decoded.text, decoded)!, encoded)).toBe(0);
      }),
    );
  });

  it('has no room in Latin-1 for what lies beyond it', () => {
    expect(encodeText('für', { encoding: 'latin1', bom: false })).toEqual(Buffer.from('für', 'latin1'));
    expect(encodeText('5 €', { encoding: 'latin1', bom: false })).toBeUndefined();
  });

  it('names formats as people say them', () => {
    expect(formatName({ encoding: 'utf-16le', bom: true })).toBe('UTF-16 LE with a byte order mark');
  });
});
