import type { SearchLine } from '../../tool/files.ts';
import { contentBytes, type FoundLine } from './ripgrep-json.ts';

const DEFAULT_COLUMNS = 10_000;

/** The lines of a match as text, cut to a width. A match over several lines gives several. */
export function toLines(found: readonly FoundLine[], maxColumns = DEFAULT_COLUMNS): SearchLine[] {
  return found.flatMap(({ content, match, number, start = 0, whole, within }) => {
    const text = content.toString().replace(/\r?\n$/, '');
    if (!text.includes('\n')) {
      if (whole && !within && text.length <= maxColumns) return { number, match, text };
      const at = contentBytes(content).toString('utf8', 0, start).length;
      return { number, match, text: cutAround(text, at, { maxColumns, less: within, more: !whole }) };
    }
    const lines = text.split(/\r?\n/);
    return lines.map((line, index) => ({ number: number + index, match, text: cutAround(line, 0, { maxColumns }) }));
  });
}

/** The part of a line around its match; `less`, `more`: whether the line goes on before the text, or behind it. */
function cutAround(
  text: string,
  at: number,
  { maxColumns, less = false, more = false }: { maxColumns: number; less?: boolean; more?: boolean },
): string {
  if (text.length <= maxColumns && !less && !more) return text;
  const width = Math.max(1, maxColumns - 2);
  const from = at < width ? 0 : Math.min(at - Math.floor(width / 4), Math.max(0, text.length - width));
  const to = Math.min(text.length, from + width);
  return `${from > 0 || less ? '…' : ''}${text.slice(from, to).toWellFormed()}${to < text.length || more ? '…' : ''}`;
}

export const countMatches = (lines: readonly SearchLine[]): number => lines.filter(line => line.match).length;

/** Lines up to the matching one that reaches the limit, and the context right behind that line. */
export function upTo(lines: readonly SearchLine[], limit: number): readonly SearchLine[] {
  let seen = 0;
  for (const [index, line] of lines.entries()) {
    if (line.match) seen += 1;
    if (seen > limit) return lines.slice(0, index);
  }
  return lines;
}
