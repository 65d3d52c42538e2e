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

/** A block with line breaks: each new line takes the break of the line in whose place it comes, else its neighbour's. */
export function toSplice(file: TextLines, { from, to, lines }: Block): Splice {
  const { starts, breaks, text } = file;
  const endOf = (line: number) => starts[line]! + file.lines[line]!.length;
  if (lines.length === 0) {
    if (to < file.lines.length) return { start: starts[from]!, end: starts[to]!, text: '' };
    // At the end of a file without a final line break, the one before the lines goes with them.
    return { start: from === 0 ? 0 : endOf(from - 1), end: text.length, text: '' };
  }
  let known = (from < to ? breaks[from] : undefined) ?? breaks[from - 1] ?? breaks[from] ?? file.dominant;
  let joined = lines[0]!;
  for (let at = 1; at < lines.length; at++) {
    if (from + at - 1 < to) known = breaks[from + at - 1] ?? known;
    joined += known + lines[at];
  }
  if (from + lines.length - 1 < to) known = breaks[from + lines.length - 1] ?? known;
  if (from < to) return { start: starts[from]!, end: endOf(to - 1), text: joined };
  if (from >= file.lines.length) return { start: text.length, end: text.length, text: known + joined };
  return { start: starts[from]!, end: starts[from]!, text: joined + known };
}

/** The same splice without whole lines that it leaves as they are at either end. */
export function trimToLines(file: TextLines, { start, end, text }: Splice): Splice {
  const lines = (part: string) => part.split(/(?<=\n)/);
  const [old, wanted] = [lines(file.text.slice(start, end)), lines(text)];
  const most = Math.min(old.length, wanted.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head] === wanted[head]) head++;
  while (tail < most - head && old.at(-1 - tail) === wanted.at(-1 - tail)) tail++;
  const before = old.slice(0, head).join('').length;
  const after = old.slice(old.length - tail).join('').length;
  return { start: start + before, end: end - after, text: text.slice(before, text.length - after) };
}

/** Splices in the order of the text; those that add in one place stay in theirs. */
export function sortSplices<S extends Splice>(splices: readonly S[]): S[] {
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
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
