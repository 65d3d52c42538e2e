import { isDeepStrictEqual } from 'node:util';
import { setKey } from '../../../schema/json.ts';
import { MOST_LEVELS } from '../levels.ts';
import { exactNumber, spell } from './spelling.ts';

/** What became of reading a text: its value, or where it stopped making sense. */
type Literal =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Something stood there that only Python has: True, None, a tuple. */
      readonly pythonic: boolean;
    }
  | {
      readonly ok: false;
      readonly at: number;
      /** The notation that was wanted there, in words. */
      readonly wanted: string;
      /** The text is right as far as it goes: it was cut off. */
      readonly cut: boolean;
    };

/**
 * `loose` also takes text that is no JSON and has one meaning: single quotes, True, False, None, tuples, a comma before
 * the end, bare keys and those in double double quotes, comments, line breaks inside of text, a plus before a number.
 */
type Notation = 'json' | 'loose';

/** The words for what is wanted where a text is nested deeper than arguments may be. */
export const TOO_DEEP = `at most ${MOST_LEVELS} levels`;

/** Reads a whole text; nothing is completed or guessed. */
export function readLiteral(text: string, notation: Notation): Literal {
  const source: SourceText = { text, loose: notation === 'loose', pythonic: false, at: 0 };
  try {
    const value = readValue(source, 1);
    skipSpace(source);
    if (source.at < text.length) throw new ReadStop(source.at, 'the end');
    return { ok: true, value, pythonic: source.pythonic };
  } catch (stop) {
    if (stop instanceof ReadStop) return { ok: false, at: stop.at, wanted: stop.wanted, cut: stop.at >= text.length };
    throw stop;
  }
}

function readValue(source: SourceText, level: number): unknown {
  skipSpace(source);
  const char = source.text[source.at];
  if (char === undefined) throw new ReadStop(source.at, 'a value');
  if ('{[('.includes(char) && level > MOST_LEVELS) throw new ReadStop(source.at, TOO_DEEP);
  if (char === '{') return readObject(source, level);
  if (char === '[') return readList(source, level, ']');
  if (char === '(' && source.loose) return readList(source, level, ')');
  if (isQuote(source, char)) return readQuoted(source);
  return readWord(source).value;
}

const isQuote = (source: SourceText, char: string | undefined): boolean =>
  char === '"' || (char === "'" && source.loose);

function readObject(source: SourceText, level: number): unknown {
  const out: Record<string, unknown> = {};
  source.at++;
  for (let first = true; ; first = false) {
    skipSpace(source);
    if (source.text[source.at] === '}' && (first || source.loose)) break;
    const start = source.at;
    const key = readKey(source, first);
    expect(source, ':');
    const value = readMember(source, level, { container: out, key });
    if (Object.hasOwn(out, key) && !isDeepStrictEqual(out[key], value)) throw new ReadStop(start, 'each key once');
    setKey(out, key, value);
    if (!more(source, '}')) break;
  }
  source.at++;
  return out;
}

const BARE = /(""|''|)([\p{L}_$][\p{L}\p{N}_$-]*)\1(?=\s*(?::|$))/uy;

function readKey(source: SourceText, first: boolean): string {
  if (source.loose) {
    BARE.lastIndex = source.at;
    const [all, , name] = BARE.exec(source.text) ?? [];
    source.at += all?.length ?? 0;
    if (name !== undefined) return name;
  }
  if (!isQuote(source, source.text[source.at])) throw new ReadStop(source.at, first ? 'a key or }' : 'a key');
  return readQuoted(source);
}

function readList(source: SourceText, level: number, close: ']' | ')'): unknown {
  const out: unknown[] = [];
  const start = source.at++;
  source.pythonic ||= close === ')';
  for (let first = true, comma = false; ; first = false) {
    skipSpace(source);
    if (source.text[source.at] === close && (first || source.loose)) break;
    out.push(readMember(source, level, { container: out, key: out.length }));
    comma = more(source, close);
    // (1) is a number in brackets, (1,) a tuple.
    if (!comma && close === ')' && out.length === 1) throw new ReadStop(start, 'a list');
    if (!comma) break;
  }
  source.at++;
  return out;
}

/** Reads a value in a container; numbers that lose something by being numbers keep their spelling. */
function readMember(source: SourceText, level: number, place: { container: object; key: string | number }): unknown {
  skipSpace(source);
  if (!/[-+0-9]/.test(source.text[source.at] ?? '')) return readValue(source, level + 1);
  const { value, text } = readWord(source);
  if (typeof value === 'number' && String(value) !== text) spell(place.container, place.key, text);
  return value;
}

const JSON_WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const WORDS: Readonly<Record<string, unknown>> = { ...JSON_WORDS, True: true, False: false, None: null };

