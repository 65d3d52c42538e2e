import { isBlank, type TextLines } from './lines.ts';

type Key = (line: string) => string;

/** The most places of a line that are listed. */
const MOST_PLACES = 50;

/** A file's lines under the keys by which readings compare them; each key is worked out once. */
export class FileView {
  readonly file: TextLines;
  /** The lines; an empty one after the last line break is left out. */
  readonly lines: readonly string[];
  readonly #keyed = new Map<Key, { readonly keys: readonly string[]; readonly distinct: ReadonlySet<string> }>();
  #visible: { readonly view: FileView; readonly numbers: readonly number[] } | undefined;

  constructor(file: TextLines, lines = file.lines.at(-1) === '' ? file.lines.slice(0, -1) : file.lines) {
    this.file = file;
    this.lines = lines;
  }

  /** The lines that are not blank, and the number of each. */
  get visible() {
    if (this.#visible) return this.#visible;
    const numbers = [...this.lines.keys()].filter(at => !isBlank(this.lines[at]!));
    const lines = numbers.map(at => this.lines[at]!);
    this.#visible = { view: new FileView(this.file, lines), numbers };
    return this.#visible;
  }

  /** The places where lines stand in a row, by a key; the work grows with the file alone (Knuth, Morris and Pratt). */
  find(key: Key, lines: readonly string[], wanted = lines.map(key)): number[] {
    const { keys, distinct } = this.keyed(key);
    if (wanted.length === 0 || !wanted.every(line => distinct.has(line))) return [];
    const back = [0];
    const step = (matched: number, line: string): number => {
      let length = matched;
      while (length > 0 && wanted[length] !== line) length = back[length - 1]!;
      return wanted[length] === line ? length + 1 : length;
    };
    for (const line of wanted.slice(1)) back.push(step(back.at(-1)!, line));
    const places: number[] = [];
    let matched = 0;
    for (const [at, line] of keys.entries()) {
      matched = step(matched, line);
      if (matched === wanted.length) places.push(at - matched + 1);
    }
    return places;
  }

  /** The first places of each line, compared by a key. */
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
    const keyed = this.#keyed.get(key) ?? ofKeys(this.lines.map(key));
    this.#keyed.set(key, keyed);
    return keyed;
  }
}

const ofKeys = (keys: readonly string[]) => ({ keys, distinct: new Set(keys) });
