import { ToolError } from '../error.ts';

export type NameTest = (name: string) => boolean;

type CharClass = { readonly ranges: readonly (readonly [string, string])[]; readonly negated: boolean };

const ANY = Symbol('any character');
type Sign = string | typeof ANY | CharClass;
type Signs = readonly (Sign | typeof MANY)[];

/** A glob for one name: `*`, `?`, `[a-z]`, `[!a]`, and `\` that makes a character plain. No star stands for no name. */
export function compileName(glob: string, ignoreCase: boolean): NameTest {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const signs = parseSigns(fold(glob));
  if (signs.every(sign => typeof sign === 'string')) {
    const plain = signs.join('');
    return name => fold(name) === plain;
  }
  if (signs.every(sign => sign === MANY)) return name => name !== '';
  const star = signs.indexOf(MANY);
  if (star >= 0 && signs.every((sign, at) => at === star || typeof sign === 'string')) {
    const [start, end] = [textOf(signs.slice(0, star)), textOf(signs.slice(star + 1))];
    return name => {
      const text = fold(name);
      return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
    };
  }
  const fits = (sign: Sign, char: string) => fitsSign(sign, char, ignoreCase);
  return name => name !== '' && matchMany(signs, charactersOf(fold(name)), fits);
}

const textOf = (signs: Signs): string => signs.filter(sign => typeof sign === 'string').join('');

/** The characters of a text; a text of plain ASCII is its own list. */
const charactersOf = (text: string): ArrayLike<string> => (/^[\0-\x7f]*$/.test(text) ? text : [...text]);

function parseSigns(text: string): Signs {
  const signs: (Sign | typeof MANY)[] = [];
  const chars = [...text];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at]!;
    const charClass = char === '[' ? parseClass(chars, at) : undefined;
    if (charClass) {
      signs.push(charClass.sign);
      at = charClass.end;
    } else if (char === '\\' && at + 1 < chars.length) {
      at += 1;
      signs.push(chars[at]!);
    } else if (char !== '*') signs.push(char === '?' ? ANY : char);
    else if (signs.at(-1) !== MANY) signs.push(MANY);
  }
  return signs;
}

function parseClass(chars: readonly string[], open: number): { sign: CharClass; end: number } | undefined {
  const negated = chars[open + 1] === '!' || chars[open + 1] === '^';
  const start = open + (negated ? 2 : 1);
  let end = start + (chars[start] === '\\' ? 2 : 1);
  while (end < chars.length && chars[end] !== ']') end += chars[end] === '\\' ? 2 : 1;
  if (end >= chars.length) return undefined;
  const ranges: [string, string][] = [];
  for (let at = start; at < end; at += 1) {
    if (chars[at] === '\\' && at + 1 < end) at += 1;
    const from = chars[at]!;
    const isRange = chars[at + 1] === '-' && at + 2 < end;
    const to = isRange ? chars[at + 2]! : from;
    // An empty range would never match, and a rule that was meant to forbid would forbid nothing.
    if (to < from) throw new ToolError('INVALID_ARGUMENTS', `A glob has a range that is empty: ${from}-${to}.`);
    ranges.push([from, to]);
    if (isRange) at += 2;
  }
  return { sign: { ranges, negated }, end };
}

function fitsSign(sign: Sign, char: string, ignoreCase: boolean): boolean {
  if (typeof sign === 'string') return sign === char;
  if (sign === ANY) return true;
  const within = (one: string) => sign.ranges.some(([from, to]) => from <= one && one <= to);
  return (within(char) || (ignoreCase && within(char.toUpperCase()))) !== sign.negated;
}

/** In a pattern: any number of items, also none. */
export const MANY: unique symbol = Symbol('any number');

/**
 * Whether all items fit the pattern, one part each except for `MANY`. Only the last `MANY` need ever be taken up again,
 * so matching takes no more than the product of both lengths, where a regular expression would try every way.
 */
export function matchMany<Part, Item>(
  pattern: readonly (Part | typeof MANY)[],
  items: ArrayLike<Item>,
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let at = 0;
  let here = 0;
  let againAt = -1;
  let againHere = 0;
  while (here < items.length) {
    const part = pattern[at];
    if (part === MANY) {
      againAt = at;
      againHere = here;
      at += 1;
    } else if (part !== undefined && fits(part as Part, items[here]!)) {
      at += 1;
      here += 1;
    } else if (againAt >= 0) {
      againHere += 1;
      here = againHere;
      at = againAt + 1;
    } else return false;
  }
  while (pattern[at] === MANY) at += 1;
  return at === pattern.length;
}
