import { isBlank } from '../lines/white-space.ts';

/** What a model sends: the lines it expects and the lines it wants. */
export interface TextPair {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The line, counted from 1, that the number before the first old line names. */
  readonly numberedFrom?: number;
  /** Ordinary text may begin so as well, and then only the named line will do. */
  readonly onlyThere?: boolean;
}

interface Format {
  readonly pattern: RegExp;
  /** Ordinary text does not begin so; `several` lines of it do not. */
  readonly sure: boolean | 'several';
}

/** How tools that read files number their lines: the number is the first group, the line the second. */
const FORMATS: readonly Format[] = [
  { pattern: /^\s*(\d+)\t(.*)$/s, sure: true },
  { pattern: /^\s*(\d+)→(.*)$/s, sure: true },
  { pattern: /^\s*(\d+) ?[|│] (.*)$/s, sure: true },
  { pattern: /^\s*(\d+) ?[|│](.*)$/s, sure: true },
  { pattern: /^\s*L(\d+): (.*)$/s, sure: true },
  { pattern: /^\s*L(\d+):(.*)$/s, sure: true },
  { pattern: /^\s*(\d+): (.*)$/s, sure: 'several' },
  { pattern: /^\s*(\d+):(.*)$/s, sure: 'several' },
  { pattern: /^\s*\[(\d+)\] (.*)$/s, sure: false },
  { pattern: /^\s*(\d+)- ?(.*)$/s, sure: false },
  { pattern: /^\s*(\d+)\. (.*)$/s, sure: false },
  { pattern: /^\s*(\d+)\) (.*)$/s, sure: false },
  { pattern: /^ *(\d+) {2}(.*)$/s, sure: false },
  { pattern: /^ *(\d+) (.*)$/s, sure: false },
];

/** Takes pasted line numbers off both texts: every old line has the next number, and new lines have numbers near it or none. */
export function withoutLineNumbers(pair: TextPair): TextPair[] {
  return FORMATS.flatMap(format => {
    const old = numberedLines(pair.old, format.pattern);
    const first = old?.find(each => each !== undefined)?.number;
    if (!old || first === undefined) return [];
    const known = new Map(pair.old.map((line, at) => [line, old[at]?.text ?? '']));
    const last = first + pair.old.length + pair.new.length;
    const parsed = pair.new.map(line => parse(line, format.pattern));
    const visible = pair.new.filter(line => !isBlank(line));
    const numbered = parsed.filter(each => each !== undefined).length;
    // A new text that shares no line with the old one, and has numbers before few of its lines, has none.
    const texts = new Set(old.map(each => each?.text ?? ''));
    const shared =
      visible.some(line => known.has(line)) || parsed.some(each => each && !isBlank(each.text) && texts.has(each.text));
    const bare = !shared && numbered * 2 < visible.length;
    const wanted = pair.new.map((line, at) => {
      const each = bare ? undefined : parsed[at];
      if (known.has(line) && !bare) return known.get(line)!;
      return each && each.number >= first - 1 && each.number <= last ? each.text : line;
    });
    const count = old.filter(each => each !== undefined).length;
    const sure = format.sure === true || (format.sure === 'several' && count > 1);
    return [{ old: old.map(each => each?.text ?? ''), new: wanted, numberedFrom: first, onlyThere: !sure }];
  });
}

/** Whether the new text alone has line numbers, one after the other, before lines of the old text. */
export function numbersNewOnly({ old, new: wanted }: TextPair): boolean {
  return FORMATS.some(({ pattern, sure }) => {
    if (sure === false || old.some(line => pattern.test(line))) return false;
    const lines = numberedLines(wanted, pattern);
    const texts = lines?.flatMap(each => (each && !isBlank(each.text) ? [each.text] : [])) ?? [];
    const known = new Set(old);
    return (
      texts.some(text => known.has(text)) ||
      (sure === true && (texts.length > 1 || (texts.length === 1 && /^\s+\d/.test(wanted[0]!))))
    );
  });
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

function parse(line: string, format: RegExp): NumberedLine | undefined {
  const match = format.exec(line);
  if (match) return { number: Number(match[1]), text: match[2]! };
  // An empty line whose number lost the white space after it.
  const bare = /^\s*L?\[?(\d+)\]?\s?[\t→|│:.)-]?\s*$/.exec(line);
  return bare && !isBlank(line) ? { number: Number(bare[1]), text: '' } : undefined;
}

/** The lines without numbers that count up by one; a line break at either end has none. */
function numberedLines(lines: readonly string[], format: RegExp): (NumberedLine | undefined)[] | undefined {
  const parsed: (NumberedLine | undefined)[] = [];
  let next: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (line === '' && (at === 0 || at === lines.length - 1)) {
      parsed.push(undefined);
      continue;
    }
    const each = parse(line, format);
    if (!each || (next !== undefined && each.number !== next)) return undefined;
    next = each.number + 1;
    parsed.push(each);
  }
  return parsed.some(each => each && each.text !== '') ? parsed : undefined;
}
