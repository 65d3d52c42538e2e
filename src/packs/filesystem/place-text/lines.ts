/** A text as the lines between its line breaks. After a final line break comes an empty last line. */
export interface TextLines {
  readonly text: string;
  readonly lines: readonly string[];
  /** The break after each line but the last. */
  readonly breaks: readonly string[];
  /** Where each line starts in the text. */
  readonly starts: readonly number[];
  /** The break most lines have. */
  readonly dominant: string;
}

const breakPattern = (loneReturns: boolean): RegExp => (loneReturns ? /\r\n|\n|\r/g : /\r\n|\n/g);
const hasLoneReturns = (text: string): boolean => /\r(?!\n)/.test(text);

export function splitText(text: string, usual = '\n'): TextLines {
  const lines: string[] = [];
  const breaks: string[] = [];
  const starts: number[] = [];
  const counts = new Map([[usual, 0]]);
  let from = 0;
  for (const match of text.matchAll(breakPattern(hasLoneReturns(text)))) {
    lines.push(text.slice(from, match.index));
    starts.push(from);
    breaks.push(match[0]);
    counts.set(match[0], (counts.get(match[0]) ?? 0) + 1);
    from = match.index + match[0].length;
  }
  lines.push(text.slice(from));
  starts.push(from);
  const dominant = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  return { text, lines, breaks, starts, dominant };
}

/** The lines of what a model sent for this file; a lone carriage return ends a line only where it does in the file. */
export function splitFor(file: TextLines, text: string): string[] {
  return text.split(breakPattern(file.breaks.includes('\r')));
}

export function positionAt({ starts }: TextLines, offset: number): { readonly line: number; readonly column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - starts[low]! };
}

const SPACES = ' \t\f\v';

export const indentOf = (line: string): string => /^[ \t\f\v]*/.exec(line)![0];

/** Not by a pattern: the time of that grows with the square of a line. */
export function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && SPACES.includes(line[end - 1]!)) end--;
  return line.slice(0, end);
}

export const trimBoth = (line: string): string => trimEnd(line).slice(indentOf(line).length);
export const isBlank = (line: string): boolean => trimEnd(line) === '';
export const withoutSpace = (line: string): string => line.replace(/[ \t\f\v]+/g, '');

/** White space at either end made visible: `·` a space, `→` a tab. */
export function showSpace(line: string): string {
  const mark = (space: string) => space.replaceAll('\t', '→').replace(/[ \f\v]/g, '·');
  const end = trimEnd(line).length;
  const indent = end === 0 ? '' : indentOf(line);
  return mark(indent) + line.slice(indent.length, end) + mark(line.slice(end));
}

/** A line that could stand anywhere: blank, brackets, a keyword. It shows no place. */
export function isTrivial(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return (
    words.join('').length < 4 ||
    /^\W*(?:else|return|break|continue|pass|end|then|done|begin|try|finally)\W*$/.test(line)
  );
}

/** How alike two lines are, 0 to 1: shared pairs of neighbouring characters, white space left out. */
export function similarity(a: string, b: string): number {
  const [left, right] = [a.replace(/\s+/g, ''), b.replace(/\s+/g, '')];
  if (left === right) return 1;
  if (left.length < 2 || right.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let at = 0; at < left.length - 1; at++) {
    const pair = left.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < right.length - 1; at++) {
    const pair = right.slice(at, at + 2);
    const count = counts.get(pair) ?? 0;
    if (count > 0) shared++;
    counts.set(pair, count - 1);
  }
  return (2 * shared) / (left.length + right.length - 2);
}
