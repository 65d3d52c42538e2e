/**
 * A text as the lines between its line breaks. A text that ends with a line break has an empty last line, so the
 * final newline, or its absence, needs no rule of its own.
 */
export interface TextLines {
  readonly text: string;
  readonly lines: readonly string[];
  /** The break after each line but the last. */
  readonly breaks: readonly string[];
  /** Where each line starts in the text. */
  readonly starts: readonly number[];
  /** The break most lines have. */
  readonly dominant: string;
  /** Whether a lone carriage return ends a line in this text. */
  readonly loneReturns: boolean;
}

export function splitText(text: string, usual = '\n'): TextLines {
  const loneReturns = /\r(?!\n)/.test(text);
  const lines: string[] = [];
  const breaks: string[] = [];
  const starts: number[] = [];
  let from = 0;
  const pattern = breakPattern(loneReturns);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    lines.push(text.slice(from, match.index));
    starts.push(from);
    breaks.push(match[0]);
    from = match.index + match[0].length;
  }
  lines.push(text.slice(from));
  starts.push(from);
  return { text, lines, breaks, starts, dominant: dominantBreak(breaks, usual), loneReturns };
}

/** The lines of what a model sent for this file; its own line breaks are not kept. */
export function splitFor(file: TextLines, text: string): string[] {
  return text.split(breakPattern(file.loneReturns));
}

export function positionAt(file: TextLines, offset: number): { readonly line: number; readonly column: number } {
  let low = 0;
  let high = file.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (file.starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - file.starts[low]! };
}

/** Every place where `needle` stands in `text`, overlapping ones too; at most `limit`. */
export function allIndexesOf(text: string, needle: string, limit: number): number[] {
  const found: number[] = [];
  if (needle === '') return found;
  for (let at = text.indexOf(needle); at >= 0 && found.length < limit; at = text.indexOf(needle, at + 1)) {
    found.push(at);
  }
  return found;
}

function breakPattern(loneReturns: boolean): RegExp {
  return loneReturns ? /\r\n|\n|\r/g : /\r\n|\n/g;
}

function dominantBreak(breaks: readonly string[], usual: string): string {
  const counts = new Map<string, number>();
  for (const each of breaks) counts.set(each, (counts.get(each) ?? 0) + 1);
  let best = usual;
  for (const [each, count] of counts) if (count > (counts.get(best) ?? 0)) best = each;
  return best;
}
