/** A text as the lines between its line breaks. After a final line break comes an empty last line. */
export interface TextLines {
  readonly text: string;
  readonly lines: readonly string[];
  /** The break after each line but the last. */
  readonly breaks: readonly string[];
  readonly starts: readonly number[];
  readonly dominant: string;
}

const breakPattern = (loneReturns: boolean): RegExp => (loneReturns ? /\r\n|\n|\r/g : /\r\n|\n/g);

/** Splits a text into its lines; a text without a line break gets `usual` ones. */
export function splitText(text: string, usual = '\n'): TextLines {
  const isPlain = !text.includes('\r');
  const pattern = breakPattern(!isPlain && /\r(?!\n)/.test(text));
  // Most files have one kind of break, and a plain split takes a fraction of the time.
  const lines = text.split(isPlain ? '\n' : pattern);
  const breaks: readonly string[] = isPlain ? lines.slice(1).fill('\n') : (text.match(pattern) ?? []);
  let next = 0;
  const starts = lines.map((line, at) => {
    const start = next;
    next += line.length + (breaks[at]?.length ?? 0);
    return start;
  });
  const count = (wanted: string) => breaks.filter(each => each === wanted).length;
  const kinds = isPlain ? [breaks[0] ?? usual] : [usual, ...new Set(breaks)];
  const dominant = kinds.reduce((best, each) => (count(each) > count(best) ? each : best));
  return { text, lines, breaks, starts, dominant };
}

/** The lines of a text that a model sent; a lone carriage return ends a line only where it does in the file. */
export function splitFor(file: TextLines, text: string): string[] {
  if (!text.includes('\r')) return text.split('\n');
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

/** A line without white space at its end. No pattern is used: its time grows with the square of the line. */
export function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && SPACES.includes(line[end - 1]!)) end--;
  return line.slice(0, end);
}

export const trimBoth = (line: string): string => trimEnd(line).slice(indentOf(line).length);
export const isBlank = (line: string): boolean => trimEnd(line) === '';
export const withoutSpace = (line: string): string => line.replace(/[ \t\f\v]+/g, '');

/** Whether a line could stand anywhere: blank, brackets, a keyword. It shows no place. */
export function isTrivial(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return (
    words.join('').length < 4 ||
    /^\W*(?:else|return|break|continue|pass|end|then|done|begin|try|finally)\W*$/.test(line)
  );
}
