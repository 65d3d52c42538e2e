import type { TextLines } from './lines.ts';

/** Characters `[start, end)` of the file's text become `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lines `[from, to)` of the file become `lines`. */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** A block with line breaks: each new line takes the break of the line that it replaces, else its neighbour's. */
export function toSplice(file: TextLines, { from, to, lines }: Block): Splice {
  const { starts, breaks, text } = file;
  const endOf = (line: number) => starts[line]! + file.lines[line]!.length;
  if (lines.length === 0) {
    if (to < file.lines.length) return { start: starts[from]!, end: starts[to]!, text: '' };
    // At the end of a file without a final line break, the break before the lines goes with them.
    return { start: from === 0 ? 0 : endOf(from - 1), end: text.length, text: '' };
  }
  const usual = breaks[from - 1] ?? breaks[from] ?? file.dominant;
  const breakAt = (at: number) => breaks[Math.min(from + at, to - 1)] ?? usual;
  const joined = lines.map((line, at) => (at === 0 ? line : breakAt(at - 1) + line)).join('');
  if (from < to) return { start: starts[from]!, end: endOf(to - 1), text: joined };
  if (from >= file.lines.length) return { start: text.length, end: text.length, text: usual + joined };
  return { start: starts[from]!, end: starts[from]!, text: joined + usual };
}

/** The items that two lists share at their start and, after that, at their end. */
export function sharedEnds<T>(one: readonly T[], other: readonly T[]): { head: readonly T[]; tail: readonly T[] } {
  const most = Math.min(one.length, other.length);
  let [head, tail] = [0, 0];
  while (head < most && one[head] === other[head]) head++;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return { head: one.slice(0, head), tail: one.slice(one.length - tail) };
}

export function applySplices(text: string, sorted: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: inserted } of sorted) {
    parts.push(text.slice(at, start), inserted);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Whether all candidates write the same text; it does not matter which of blank lines has kept its spaces. */
export function writeAlike(text: string, candidates: readonly (readonly Splice[])[]): boolean {
  const made = (each: readonly Splice[]) => applySplices(text, each).replace(/^[ \t]+$/gm, '');
  return candidates.length < 2 || new Set(candidates.map(made)).size === 1;
}
