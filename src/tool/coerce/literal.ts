import { put } from '../schema/shape.ts';
import { exactNumber, spell } from './spelling.ts';

/** What became of reading a text: its value, or where it stopped making sense. */
export type Literal =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Something stood there that only Python has: single quotes, True, None, a tuple. */
      readonly pythonic: boolean;
    }
  | {
      readonly ok: false;
      /** Where reading stopped. */
      readonly at: number;
      /** What was wanted there, in words. */
      readonly wanted: string;
      /** The text is right as far as it goes: it was cut off. */
      readonly cut: boolean;
    };

/** `python` also takes single quotes, True, False, None, tuples and a comma before the end. */
export type Notation = 'json' | 'python';

class Stop {
  readonly at: number;
  readonly wanted: string;
  constructor(at: number, wanted: string) {
    this.at = at;
    this.wanted = wanted;
  }
}

interface Source {
  readonly text: string;
  readonly python: boolean;
  pythonic: boolean;
  at: number;
}

/** Reads a whole text strictly; nothing is completed or guessed. */
export function readLiteral(text: string, notation: Notation): Literal {
  const source: Source = { text, python: notation === 'python', pythonic: false, at: 0 };
  try {
    const value = readValue(source, 0);
    skipSpace(source);
    if (source.at < text.length) throw new Stop(source.at, 'the end');
    return { ok: true, value, pythonic: source.pythonic };
  } catch (stop) {
    if (stop instanceof Stop) return { ok: false, at: stop.at, wanted: stop.wanted, cut: stop.at >= text.length };
    return { ok: false, at: source.at, wanted: 'less nesting', cut: false };
  }
}

function readValue(source: Source, depth: number): unknown {
  if (depth > 500) throw new RangeError('too deep');
  skipSpace(source);
  const char = source.text[source.at];
  if (char === undefined) throw new Stop(source.at, 'a value');
  if (char === '{') return readObject(source, depth);
  if (char === '[') return readList(source, depth, ']');
  if (char === '(' && source.python) return readList(source, depth, ')');
  if (char === '"' || (char === "'" && source.python)) return readString(source);
  return readWord(source).value;
}

function readObject(source: Source, depth: number): unknown {
  const out: Record<string, unknown> = {};
  source.at++;
  for (let first = true; ; first = false) {
    skipSpace(source);
    const char = source.text[source.at];
    if (char === '}' && (first || source.python)) break;
    if (char !== '"' && !(char === "'" && source.python)) throw new Stop(source.at, first ? 'a key or }' : 'a key');
    const start = source.at;
    const key = readString(source);
    if (Object.hasOwn(out, key)) throw new Stop(start, 'each key once');
    expect(source, ':');
    put(out, key, readMember(source, depth, { container: out, key }));
    if (!more(source, '}')) break;
  }
  source.at++;
  return out;
}

function readList(source: Source, depth: number, close: ']' | ')'): unknown {
  const out: unknown[] = [];
  const start = source.at++;
  source.pythonic ||= close === ')';
  for (let first = true, comma = false; ; first = false) {
    skipSpace(source);
    if (source.text[source.at] === close && (first || source.python)) break;
    out.push(readMember(source, depth, { container: out, key: out.length }));
    comma = more(source, close);
    // (1) is a number in brackets, (1,) a tuple.
    if (!comma && close === ')' && out.length === 1) throw new Stop(start, 'a list');
    if (!comma) break;
  }
  source.at++;
  return out;
}

/** A value in a container; numbers that lose something by being numbers keep their spelling. */
function readMember(source: Source, depth: number, place: { container: object; key: string | number }): unknown {
  skipSpace(source);
  if (!/[-0-9]/.test(source.text[source.at] ?? '')) return readValue(source, depth + 1);
  const { value, text } = readWord(source);
  if (typeof value === 'number' && String(value) !== text) spell(place.container, place.key, text);
  return value;
}

function readWord(source: Source): { value: unknown; text: string } {
  const text = /^[^\s,:[\](){}"']*/.exec(source.text.slice(source.at, source.at + 400))![0];
  const end = source.at + text.length;
  const words: Record<string, unknown> = { true: true, false: false, null: null };
  if (source.python) Object.assign(words, { True: true, False: false, None: null });
  if (Object.hasOwn(words, text)) {
    source.at = end;
    source.pythonic ||= /^[A-Z]/.test(text);
    return { value: words[text], text };
  }
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) {
    source.at = end;
    const lossy = !Number.isFinite(Number(text)) || (!/[.eE]/.test(text) && exactNumber(text) === undefined);
    return { value: lossy ? text : Number(text), text };
  }
  // A word that could still become a right one was cut off.
  const begun =
    end === source.text.length &&
    text !== '' &&
    (/^-?\d*(\.\d*)?([eE][+-]?\d*)?$/.test(text) || Object.keys(words).some(word => word.startsWith(text)));
  throw new Stop(begun ? end : source.at, 'a value');
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

const RUN = /[^"'\\\u0000-\u001f]+/y;

function readString(source: Source): string {
  const { text, python } = source;
  const quote = text[source.at++]!;
  source.pythonic ||= quote === "'";
  const start = source.at;
  let out = '';
  let kept = false;
  for (;;) {
    const char = text[source.at];
    if (char === undefined) throw new Stop(text.length, 'the end of the text in quotes');
    if (char === quote) break;
    if (char < ' ') throw new Stop(source.at, 'an escaped control character (\\n for a new line)');
    RUN.lastIndex = source.at;
    const run = RUN.exec(text)?.[0];
    source.at += run?.length ?? 1;
    const escaped = run === undefined && char === '\\' ? readEscape(source, python) : undefined;
    kept ||= escaped?.length === 2;
    out += run ?? escaped ?? char;
  }
  // Who wrote `\d` for itself may have meant `\n` so too: `C:\dir\new` has no new line in it.
  if (kept && /\\[\\bfnrtux]/.test(text.slice(start, source.at))) throw new Stop(start, 'each backslash escaped');
  source.at++;
  return out;
}

function readEscape(source: Source, python: boolean): string {
  const char = source.text[source.at++];
  if (char === undefined) throw new Stop(source.text.length, 'the rest of the escape');
  if (char === 'u') return readCode(source, 4);
  if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char]!;
  if (char === '/' && !python) return '/';
  if (!python) throw new Stop(source.at - 1, 'a known escape');
  if (char === "'") return "'";
  if (char === 'x') return readCode(source, 2);
  // In Python these are something else than in JSON, or than themselves.
  if (/[0-9aUvN/\n]/.test(char)) throw new Stop(source.at - 1, 'a known escape');
  return `\\${char}`;
}

function readCode(source: Source, length: number): string {
  const digits = source.text.slice(source.at, source.at + length);
  const good = /^[0-9a-fA-F]*/.exec(digits)![0].length;
  if (good < length) throw new Stop(source.at + good, `${length} hexadecimal digits`);
  source.at += length;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function skipSpace(source: Source): void {
  while (' \t\n\r'.includes(source.text[source.at] ?? '.')) source.at++;
}

function expect(source: Source, char: string): void {
  skipSpace(source);
  if (source.text[source.at] !== char) throw new Stop(source.at, char);
  source.at++;
}

/** True after a comma; false before the closing bracket, which stays. */
function more(source: Source, close: string): boolean {
  skipSpace(source);
  const char = source.text[source.at];
  if (char !== ',' && char !== close) throw new Stop(source.at, `, or ${close}`);
  if (char === ',') source.at++;
  return char === ',';
}
