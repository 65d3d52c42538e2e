export interface SyntaxProblem {
  /** The line, 1-based. */
  readonly line: number;
  /** The column, 1-based, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
  /** The line of the problem, trimmed; of a long line, the part around the problem. */
  readonly near: string;
}

export type ParsedText = { readonly text: string; readonly problems: readonly SyntaxProblem[] };

/** The most problems that are collected: in a file with so many, one more means nothing. */
export const MAX_PROBLEMS = 100;
const NEAR_LENGTH = 80;

/** Turns offsets of a text into problems with line, column and the text around. The file's end is its last word. */
export function createLocator(text: string): (offset: number, message: string) => SyntaxProblem {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  const end = text.trimEnd().length;

  return (offset, message) => {
    const bounded = Math.max(0, Math.min(offset, end));
    const line = lastNotAbove(starts, bounded);
    const start = starts[line]!;
    const stop = (starts[line + 1] ?? text.length + 1) - 1;
    return {
      line: line + 1,
      column: bounded - start + 1,
      message,
      near: around(text.slice(start, stop), bounded - start),
    };
  };
}

function lastNotAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function around(line: string, column: number): string {
  if (line.length <= NEAR_LENGTH) return line.trim();
  const from = Math.max(0, Math.min(column - NEAR_LENGTH / 2, line.length - NEAR_LENGTH));
  return line.slice(from, from + NEAR_LENGTH).trim();
}
