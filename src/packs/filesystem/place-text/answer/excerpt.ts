import { positionAt, splitFor, type TextLines } from '../lines.ts';
import type { Splice } from '../splice.ts';

/** Lines of the new text, counted from 0, both included. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

const MAX_LINES = 20;
const MAX_WIDTH = 200;
const AROUND = 2;

/** The lines of each splice, in the order of the text, once all splices are made. */
export function changedRanges(before: TextLines, splices: readonly Splice[]): LineRange[] {
  let moved = 0;
  return splices.map(({ start, end, text }) => {
    const [first, last] = [start, end].map(each => positionAt(before, each).line) as [number, number];
    const from = first + moved;
    const breaks = splitFor(before, text).length - 1;
    moved += breaks - (last - first);
    return { from, to: from + breaks - (/[\r\n]$/.test(text) ? 1 : 0) };
  });
}

/** The numbered lines around each change, fewer where there are many changes; lines without room are counted. */
export function excerptOf(lines: readonly string[], ranges: readonly LineRange[], most = MAX_LINES): string {
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const near = (around: number) => {
    const wanted = new Set<number>();
    for (const { from, to } of ranges) {
      for (let line = Math.max(0, from - around); line <= to + around && line < end; line++) wanted.add(line);
    }
    return [...wanted].sort((a, b) => a - b);
  };
  const gaps = (wanted: readonly number[]) => wanted.filter((line, at) => at > 0 && wanted[at - 1] !== line - 1).length;
  const wanted = [AROUND, 1].map(near).find(each => each.length + gaps(each) <= most) ?? near(0);
  const shown: string[] = [];
  let before: number | undefined;
  for (const [at, line] of wanted.entries()) {
    const gap = before !== undefined && line !== before + 1;
    if (shown.length + (gap ? 2 : 1) > most - (at < wanted.length - 1 ? 1 : 0)) break;
    if (gap) shown.push('     …');
    shown.push(`${String(line + 1).padStart(6)}\t${shorten(lines[line]!, MAX_WIDTH)}`);
    before = line;
  }
  const left = wanted.filter(line => before === undefined || line > before).length;
  if (left > 0 && most > 0) shown.push(`     … ${left} more changed lines`);
  return shown.join('\n');
}

export function shorten(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
