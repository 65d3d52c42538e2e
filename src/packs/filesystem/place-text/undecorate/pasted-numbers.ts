import { isBlank } from '../lines.ts';

/** What a model sends: the lines it expects and the lines it wants. */
export interface TextPair {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The line, counted from 1, that the number before the first old line names. */
  readonly numberedFrom?: number;
  /** Ordinary text may begin so as well, and then only the named line will do. */
  readonly onlyThere?: boolean;
}

/** How tools that read files number their lines, and whether ordinary text may begin so too. The number is the first group, the line the second. */
const FORMATS: readonly (readonly [pattern: RegExp, sure: boolean | 'several'])[] = [
  [/^\s*(\d+)[\t→](.*)$/s, true],
  [/^\s*(\d+) ?[|│] (.*)$/s, true],
  [/^\s*(\d+) ?[|│](.*)$/s, true],
  [/^\s*L(\d+): (.*)$/s, true],
  [/^\s*L(\d+):(.*)$/s, true],
  [/^\s*(\d+): (.*)$/s, 'several'],
  [/^\s*(\d+):(.*)$/s, 'several'],
  [/^\s*\[(\d+)\] (.*)$/s, false],
  [/^\s*(\d+)[-.)] ?(.*)$/s, false],
  [/^ *(\d+) {2}(.*)$/s, false],
  [/^ *(\d+) (.*)$/s, false],
];

interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

function parse(line: string, format: RegExp): NumberedLine | undefined {
  // An empty line may have lost the white space after its number.
  const match = format.exec(line) ?? /^\s*L?\[?(\d+)\]?\s?[\t→|│:.)-]?()\s*$/.exec(line);
  return match ? { number: Number(match[1]), text: match[2]! } : undefined;
}

/** The lines without numbers that count up by one; a line break at either end has none. */
function numberedLines(lines: readonly string[], format: RegExp): (NumberedLine | undefined)[] | undefined {
  const parsed = lines.map(line => parse(line, format));
  const first = parsed.findIndex(each => each !== undefined);
  const counts = (each: NumberedLine | undefined, at: number) =>
    each
      ? each.number - at === parsed[first]!.number - first
      : lines[at] === '' && (at === 0 || at === lines.length - 1);
  return first >= 0 && parsed.every(counts) && parsed.some(each => each && each.text !== '') ? parsed : undefined;
}

/** Takes pasted line numbers off both texts: every old line has the next number, and new lines have numbers near it or none. */
export function withoutLineNumbers(pair: TextPair): TextPair[] {
  return FORMATS.flatMap(([format, sure]) => {
    const numbered = numberedLines(pair.old, format);
    if (!numbered) return [];
    const first = numbered.find(each => each !== undefined)!.number;
    const old = numbered.map(each => each?.text ?? '');
    const last = first + pair.old.length + pair.new.length;
    const known = new Map(pair.old.map((line, at) => [line, old[at]!]));
    const parsed = pair.new.map(line => parse(line, format));
    const visible = pair.new.filter(line => !isBlank(line));
    // A new text that shares no line with the old one, and has numbers before few of its lines, has none.
    const shares =
      visible.some(line => known.has(line)) ||
      parsed.some(each => each && !isBlank(each.text) && old.includes(each.text));
    const bare = !shares && parsed.filter(each => each !== undefined).length * 2 < visible.length;
    const wanted = pair.new.map((line, at) => {
      const each = parsed[at];
      if (bare) return line;
      return known.get(line) ?? (each && each.number >= first - 1 && each.number <= last ? each.text : line);
    });
    const isSure = sure === true || (sure === 'several' && old.length > 1);
    return [{ old, new: wanted, numberedFrom: first, onlyThere: !isSure }];
  });
}

/** Whether the new text alone has line numbers, one after the other, before lines of the old text. */
export function numbersNewOnly({ old, new: wanted }: TextPair): boolean {
  return FORMATS.some(([format, sure]) => {
    const numbered = sure === false || old.some(line => format.test(line)) ? undefined : numberedLines(wanted, format);
    return numbered?.some(each => each && !isBlank(each.text) && old.includes(each.text)) ?? false;
  });
}
