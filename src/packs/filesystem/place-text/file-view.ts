import type { TextLines } from './lines.ts';

type Key = (line: string) => string;

interface KeyedLines {
  readonly keys: readonly string[];
  readonly distinct: ReadonlySet<string>;
}

/** No more places of a line than these are listed, and one more where there are more. */
export const MOST_PLACES = 50;

/** A file's lines under the keys by which readings compare them; each key is worked out once. */
export class FileView {
  readonly file: TextLines;
  /** How many lines there are; what stands after the last line break is none. */
  readonly count: number;
  readonly #keyed = new Map<Key, KeyedLines>();

  constructor(file: TextLines) {
    this.file = file;
    this.count = file.lines.at(-1) === '' ? file.lines.length - 1 : file.lines.length;
  }

  /** Where the lines stand one after the other, compared by a key. The work grows with the file alone (Knuth, Morris and Pratt). */
  find(key: Key, lines: readonly string[]): number[] {
    const { keys: own, distinct } = this.#keys(key);
    const wanted = lines.map(key);
    if (wanted.length === 0 || !wanted.every(line => distinct.has(line))) return [];
    const back = fallbacks(wanted);
    const places: number[] = [];
    for (let at = 0, matched = 0; at < own.length; at++) {
      while (matched > 0 && wanted[matched] !== own[at]) matched = back[matched - 1]!;
      if (wanted[matched] === own[at]) matched++;
      if (matched < wanted.length) continue;
      places.push(at - matched + 1);
      matched = back[matched - 1]!;
    }
    return places;
  }

  /** For each line where it stands, compared by a key; MOST_PLACES places each, and one more where there are more. */
  positions(key: Key, lines: readonly string[]): number[][] {
    const found = new Map(lines.map(line => [key(line), [] as number[]]));
    for (const [at, line] of this.#keys(key).keys.entries()) {
      const list = found.get(line);
      if (list && list.length <= MOST_PLACES) list.push(at);
    }
    return lines.map(line => found.get(key(line))!);
  }

  #keys(key: Key): KeyedLines {
    const known = this.#keyed.get(key);
    if (known) return known;
    const keys = this.file.lines.slice(0, this.count).map(key);
    const made = { keys, distinct: new Set(keys) };
    this.#keyed.set(key, made);
    return made;
  }
}

/** For each end of a match the length of the longest beginning that ends there too. */
function fallbacks(wanted: readonly string[]): Int32Array {
  const back = new Int32Array(wanted.length);
  for (let at = 1, length = 0; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = back[length - 1]!;
    if (wanted[at] === wanted[length]) length++;
    back[at] = length;
  }
  return back;
}
