import { isTrivial, similarity } from './similarity.ts';
import { isBlank } from './white-space.ts';

/**
 * How tools that read files number their lines. The number is the first group, the line the second. After the first
 * group of formats come those that ordinary text has as well; there the numbers must be right.
 */
const SURE: readonly RegExp[] = [
  /^\s*(\d+)\t(.*)$/s,
  /^\s*(\d+)→(.*)$/s,
  /^\s*(\d+) ?[|│] (.*)$/s,
  /^\s*(\d+) ?[|│](.*)$/s,
  /^\s*L(\d+): (.*)$/s,
  /^\s*L(\d+):(.*)$/s,
];
const LIKELY: readonly RegExp[] = [/^\s*(\d+): (.*)$/s, /^\s*(\d+):(.*)$/s];
const POSSIBLE: readonly RegExp[] = [
  /^\s*\[(\d+)\] (.*)$/s,
  /^\s*(\d+)- (.*)$/s,
  /^\s*(\d+)-(.*)$/s,
  /^\s*(\d+)\. (.*)$/s,
  /^\s*(\d+)\) (.*)$/s,
  /^ *(\d+) {2}(.*)$/s,
  /^ *(\d+) (.*)$/s,
];

export interface TextPair {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The only line, counted from 1, where the old text may stand. */
  readonly atLine?: number;
  /** The number that the first old line had. */
  readonly numberedFrom?: number;
}

/** Takes pasted line numbers off both texts: every old line must have the next number. */
export function withoutLineNumbers(pair: TextPair): TextPair[] {
  const found: TextPair[] = [];
  for (const format of [...SURE, ...LIKELY, ...POSSIBLE]) {
    const old = stripAll(pair.old, format);
    const wanted = old && stripSome(pair.new, format, { numbered: pair.old, first: old.first });
    if (!old || !wanted) continue;
    const sure = SURE.includes(format) || (old.count > 1 && LIKELY.includes(format));
    found.push({
      old: old.lines,
      new: sameEdges(old.lines, wanted, pair.old),
      numberedFrom: old.first,
      ...(sure ? {} : { atLine: old.first }),
    });
  }
  return found;
}

/** Whether the new text alone has line numbers: several, or one before a line that is like an old one. */
export function numbersNewOnly({ old, new: wanted }: TextPair): boolean {
  return [...SURE, ...LIKELY].some(format => {
    if (old.some(line => format.test(line))) return false;
    const stripped = stripAll(wanted, format);
    if (!stripped) return false;
    if (SURE.includes(format) && (stripped.count > 1 || /^\s+\d/.test(wanted[0]!))) return true;
    return stripped.lines.some(line => !isTrivial(line) && old.some(each => similarity(each, line) > 0.6));
  });
}

interface Numbered {
  readonly number: number;
  readonly text: string;
}

function parse(line: string, format: RegExp): Numbered | undefined {
  const match = format.exec(line);
  if (match) return { number: Number(match[1]), text: match[2]! };
  // An empty line whose number lost the white space after it.
  const bare = /^\s*L?\[?(\d+)\]?[\t→|│:.)-]?\s*$/.exec(line);
  return bare && !isBlank(line) ? { number: Number(bare[1]), text: '' } : undefined;
}

function stripAll(
  lines: readonly string[],
  format: RegExp,
): { lines: string[]; first: number; count: number } | undefined {
  const edges = lines.map((line, index) => line === '' && (index === 0 || index === lines.length - 1));
  const parsed = lines.map((line, index) => (edges[index] ? undefined : parse(line, format)));
  const numbers = parsed.filter(each => each !== undefined);
  if (numbers.length === 0 || numbers.length + edges.filter(Boolean).length !== lines.length) return undefined;
  if (!numbers.some(each => each.text !== '')) return undefined;
  if (numbers.some((each, index) => index > 0 && each.number !== numbers[index - 1]!.number + 1)) return undefined;
  const texts = lines.map((_, index) => parsed[index]?.text ?? '');
  return { lines: texts, first: numbers[0]!.number, count: numbers.length };
}

/**
 * New lines may be numbered or not. Numbers that go backwards or stand far from the old ones are no line numbers, and
 * a bare number is one only where the old text has it too or every line has one.
 */
function stripSome(
  lines: readonly string[],
  format: RegExp,
  { numbered, first }: { readonly numbered: readonly string[]; readonly first: number },
): readonly string[] | undefined {
  if (!lines.some(line => format.test(line))) return lines;
  const parsed = lines.map(line => parse(line, format));
  const numbers = parsed.filter(each => each !== undefined).map(each => each.number);
  if (numbers.some((number, index) => index > 0 && number < numbers[index - 1]!)) return undefined;
  const all = parsed.every((each, index) => each !== undefined || lines[index] === '');
  const known = new Set(numbered);
  const last = first + numbered.length + lines.length;
  const doubtful = (line: string, index: number) => {
    const each = parsed[index];
    if (!each || known.has(line)) return false;
    return !format.test(line) || each.number < first || each.number > last;
  };
  if (!all && lines.some(doubtful)) return undefined;
  return lines.map((line, index) => parsed[index]?.text ?? line);
}

/** A line break at either end of numbered lines is no blank line, for that would have a number. */
function sameEdges(old: readonly string[], wanted: readonly string[], numbered: readonly string[]): string[] {
  const head = numbered.length > 1 && numbered[0] === '' && wanted[0] !== '' ? [''] : [];
  const tail = numbered.length > 1 && numbered.at(-1) === '' && wanted.at(-1) !== '' ? [''] : [];
  return old.length > 0 ? [...head, ...wanted, ...tail] : [...wanted];
}
