import { detectUnit, isBlockShift } from './indentation.ts';
import { isTrivial } from './similarity.ts';
import { allIndexesOf, positionAt, splitText, type TextLines } from './text-lines.ts';
import { plainSameLength, plainText } from './typography.ts';
import { indentOf, isBlank, singleSpaced, trimBoth, trimEnd, withoutSpace } from './white-space.ts';

/** File lines `from` to `to`, both included, but for `prefix` of the first and `suffix` of the last. */
export interface Place {
  readonly from: number;
  readonly to: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** One way to read the old text that is not literal. Readings stand in the order of how little they assume. */
export interface Reading {
  readonly name: string;
  /** Whether a place may start or end inside a line. */
  readonly byText: boolean;
  /** Set on the reading that every other one of whole lines implies. */
  readonly loosest?: true;
  find(file: FileView, old: readonly string[]): Place[];
}

/** A file's lines under the keys that readings compare, worked out once each. */
export class FileView {
  readonly file: TextLines;
  readonly unit: string | undefined;
  readonly #keys = new Map<(line: string) => string, readonly string[]>();
  readonly #positions = new Map<(line: string) => string, ReadonlyMap<string, readonly number[]>>();
  readonly #joined = new Map<(line: string) => string, TextLines>();

  constructor(file: TextLines) {
    this.file = file;
    this.unit = detectUnit(file.lines);
  }

  keys(key: (line: string) => string): readonly string[] {
    const known = this.#keys.get(key) ?? this.file.lines.map(key);
    this.#keys.set(key, known);
    return known;
  }

  /** The lines that have each key. */
  positions(key: (line: string) => string): ReadonlyMap<string, readonly number[]> {
    const known = this.#positions.get(key);
    if (known) return known;
    const positions = new Map<string, number[]>();
    for (const [line, value] of this.keys(key).entries()) {
      const lines = positions.get(value);
      if (lines) lines.push(line);
      else positions.set(value, [line]);
    }
    this.#positions.set(key, positions);
    return positions;
  }

  joined(key: (line: string) => string): TextLines {
    const known = this.#joined.get(key) ?? splitText(this.keys(key).join('\n'));
    this.#joined.set(key, known);
    return known;
  }
}

/** Compares texts, so that the old text may start or end inside a line. The key must leave columns as they are. */
function byText(name: string, key: (line: string) => string): Reading {
  const find = (view: FileView, old: readonly string[]): Place[] => {
    const needle = old.map(key).join('\n');
    const text = view.joined(key);
    return allIndexesOf(text.text, needle)
      .filter(at => !splitsRun(text.text, at, at + needle.length))
      .map(at => {
        const start = positionAt(text, at);
        const end = positionAt(text, at + needle.length);
        const suffix = view.file.lines[end.line]!.slice(end.column);
        const wholeLines = start.column === 0 && end.column > 0 && isBlank(suffix);
        return {
          from: start.line,
          to: end.line,
          prefix: view.file.lines[start.line]!.slice(0, start.column),
          suffix: wholeLines ? '' : suffix,
        };
      });
  };
  return { name, byText: true, find };
}

/** Whether a place starts or ends inside a row of equal signs, as of dashes: then it is a piece of something longer. */
function splitsRun(text: string, from: number, to: number): boolean {
  const torn = (at: number) =>
    text[at] !== undefined && text[at] === text[at - 1] && /[^\s\p{L}\p{N}]/u.test(text[at]!);
  return torn(from) || torn(to);
}

/** Compares whole lines. */
function byLine(
  name: string,
  key: (line: string) => string,
  {
    loose = false,
    fits,
  }: { loose?: boolean; fits?: (view: FileView, at: number, old: readonly string[]) => boolean } = {},
): Reading {
  const find = (view: FileView, old: readonly string[]): Place[] => {
    const lines = bareEdges(old);
    // Brackets and the like stand in many places; only their literal indentation would show which.
    if (lines.every(loose ? isTrivial : isBlank)) return [];
    const wanted = lines.map(key);
    const keys = view.keys(key);
    const places: Place[] = [];
    for (let at = keys.indexOf(wanted[0]!); at >= 0; at = keys.indexOf(wanted[0]!, at + 1)) {
      if (at + wanted.length > keys.length) break;
      if (!wanted.every((each, index) => keys[at + index] === each)) continue;
      // What stands after the last line break is no blank line.
      if (wanted.length > 1 && at + wanted.length === keys.length && view.file.lines.at(-1) === '') continue;
      if (fits && !fits(view, at, lines)) continue;
      places.push({ from: at, to: at + wanted.length - 1, prefix: '', suffix: '' });
    }
    return places;
  };
  return { name, byText: false, find };
}

/** Without the empty line that a line break at either end of the old text makes. */
export function bareEdges(old: readonly string[]): readonly string[] {
  const from = old.length > 1 && old[0] === '' ? 1 : 0;
  const to = old.length - from > 1 && old.at(-1) === '' ? old.length - 1 : old.length;
  return old.slice(from, to);
}

function shiftsAsBlock(view: FileView, at: number, old: readonly string[]): boolean {
  const samples = old.flatMap((line, index) =>
    isBlank(line) ? [] : [{ old: indentOf(line), file: indentOf(view.file.lines[at + index]!) }],
  );
  return isBlockShift(samples, view.unit);
}

const asIs = (line: string): string => line;
const plainTrimmed = (line: string): string => trimBoth(plainText(line));
/** The loosest key: what two lines must share to be the same line at all. */
export const bareText = (line: string): string => withoutSpace(plainText(line));
const undecodable = (line: string): string => trimBoth(line.replace(/[^\x00-\x7f]+/g, '\ufffd'));

export const READINGS: readonly Reading[] = [
  byText('line endings', asIs),
  byLine('line endings', asIs),
  byText('trailing white space', trimEnd),
  byLine('trailing white space', trimEnd),
  byLine('indentation', trimBoth, { loose: true, fits: shiftsAsBlock }),
  byLine('indentation', trimBoth, { loose: true }),
  byLine('white space', singleSpaced, { loose: true }),
  byLine('white space', withoutSpace, { loose: true }),
  byText('typographic characters', plainSameLength),
  byLine('typographic characters', plainTrimmed, { loose: true }),
  { ...byLine('typographic characters and white space', bareText, { loose: true }), loosest: true },
  {
    name: 'undecodable bytes',
    byText: false,
    find: (view, old) =>
      old.some(line => line.includes('\ufffd')) ? byLine('', undecodable, { loose: true }).find(view, old) : [],
  },
];
