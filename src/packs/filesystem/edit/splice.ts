import type { Merge } from './merge-lines.ts';
import type { TextLines } from './text-lines.ts';

/** Characters `[start, end)` of the file's text become `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Writes merged lines with the file's line breaks: each line keeps its own, a new one takes its neighbour's. */
export function toSplice(file: TextLines, merge: Merge): Splice {
  const { from, to, lines } = merge;
  const start = file.starts[from]!;
  const end = file.starts[to]! + file.lines[to]!.length;
  if (lines.length === 0) return removal(file, from, to);
  let text = '';
  let known = file.breaks[from - 1] ?? file.breaks[to] ?? file.dominant;
  if (from < file.breaks.length) known = file.breaks[from]!;
  for (const [index, line] of lines.entries()) {
    text += line.text;
    if (index === lines.length - 1) break;
    known = file.breaks[line.source] ?? known;
    text += known;
  }
  return { start, end, text };
}

/** Whole lines go with one line break: the one after them, or at the end of the file the one before. */
function removal(file: TextLines, from: number, to: number): Splice {
  if (to + 1 < file.lines.length) return { start: file.starts[from]!, end: file.starts[to + 1]!, text: '' };
  const start = from === 0 ? 0 : file.starts[from - 1]! + file.lines[from - 1]!.length;
  return { start, end: file.text.length, text: '' };
}

/** The same splice without what it leaves as it is at either end. */
export function trimSplice(file: TextLines, { start, end, text }: Splice): Splice {
  const old = file.text.slice(start, end);
  let head = 0;
  while (head < old.length && head < text.length && old[head] === text[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, text.length) - head;
  while (tail < most && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

/** The same splice without whole lines that it leaves as they are at either end. */
export function trimToLines(file: TextLines, { start, end, text }: Splice): Splice {
  const lines = (part: string) => part.split(/(?<=\n)/);
  const [old, wanted] = [lines(file.text.slice(start, end)), lines(text)];
  const most = Math.min(old.length, wanted.length);
  let head = 0;
  while (head < most && old[head] === wanted[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === wanted.at(-1 - tail)) tail++;
  const before = old.slice(0, head).join('').length;
  const after = old.slice(old.length - tail).join('').length;
  return { start: start + before, end: end - after, text: text.slice(before, text.length - after) };
}

export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}
