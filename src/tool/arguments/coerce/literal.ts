import { isDeepStrictEqual } from 'node:util';
import { setKey } from '../../../schema/json.ts';
import { MOST_LEVELS } from '../levels.ts';
import { readQuoted } from './quoted.ts';
import { ReadStop, type SourceText, skipSpace } from './source.ts';
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
      /** Where reading stopped. */
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
