/**
 * Makes edits with a known result out of real source files, and spoils them the way models do. Used by tests only:
 * the engine is measured on what it writes, what it refuses and whether it ever writes something else.
 */

/** Lines `[from, from + old.length)` of `before` become `new`; both carry the same context. */
export interface TrueEdit {
  readonly before: readonly string[];
  readonly from: number;
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** How many lines at either end of old and new are context. */
  readonly head: number;
  readonly tail: number;
}

export interface EditCase {
  readonly kind: string;
  readonly file: string;
  readonly old: string;
  readonly new: string;
  /** What the file must be afterwards, or undefined if the edit must be refused. */
  readonly result: string | undefined;
}

export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));
const blank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

/** An edit of the kinds that commits are made of, somewhere in a file. */
export function makeEdit(
  random: Random,
  lines: readonly string[],
  context = 1 + upTo(random, 3),
): TrueEdit | undefined {
  if (lines.length < 12) return undefined;
  const from = 1 + upTo(random, lines.length - 8);
  const count = 1 + upTo(random, 3);
  const target = lines.slice(from, from + count);
  if (target.every(blank)) return undefined;
  const changed = changeLines(random, lines, target);
  if (!changed || changed.join('\n') === target.join('\n')) return undefined;
  // A line that becomes a blank one beside blank lines is an edit that no commit has.
  if (changed.length > 0 && changed.every(blank)) return undefined;
  return withContext(lines, { from, old: target, new: changed }, context);
}

interface BareEdit {
  readonly from: number;
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** Adds context, and more of it until the old lines stand once in the file. */
export function withContext(lines: readonly string[], edit: BareEdit, context: number): TrueEdit | undefined {
  const text = `\n${lines.join('\n')}\n`;
  for (let width = context; width <= 8; width++) {
    const head = Math.min(width, edit.from);
    const tail = Math.min(width, lines.length - edit.from - edit.old.length - 1);
    if (tail < 0) return undefined;
    const before = lines.slice(edit.from - head, edit.from);
    const after = lines.slice(edit.from + edit.old.length, edit.from + edit.old.length + tail);
    const old = [...before, ...edit.old, ...after];
    if (old.every(blank)) continue;
    if (text.split(`\n${old.join('\n')}`).length !== 2) continue;
    return { before: lines, from: edit.from - head, old, new: [...before, ...edit.new, ...after], head, tail };
  }
  return undefined;
}

function changeLines(random: Random, lines: readonly string[], target: readonly string[]): string[] | undefined {
  const visible = target.filter(line => !blank(line));
  const base = indentOf(visible[0]!);
  const unit = lines.some(line => line.startsWith('\t'))
    ? '\t'
    : lines.some(line => /^ {2}\S/.test(line))
      ? '  '
      : '    ';
  const borrowed = () => {
    const line = pick(random, lines);
    return blank(line) ? '' : base + line.trim();
  };
  const way = upTo(random, 7);
  if (way === 0) return [];
  if (way === 1) return [...target, ...Array.from({ length: 1 + upTo(random, 3) }, borrowed)];
  if (way === 2) return [borrowed(), ...target];
  if (way === 3) return target.map(line => (blank(line) ? line : changeWord(random, line)));
  if (way === 4) return Array.from({ length: 1 + upTo(random, 3) }, borrowed);
  if (way === 5) {
    return [`${base}if (ready) {`, ...target.map(line => (blank(line) ? line : unit + line)), `${base}}`];
  }
  if (way === 6 && target.length > 1) return [...target.slice(1), target[0]!];
  return target.map((line, index) => (index === 0 && !blank(line) ? changeWord(random, line) : line));
}

function changeWord(random: Random, line: string): string {
  const words = [...line.matchAll(/[A-Za-z]\w+/g)];
  if (words.length === 0) return `${line} changed`;
  const word = pick(random, words);
  return `${line.slice(0, word.index)}${pick(random, ['renamed', `${word[0]}_2`, 'value', `get${word[0]}`])}${line.slice(word.index + word[0].length)}`;
}

export function resultOf(edit: TrueEdit): string[] {
  return [...edit.before.slice(0, edit.from), ...edit.new, ...edit.before.slice(edit.from + edit.old.length)];
}
