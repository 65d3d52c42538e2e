import { printedText } from '../core/readable.ts';

/** How a terminal draws from some place on; colours are the sixteen that every terminal has. */
export interface Pen {
  readonly ink?: number;
  readonly ground?: number;
  readonly marks: readonly string[];
}

export interface Piece {
  readonly text: string;
  /** Classes; empty for plain text. */
  readonly look: string;
}

export const PLAIN: Pen = { marks: [] };

const ESCAPE = '\u001b';
const COLOURS = /\u001b\[([\d;:]*)m/g;
const MARKS: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'struck',
};
const ENDS: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['struck'],
};

/** A line in pieces of one look each. Colours are all that it may ask for; other escapes are taken out or shown as codes. */
export function paint(line: string, pen: Pen): { readonly pieces: readonly Piece[]; readonly pen: Pen } {
  if (!line.includes(ESCAPE)) return { pieces: piecesOf(line, pen), pen };
  const pieces: Piece[] = [];
  let now = pen;
  let from = 0;
  for (const found of line.matchAll(COLOURS)) {
    pieces.push(...piecesOf(line.slice(from, found.index), now));
    now = change(now, found[1]!);
    from = found.index + found[0].length;
  }
  pieces.push(...piecesOf(line.slice(from), now));
  return { pieces, pen: now };
}

/** The pen after a line, without its pieces. */
export function penAfter(line: string, pen: Pen): Pen {
  if (!line.includes(ESCAPE)) return pen;
  let now = pen;
  for (const [, codes] of line.matchAll(COLOURS)) now = change(now, codes!);
  return now;
}

const piecesOf = (text: string, pen: Pen): Piece[] =>
  text === '' ? [] : [{ text: printedText(text), look: lookOf(pen) }];

function lookOf({ ink, ground, marks }: Pen): string {
  const names = marks.map(mark => `sgr-${mark}`);
  if (ink !== undefined) names.push(`sgr-ink-${ink}`);
  if (ground !== undefined) names.push(`sgr-ground-${ground}`);
  return names.join(' ');
}

function change(pen: Pen, given: string): Pen {
  const codes = given.split(/[;:]/).map(Number);
  let now = pen;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes.slice(at + 1));
      now = { ...now, [code === 38 ? 'ink' : 'ground']: colour };
      at += used;
    } else now = simple(now, code);
  }
  return now;
}

function simple(pen: Pen, code: number): Pen {
  if (code === 0) return PLAIN;
  if (MARKS[code]) return pen.marks.includes(MARKS[code]) ? pen : { ...pen, marks: [...pen.marks, MARKS[code]] };
  if (ENDS[code]) return { ...pen, marks: pen.marks.filter(mark => !ENDS[code]!.includes(mark)) };
  const [tens, one] = [Math.floor(code / 10), code % 10];
  if (code === 39 || (one < 8 && (tens === 3 || tens === 9))) return { ...pen, ink: toColour(code, tens === 9) };
  if (code === 49 || (one < 8 && (tens === 4 || tens === 10))) return { ...pen, ground: toColour(code, tens === 10) };
  return pen;
}

const toColour = (code: number, bright: boolean): number | undefined =>
  code === 39 || code === 49 ? undefined : (code % 10) + (bright ? 8 : 0);

/** One of 256 colours or of all, as the nearest of the sixteen. */
function extended([kind, ...more]: readonly number[]): { colour: number | undefined; used: number } {
  if (kind === 2) return { colour: nearest(more[0] ?? 0, more[1] ?? 0, more[2] ?? 0), used: 4 };
  if (kind !== 5) return { colour: undefined, used: 1 };
  const index = more[0] ?? 0;
  if (index < 16) return { colour: index, used: 2 };
  if (index > 231) return { colour: nearest(...grey((index - 232) * 10 + 8)), used: 2 };
  const cube = index - 16;
  return { colour: nearest(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51), used: 2 };
}

const grey = (light: number): [number, number, number] => [light, light, light];

function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  if (most < 48) return 0;
  if (most - Math.min(red, green, blue) < 32) return most < 110 ? 8 : most < 210 ? 7 : 15;
  const has = (part: number, bit: number) => (part > most * 0.55 ? bit : 0);
  return has(red, 1) + has(green, 2) + has(blue, 4) + (most > 210 ? 8 : 0);
}
