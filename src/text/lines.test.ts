import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteLineStarts, countLines, lineStarts, numberedLine, shownLine } from './lines.ts';

it('lines put together again are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\t') }), text => {
      const starts = lineStarts(text);
      const lines = starts.slice(1).map((end, index) => text.slice(starts[index], end));
      expect(lines.join('')).toBe(text);
      expect(lines.every(line => line.length > 0)).toBe(true);
    }),
  );
});

it('lines of bytes begin where lines of the text do, however many there are and however long', () => {
  const long = 'x'.repeat(40_000);
  const feeds = '\n'.repeat(20_000);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', feeds, long), maxLength: 8 }), text => {
      expect([...byteLineStarts(Buffer.from(text))]).toEqual(lineStarts(text));
    }),
  );
});

it('a last line without a line feed counts', () => {
  expect([countLines(''), countLines('a'), countLines('a\n'), countLines('a\nb'), countLines('\n\n')]).toEqual([
    0, 1, 1, 2, 2,
  ]);
});

it('a line has its number, six wide, then a tab', () => {
  expect(numberedLine(7, 'x')).toBe('     7\tx');
  expect(numberedLine(1234567, 'x')).toBe('1234567\tx');
});

it('a long line is cut and says by how much, never inside a character', () => {
  expect(shownLine('abcdef\r\n', 4)).toBe('abcd … [+2 characters]');
  expect(shownLine('abc😀def', 4)).toBe('abc … [+5 characters]');
  expect(shownLine('abcd\n', 4)).toBe('abcd');
});
