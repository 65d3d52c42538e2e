import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN, paint } from '../../page/output/colours.ts';
import { createLines, type Lines, LONGEST } from '../../page/output/lines.ts';
import { marked } from '../../page/output/marked.ts';

const ESC = '\u001b';

function whole(lines: Lines): string {
  let text = '';
  for (const { rows, numbers } of lines.chunks())
    for (const [index, row] of rows.entries()) text += `${numbers[index]! > 1 ? '\n' : ''}${row}`;
  return text;
}

describe('what a program printed, as lines', () => {
  it('what a program printed, as lines is all there, in its order and with its numbers, however it is cut', () => {
    const piece = fc.constantFrom('a', '\n', '\r\n', '\r', `${ESC}[31m`, 'word ', 'x'.repeat(LONGEST), '\u{1f600}');
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 30 }), given => {
        const lines = createLines();
        for (const pieces of given) lines.append(pieces.join(''));
        lines.append('end');
        const text = `${given.flat().join('')}end`.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
        expect(whole(lines)).toBe(text);
        const chunks = lines.chunks();
        expect(chunks.flatMap(({ rows }) => rows).every(row => row.length <= LONGEST)).toBe(true);
        const numbers = chunks.flatMap(chunk => chunk.numbers).filter(number => number > 0);
        expect(numbers).toEqual(text.split('\n').map((_, index) => index + 1));
        expect(lines.lines()).toBe(numbers.length);
        expect(lines.rows()).toBe(chunks.flatMap(({ rows }) => rows).length);
      }),
    );
  });

  it('what a program printed, as lines keeps its end where it is too long for a page, and says which line is the first', () => {
    const lines = createLines(1_000);
    for (let number = 1; number <= 5_000; number++) lines.append(`line ${number}\n`);
    const [first] = lines.chunks();
    expect(lines.lines()).toBe(5_000);
    expect(lines.dropped().lines).toBeGreaterThan(3_000);
    expect(first!.numbers[0]).toBe(lines.dropped().lines + 1);
    expect(first!.rows[0]).toBe(`line ${first!.numbers[0]}`);
    expect(lines.chunks().at(-1)!.rows.at(-1)).toBe('line 5000');
  });

  it('what a program printed, as lines says where something is gone, between what was printed', () => {
    const lines = createLines();
    lines.append('one\ntw');
    lines.remark('gone');
    lines.append('o\nthree');
    const [chunk] = lines.chunks();
    expect(chunk!.rows).toEqual(['one', 'tw', 'gone', 'o', 'three']);
    expect(chunk!.numbers).toEqual([1, 2, -1, 3, 4]);
    lines.append('\n'.repeat(200));
    expect(lines.chunks().at(-1)!.since).toBe(2);
  });

  it('what a program printed, as lines goes on in the colour of an earlier line, also where that is far above', () => {
    const lines = createLines();
    lines.append(`${ESC}[1;31mred\n${'more\n'.repeat(250)}`);
    const last = lines.chunks().at(-1)!;
    expect(paint(last.rows[0]!, last.pen).pieces).toEqual([{ text: 'more', look: 'sgr-bold sgr-ink-1' }]);
  });
});

describe('colours of a terminal', () => {
  const looks = (text: string) => paint(text, PLAIN).pieces.map(({ text: shown, look }) => [shown, look]);

  it('colours of a terminal are classes, of sixteen colours', () => {
    expect(looks(`a${ESC}[32mb${ESC}[1;44mc${ESC}[0md`)).toEqual([
      ['a', ''],
      ['b', 'sgr-ink-2'],
      ['c', 'sgr-bold sgr-ink-2 sgr-ground-4'],
      ['d', ''],
    ]);
    expect(looks(`${ESC}[38;5;196mx${ESC}[38;2;0;200;0my${ESC}[97mz${ESC}[39mw`)).toEqual([
      ['x', 'sgr-ink-9'],
      ['y', 'sgr-ink-2'],
      ['z', 'sgr-ink-15'],
      ['w', ''],
    ]);
  });

  it('colours of a terminal are all that an escape can do', () => {
    const evil = `${ESC}[2J${ESC}]0;title\u0007${ESC}]8;;http://x\u0007link${ESC}[5Cmove\u202e\b${ESC}c`;
    expect(
      looks(evil)
        .map(([text]) => text)
        .join(''),
    ).toBe('linkmove\\u{202e}\\x08\\x1bc');
    const part = fc.constantFrom(
      ESC,
      '[',
      ']',
      ';',
      ':',
      '3',
      '38',
      '5',
      '999',
      'm',
      'H',
      '\u0007',
      '\u009b',
      'a',
      '<b>',
    );
    fc.assert(
      fc.property(fc.array(part), parts => {
        for (const { text, look } of paint(parts.join(''), PLAIN).pieces) {
          expect(text).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/);
          expect(look).toMatch(
            /^(?:sgr-(?:bold|dim|italic|underline|inverse|struck|(?:ink|ground)-(?:1[0-5]|\d)) ?)*$/,
          );
        }
      }),
    );
  });

  it('colours of a terminal do not keep a word from being found', () => {
    const { pieces } = paint(`be${ESC}[31mgin and beg${ESC}[0min`, PLAIN);
    const found = marked(pieces, 'begin');
    expect(found.filter(piece => 'found' in piece).map(({ text }) => text)).toEqual(['be', 'gin', 'beg', 'in']);
    expect(found.map(({ text }) => text).join('')).toBe('begin and begin');
  });
});
