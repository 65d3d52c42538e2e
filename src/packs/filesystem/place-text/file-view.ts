import { indentOf, isBlank, type TextLines } from './lines.ts';

type Key = (line: string) => string;

/** A file's lines under the keys by which readings compare them. Equal lines are looked at once, so that a large file costs little. */
export class FileView {
  readonly file: TextLines;
  /** How many lines there are; what stands after the last line break is none. */
  readonly count: number;
  readonly #raw: Int32Array;
  readonly #distinct: readonly string[];
  readonly #keys = new Map<Key, { readonly ids: ReadonlyMap<string, number>; readonly ofRaw: Int32Array }>();
  #unit: string | undefined | null = null;

  constructor(file: TextLines) {
    this.file = file;
    this.count = file.lines.at(-1) === '' ? file.lines.length - 1 : file.lines.length;
    const known = new Map<string, number>();
    this.#raw = Int32Array.from({ length: this.count }, (_, at) => idOf(known, file.lines[at]!));
    this.#distinct = [...known.keys()];
  }

  /** One level of indentation: a tab or some spaces, where most lines agree. */
  get unit(): string | undefined {
    if (this.#unit === null) this.#unit = unitOf(this.file.lines.slice(0, 20_000));
    return this.#unit;
  }

  /** Where the lines stand one after the other, compared by a key. The work grows with the file alone. */
  find(key: Key, lines: readonly string[]): number[] {
    const { ids, ofRaw } = this.#keyed(key);
    const wanted = lines.map(line => ids.get(key(line)) ?? -1);
    if (wanted.length === 0 || wanted.includes(-1)) return [];
    const back = fallbacks(wanted);
    const places: number[] = [];
    for (let at = 0, matched = 0; at < this.count; at++) {
      const id = ofRaw[this.#raw[at]!]!;
      while (matched > 0 && wanted[matched] !== id) matched = back[matched - 1]!;
      if (wanted[matched] === id) matched++;
      if (matched < wanted.length) continue;
      places.push(at - matched + 1);
      matched = back[matched - 1]!;
    }
    return places;
  }

  /** For each line where it stands, compared by a key; at most 50 places each, and one more where there are more. */
  positions(key: Key, lines: readonly string[]): number[][] {
    const { ids, ofRaw } = this.#keyed(key);
    const wanted = lines.map(line => ids.get(key(line)) ?? -1);
    const found = new Map(wanted.map(id => [id, [] as number[]]));
    for (let at = 0; at < this.count; at++) {
      const list = found.get(ofRaw[this.#raw[at]!]!);
      if (list && list.length <= 50) list.push(at);
    }
    return wanted.map(id => found.get(id)!);
  }

  #keyed(key: Key) {
    const known = this.#keys.get(key);
    if (known) return known;
    const ids = new Map<string, number>();
    const made = { ids, ofRaw: Int32Array.from(this.#distinct, line => idOf(ids, key(line))) };
    this.#keys.set(key, made);
    return made;
  }
}

function idOf(ids: Map<string, number>, text: string): number {
  const id = ids.get(text) ?? ids.size;
  ids.set(text, id);
  return id;
}

/** For each end of a match the length of the longest beginning that ends there too (Knuth, Morris and Pratt). */
function fallbacks(wanted: readonly number[]): Int32Array {
  const back = new Int32Array(wanted.length);
  for (let at = 1, length = 0; at < wanted.length; at++) {
    while (length > 0 && wanted[at] !== wanted[length]) length = back[length - 1]!;
    if (wanted[at] === wanted[length]) length++;
    back[at] = length;
  }
  return back;
}

function unitOf(lines: readonly string[]): string | undefined {
  const steps = new Map<number, number>();
  let [tabs, spaces, before] = [0, 0, 0];
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    if (indent.startsWith('\t')) tabs++;
    else if (indent.startsWith('  ')) spaces++;
    const step = indent.length - before;
    if (!indent.includes('\t') && step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = indent.length;
  }
  if (tabs > 4 * spaces) return '\t';
  const total = steps.values().reduce((sum, count) => sum + count, 0);
  const [size, count] = [...steps].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  return spaces > 4 * tabs && count * 2 > total ? ' '.repeat(size) : undefined;
}
