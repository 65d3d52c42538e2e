import { ToolError } from '../../tool/error.ts';

/**
 * Globs as shells know them: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}`, `**` for any number of folders, `\` to take a
 * character literally, `!` in front to exclude. Matching takes no more than the product of both lengths, whatever
 * the pattern and the name: neither is to be trusted.
 */
export interface Globs {
  /** For a path relative to the folder that the globs are relative to. */
  matches(path: string): boolean;
  /** Patterns for the last component, one of which a match must fit; undefined when nothing simple can be said. */
  readonly names: readonly string[] | undefined;
}

type Token = string | { readonly any: true } | { readonly many: true } | CharClass;
interface CharClass {
  readonly ranges: readonly (readonly [string, string])[];
  readonly negated: boolean;
}
type Segment = readonly Token[] | { readonly many: true };

const MANY = { many: true } as const;
const MAX_ALTERNATIVES = 500;
const MAX_LENGTH = 2000;

/** `anywhere`: a pattern without a slash fits the name in whatever folder. */
export function compileGlobs(globs: readonly string[], { anywhere = false } = {}): Globs {
  const parsed = globs.flatMap(glob => {
    const excludes = glob.startsWith('!');
    return alternatives(excludes ? glob.slice(1) : glob).map(text => ({
      excludes,
      text: relativeGlob(text, anywhere),
    }));
  });
  const compiled = parsed.map(({ excludes, text }) => ({ excludes, segments: parseSegments(text) }));
  const included = compiled.filter(({ excludes }) => !excludes);
  const excluded = compiled.filter(({ excludes }) => excludes);
  const names = parsed.filter(({ excludes }) => !excludes).map(({ text }) => text.slice(text.lastIndexOf('/') + 1));
  return {
    matches(path) {
      const parts = path.split('/');
      const fits = ({ segments }: { segments: Segment[] }) => matchSequence(segments, parts, fitsSegment);
      return (included.length === 0 || included.some(fits)) && !excluded.some(fits);
    },
    names: names.length > 0 && names.every(name => SIMPLE.test(name) && name !== '**') ? names : undefined,
  };
}

/** What ripgrep's own globs take in the same sense. */
const SIMPLE = /^[\w.*?-]+$/;

function relativeGlob(text: string, anywhere: boolean): string {
  const plain = text.replace(/^(?:\.?\/+)+/, '').replace(/\/{2,}/g, '/');
  if (plain === '') return '**';
  if (plain.endsWith('/')) return `${plain}**`;
  return anywhere && !plain.includes('/') && !text.startsWith('/') ? `**/${plain}` : plain;
}

/** Expands braces, the first pair first; a brace without its partner is a character. */
function alternatives(glob: string): string[] {
  if (glob.length > MAX_LENGTH) throw tooMuch('is too long');
  const done: string[] = [];
  const todo = [glob];
  for (let text = todo.pop(); text !== undefined; text = todo.pop()) {
    const braces = firstBraces(text);
    if (!braces) done.push(text);
    else for (const option of braces.options.toReversed()) todo.push(braces.before + option + braces.after);
    if (done.length + todo.length > MAX_ALTERNATIVES) throw tooMuch(`has more than ${MAX_ALTERNATIVES} alternatives`);
  }
  return done;
}

function tooMuch(reason: string): ToolError {
  return new ToolError('INVALID_ARGUMENTS', `A glob ${reason}.`, { suggestion: 'Give a shorter one, or several.' });
}

function firstBraces(text: string): { before: string; options: string[]; after: string } | undefined {
  for (let open = 0; open < text.length; open += 1) {
    if (text[open] === '\\') open += 1;
    else if (text[open] === '{') {
      const options = splitBraces(text, open);
      if (options && options.parts.length > 1) {
        return { before: text.slice(0, open), options: options.parts, after: text.slice(options.end + 1) };
      }
    }
  }
  return undefined;
}

function splitBraces(text: string, open: number): { parts: string[]; end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '{') depth += 1;
    else if (char === '}' && depth > 0) depth -= 1;
    else if (depth === 0 && (char === ',' || char === '}')) {
      parts.push(text.slice(start, at));
      start = at + 1;
      if (char === '}') return { parts, end: at };
    }
  }
  return undefined;
}

/** `src/**` is what lies below src, not src itself. */
const parseSegments = (text: string): Segment[] =>
  text
    .replace(/\/\*\*$/, '/*/**')
    .split('/')
    .map(parseSegment);

function parseSegment(text: string): Segment {
  if (text === '**') return MANY;
  const tokens: Token[] = [];
  const chars = [...text];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] as string;
    const charClass = char === '[' ? parseClass(chars, at) : undefined;
    if (charClass) {
      tokens.push(charClass.token);
      at = charClass.end;
    } else if (char === '\\' && at + 1 < chars.length) {
      at += 1;
      tokens.push(chars[at] as string);
    } else if (char === '*') {
      if (tokens.at(-1) !== MANY) tokens.push(MANY);
    } else tokens.push(char === '?' ? { any: true } : char);
  }
  return tokens;
}

function parseClass(chars: readonly string[], open: number): { token: CharClass; end: number } | undefined {
  const negated = chars[open + 1] === '!' || chars[open + 1] === '^';
  const start = open + (negated ? 2 : 1);
  let end = start + (chars[start] === '\\' ? 2 : 1);
  while (end < chars.length && chars[end] !== ']') end += chars[end] === '\\' ? 2 : 1;
  if (end >= chars.length) return undefined;
  const ranges: [string, string][] = [];
  for (let at = start; at < end; at += 1) {
    if (chars[at] === '\\' && at + 1 < end) at += 1;
    const from = chars[at] as string;
    const isRange = chars[at + 1] === '-' && at + 2 < end;
    ranges.push([from, isRange ? (chars[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  return { token: { ranges, negated }, end };
}

const fitsSegment = (segment: Segment, name: string): boolean =>
  Array.isArray(segment) && matchSequence(segment as readonly Token[], [...name], fitsToken);

function fitsToken(token: Token, char: string): boolean {
  if (typeof token === 'string') return token === char;
  if ('ranges' in token) return token.ranges.some(([from, to]) => from <= char && char <= to) !== token.negated;
  return 'any' in token;
}

/** Only the last `many` need ever be taken up again, so this never explodes. */
function matchSequence<P extends object | string>(
  pattern: readonly (P | typeof MANY)[],
  items: readonly string[],
  fits: (part: P, item: string) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let retryP = -1;
  let retryI = 0;
  while (i < items.length) {
    const part = pattern[p];
    if (part === MANY) {
      retryP = p;
      retryI = i;
      p += 1;
    } else if (part !== undefined && fits(part as P, items[i] as string)) {
      p += 1;
      i += 1;
    } else if (retryP >= 0) {
      retryI += 1;
      i = retryI;
      p = retryP + 1;
    } else return false;
  }
  while (pattern[p] === MANY) p += 1;
  return p === pattern.length;
}