function readWord(source: SourceText): { value: unknown; text: string } {
  const text = /^[^\s,:[\](){}"'/#]*/.exec(source.text.slice(source.at, source.at + 400))![0];
  const end = source.at + text.length;
  const words = source.loose ? WORDS : JSON_WORDS;
  if (Object.hasOwn(words, text)) {
    source.at = end;
    source.pythonic ||= /^[A-Z]/.test(text);
    return { value: words[text], text };
  }
  if (/^[-+]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) && (source.loose || !text.startsWith('+'))) {
    source.at = end;
    const lossy = !Number.isFinite(Number(text)) || (!/[.eE]/.test(text) && exactNumber(text) === undefined);
    return { value: lossy ? text : Number(text), text };
  }
  // The text was cut off in a word that could still become a right one.
  const begun =
    end === source.text.length &&
    text !== '' &&
    (/^-?\d*(\.\d*)?([eE][+-]?\d*)?$/.test(text) || Object.keys(words).some(word => word.startsWith(text)));
  throw new ReadStop(begun ? end : source.at, 'a value');
}

function expect(source: SourceText, char: string): void {
  skipSpace(source);
  if (source.text[source.at] !== char) throw new ReadStop(source.at, char);
  source.at++;
}

/** Whether another member follows: true after a comma, false before the closing bracket, which stays. */
function more(source: SourceText, close: string): boolean {
  skipSpace(source);
  const char = source.text[source.at];
  if (char !== ',' && char !== close) throw new ReadStop(source.at, `, or ${close}`);
  if (char === ',') source.at++;
  return char === ',';
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/**
 * Escapes that no notation has, and patterns and paths are full of: `\d`, `\.`. They stand for themselves. The class
 * lacks the escapes that Python or JavaScript reads as something else, and those that a shell makes of any sign.
 */
const THEMSELVES = /[A-MO-TV-Zc-eg-mo-qswyz.()[\]{}*+?^|]/;

const RUN = /[^"'\\\u0000-\u001f]+/y;

/** Reads a text in quotes. Loosely: in single quotes too, and with line breaks as they are. */
function readQuoted(source: SourceText): string {
  const { text, loose } = source;
  const quote = text[source.at++]!;
  const start = source.at;
  let out = '';
  let kept = false;
  for (;;) {
    const char = text[source.at];
    if (char === undefined) throw new ReadStop(text.length, 'the end of the text in quotes');
    if (char === quote) break;
    if (char < ' ' && !loose) throw new ReadStop(source.at, 'an escaped control character (\\n for a new line)');
    RUN.lastIndex = source.at;
    const run = RUN.exec(text)?.[0];
    source.at += run?.length ?? 1;
    const escaped = run === undefined && char === '\\' ? readEscape(source, quote) : undefined;
    kept ||= escaped?.length === 2;
    out += run ?? escaped ?? char;
  }
  // An author who wrote `\d` for itself may have meant `\n` so too: `C:\dir\new` has no new line in it.
  if (kept && /\\[\\bfnrtux]/.test(text.slice(start, source.at))) throw new ReadStop(start, 'each backslash escaped');
  source.at++;
  return out;
}

function readEscape(source: SourceText, quote: string): string {
  const char = source.text[source.at++];
  if (char === undefined) throw new ReadStop(source.text.length, 'the rest of the escape');
  if (char === 'u') return readCode(source, 4);
  if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char]!;
  if (char === '/' && quote === '"') return '/';
  if (!source.loose) throw new ReadStop(source.at - 1, 'a known escape');
  if (char === "'") return "'";
  if (char === 'x' && quote === "'") return readCode(source, 2);
  if (!THEMSELVES.test(char)) throw new ReadStop(source.at - 1, 'a known escape');
  return `\\${char}`;
}

function readCode(source: SourceText, length: number): string {
  const digits = source.text.slice(source.at, source.at + length);
  const good = /^[0-9a-fA-F]*/.exec(digits)![0].length;
  if (good < length) throw new ReadStop(source.at + good, `${length} hexadecimal digits`);
  source.at += length;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

interface SourceText {
  readonly text: string;
  /** Whether mistakes with one meaning are read, too. */
  readonly loose: boolean;
  /** Something stood there that only Python has: True, None, a tuple. */
  pythonic: boolean;
  at: number;
}

/** Where a text stopped making sense. */
class ReadStop {
  readonly at: number;
  readonly wanted: string;
  constructor(at: number, wanted: string) {
    this.at = at;
    this.wanted = wanted;
  }
}

/** A `#` begins a comment only between blanks: `[#12] title` is text. */
const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|(?<![^\s,[{])#[ \t][^\n\r]*/y;

const JSON_BLANK = /[ \t\n\r]/;
const BLANK = /\s/;

/** Skips blanks, and comments where they are read. */
function skipSpace(source: SourceText): void {
  for (;;) {
    const blank = source.loose ? BLANK : JSON_BLANK;
    while (blank.test(source.text[source.at] ?? '.')) source.at++;
    if (!source.loose) return;
    COMMENT.lastIndex = source.at;
    const comment = COMMENT.exec(source.text)?.[0];
    if (comment === undefined) break;
    source.at += comment.length;
  }
  if (source.text.startsWith('/*', source.at)) throw new ReadStop(source.text.length, 'the end of the comment');
}
