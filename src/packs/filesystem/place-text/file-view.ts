import { isBlank, type TextLines } from './lines.ts';

type Key = (line: string) => string;

/** No more places of a line than these are listed. */
const MOST_PLACES = 50;

/** A file's lines under the keys by which readings compare them; each key is worked out once. */
export class FileView {
  readonly file: TextLines;
  /** The lines; what stands after the last line break is none. */
  readonly lines: readonly string[];
  readonly #keyed = new Map<Key, { readonly keys: readonly string[]; readonly distinct: ReadonlySet<string> }>();
  #visible: { readonly view: FileView; readonly numbers: readonly number[] } | undefined;

  constructor(
    file: TextLines,
    lines: readonly string[] = file.lines.at(-1) === '' ? file.lines.slice(0, -1) : file.lines,
  ) {
    this.file = file;
    this.lines = lines;
  }

  /** The lines that are not blank, and the number of each. */
  get visible(): { readonly view: FileView; readonly numbers: readonly number[] } {
    if (this.#visible) return this.#visible;
    const numbers = this.lines.flatMap((line, at) => (isBlank(line) ? [] : [at]));
    const view = new FileView(
      this.file,
      numbers.map(at => this.lines[at]!),
    );
    this.#visible = { view, numbers };
    return this.#visible;
  }

  /** Where the lines stand one after the other, compared by a key. The work grows with the file alone (Knuth, Morris and Pratt). */
  find(key: Key, lines: readonly string[]): number[] {
    const { keys, distinct } = this.keyed(key);
    const wanted = lines.map(key);
    if (wanted.length === 0 || !wanted.every(line => distinct.has(line))) return [];
    const back = [0];
    const places: number[] = [];
    const step = (matched: number, line: string): number => {
      let length = matched;
      while (length > 0 && wanted[length] !== line) length = back[length - 1]!;
      return wanted[length] === line ? length + 1 : length;
    };
    for (let at = 1; at < wanted.length; at++) back.push(step(back[at - 1]!, wanted[at]!));
    for (let at = 0, matched = 0; at < keys.length; at++) {
      matched = step(matched, keys[at]!);
      if (matched === wanted.length) places.push(at - matched + 1);
    }
    return places;
  }

  /** For each line the first places where it stands, compared by a key. */
  positions(key: Key, lines: readonly string[]): number[][] {
    const found = new Map(lines.map(line => [key(line), [] as number[]]));
    for (const [at, line] of this.keyed(key).keys.entries()) {
      const list = found.get(line);
      if (list && list.length < MOST_PLACES) list.push(at);
    }
    return lines.map(line => found.get(key(line))!);
  }

  /** The lines under a key. */
  keyed(key: Key) {
    const known = this.#keyed.get(key);
    if (known) return known;
    const keys = this.lines.map(key);
    const made = { keys, distinct: new Set(keys) };
    this.#keyed.set(key, made);
    return made;
  }
}
