/**
 * A text that a pattern matches, for examples. Handles the parts that patterns in schemas are made of; lookarounds and
 * references are passed over, so the caller tests the text. `extra` repeats open-ended parts more often.
 */
export function patternSample(pattern: string, extra = 0): string | undefined {
  const source: Source = { pattern, at: 0, extra };
  try {
    const out = alternatives(source);
    return source.at === pattern.length ? out : undefined;
  } catch {
    return undefined;
  }
}

type Source = { readonly pattern: string; readonly extra: number; at: number };

/** The text of the first alternative; all are read. */
function alternatives(source: Source): string {
  const first = sequence(source);
  while (source.pattern[source.at] === '|') {
    source.at++;
    sequence(source);
  }
  return first;
}

function sequence(source: Source): string {
  let out = '';
  while (source.at < source.pattern.length && !'|)'.includes(source.pattern[source.at]!)) {
    const one = atom(source);
    out += one.repeat(quantity(source));
    if (out.length > 1000) throw new RangeError('too long');
  }
  return out;
}

function quantity(source: Source): number {
  const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.pattern.slice(source.at));
  if (!match) return 1;
  source.at += match[0].length;
  if (match[1] === '?') return 0;
  if (match[1]) return (match[1] === '+' ? 1 : 0) + source.extra;
  const least = Number(match[2]);
  if (match[3] === '') return least;
  const most = match[4] === '' ? Number.POSITIVE_INFINITY : Number(match[4]);
  return Math.min(most, Math.max(least, Math.min(least + source.extra, 200)));
}

function atom(source: Source): string {
  const char = source.pattern[source.at++]!;
  if (char === '(') return group(source);
  if (char === '[') return oneOf(source);
  if (char === '\\') return escaped(source)[0] ?? '';
  if (char === '^' || char === '$') return '';
  return char === '.' ? 'a' : char;
}

function group(source: Source): string {
  const kind = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(source.pattern.slice(source.at))?.[0] ?? '';
  source.at += kind.length;
  const inside = alternatives(source);
  if (source.pattern[source.at++] !== ')') throw new SyntaxError('unclosed group');
  return /^\?(?:=|!|<=|<!)$/.test(kind) ? '' : inside;
}

const SETS: Readonly<Record<string, string>> = { d: '1234567890', w: 'ab1_', s: ' ', D: 'a', W: '-', S: 'a' };

function escaped(source: Source): string {
  const char = source.pattern[source.at++];
  if (char === undefined || /[1-9k]/.test(char)) throw new SyntaxError('not known');
  if (Object.hasOwn(SETS, char)) return SETS[char]!;
  if (char === 'b' || char === 'B') return '';
  const rest = source.pattern.slice(source.at);
  const code = char === 'x' ? /^[\da-fA-F]{2}/.exec(rest) : char === 'u' ? /^[\da-fA-F]{4}/.exec(rest) : null;
  const property = char === 'p' || char === 'P' ? /^\{[^}]*\}/.exec(rest) : null;
  source.at += (code ?? property)?.[0].length ?? 0;
  if (code) return String.fromCharCode(Number.parseInt(code[0], 16));
  if (property) return char === 'p' && /N/.test(property[0]) ? '1' : 'aA';
  return { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }[char] ?? char;
}

const USUAL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./:@#!~+=,;';

/** A character of a class: the most usual one. */
function oneOf(source: Source): string {
  const negated = source.pattern[source.at] === '^';
  if (negated) source.at++;
  let chars = '';
  let last = '';
  while (source.pattern[source.at] !== ']') {
    const char = source.pattern[source.at++];
    if (char === undefined) throw new SyntaxError('unclosed class');
    const next = source.pattern[source.at];
    if (char === '-' && last !== '' && next !== ']' && next !== undefined) {
      source.at++;
      const end = next === '\\' ? escaped(source) : next;
      chars += between(last, end);
      last = '';
      continue;
    }
    const these = char === '\\' ? escaped(source) : char;
    last = these.length === 1 ? these : '';
    chars += these;
  }
  source.at++;
  for (const char of USUAL) if (chars.includes(char) !== negated) return char;
  return negated ? '\u2026' : (chars[0] ?? '');
}

function between(first: string, last: string): string {
  const end = Math.min(last.charCodeAt(0), first.charCodeAt(0) + 300);
  let out = '';
  for (let code = first.charCodeAt(0); code <= end; code++) out += String.fromCharCode(code);
  return out;
}
