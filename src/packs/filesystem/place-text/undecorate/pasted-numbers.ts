import type { TextPair } from '../hunk.ts';
import { isBlank } from '../lines.ts';

/** The ways in which tools that read files number their lines: the number is the first group, the line the second. */
const FORMATS = [/^\s*(\d+)[\t→](.*)$/s, /^\s*L?(\d+)(?: ?[|│]|:)(?: |$)(.*)$/s, /^\s*L?(\d+)(?: ?[|│]|:)(.*)$/s];
/** A number alone, which may be left of a blank line. */
const BARE = /^\s*L?(\d+)$/;

/** The lines without their numbers, which count up by one, and the first one; a line break at either end has none. */
function unnumbered(lines: readonly string[], format: RegExp): { lines: string[]; first: number } | undefined {
  const parsed = lines.map(line => format.exec(line) ?? BARE.exec(line));
  const at = parsed.findIndex(each => each !== null);
  const first = Number(parsed[at]?.[1]) - at;
  const counts = (each: RegExpExecArray | null, index: number) =>
    each ? Number(each[1]) === first + index : lines[index] === '' && (index === 0 || index === lines.length - 1);
  if (!lines.some(line => format.test(line)) || !parsed.every(counts)) return undefined;
  return { lines: parsed.map(each => each?.[2] ?? ''), first };
}

/** Takes pasted line numbers off both texts: old lines are numbered in a row, new ones have a number near it or none. */
export function withoutLineNumbers(pair: TextPair): TextPair[] {
  return FORMATS.flatMap(format => {
    const { lines: old, first } = unnumbered(pair.old, format) ?? { lines: [], first: 0 };
    if (old.every(isBlank)) return [];
    const last = first + pair.old.length + pair.new.length;
    // A line that the old text has, with or without its number, is that line, whatever it begins with.
    const known = new Map([...pair.old, ...old].map((line, at) => [line, old[at % old.length]!]));
    const isNumbered = pair.new.some(line => (format.test(line) || pair.old.includes(line)) && !old.includes(line));
    const wanted = pair.new.map(line => {
      const [, number, text = ''] = format.exec(line) ?? (isNumbered ? BARE.exec(line) : null) ?? [];
      return known.get(line) ?? (Number(number) >= first - 1 && Number(number) <= last ? text : line);
    });
    return [{ old, new: wanted, numberedFrom: first + (pair.old[0] === '' ? 1 : 0) }];
  });
}

/** Whether the new text alone has line numbers, one after the other, before lines of the old text. */
export const numbersNewOnly = ({ old, new: wanted }: TextPair): boolean =>
  FORMATS.some(
    format =>
      !old.some(line => format.test(line)) &&
      unnumbered(wanted, format)?.lines.some(line => !isBlank(line) && old.includes(line)),
  );
