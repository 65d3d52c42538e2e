import { addAll } from '../../tool/lists/long-lists.ts';
import { keepResults } from '../keep-results.ts';
import { splitCompound } from './compounds.ts';

/** The longest word: longer ones are data, not words. */
const MAX_WORD = 40;
const MAX_LETTERS = 200;
/** The most words, and the most identifiers, whose stems are kept. */
const MAX_KEPT = 50_000;

export const IDENTIFIER = /[\p{L}\p{N}_$]+/gu;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{N}+|\p{Lu}/gu;

/** The parts of an identifier, in small letters: `parseHTTPUrl_v2` is parse, http, url, v, 2. */
export function splitIdentifier(identifier: string): string[] {
  const parts = identifier.match(PART)?.map(part => part.toLowerCase()) ?? [];
  return UNSPACED.test(identifier) ? parts.flatMap(pairsOf) : parts;
}

/** Scripts that set no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** All pairs of neighbouring letters, for scripts without spaces. */
function pairsOf(part: string): string[] {
  const letters = [...part];
  if (letters.length < 3 || !UNSPACED.test(part)) return [part];
  return letters.slice(0, MAX_LETTERS).flatMap((letter, at) => (at === 0 ? [] : [letters[at - 1]! + letter]));
}

/** The stems of all words in a text, in order; an identifier of several parts also counts as a whole. */
export function stemsOf(text: string, { whole: wholes = true } = {}): string[] {
  const stems: string[] = [];
  for (const identifier of text.match(IDENTIFIER) ?? []) {
    const { parts, whole } = takeApart(identifier);
    for (const part of parts) stems.push(part);
    if (wholes && whole !== undefined) stems.push(whole);
  }
  return stems;
}

export interface IdentifierStems {
  readonly parts: readonly string[];
  /** The whole identifier, where it has several parts and is not too long. */
  readonly whole: string | undefined;
}

/** The stems of identifiers, kept because code repeats them. */
const takenApart = new Map<string, IdentifierStems>();

function takeApart(identifier: string): IdentifierStems {
  const known = takenApart.get(identifier);
  if (known) return known;
  // The key is a copy: a piece of a text keeps the whole text in memory.
  const own = Buffer.from(identifier).toString();
  const stems = takeApartAnew(own);
  if (takenApart.size >= MAX_KEPT) takenApart.clear();
  takenApart.set(own, stems);
  return stems;
}

export function takeApartAnew(identifier: string): IdentifierStems {
  const parts = splitIdentifier(identifier);
  return {
    parts: parts.filter(part => part.length <= MAX_WORD).map(stem),
    whole: parts.length > 1 && identifier.length <= MAX_WORD ? joinIdentifier(identifier) : undefined,
  };
}

/** The stems of a name: of its parts, and of the words that a part is made of. */
export function stemsOfName(name: string): string[] {
  const stems = stemsOf(name, { whole: false });
  for (const identifier of name.match(IDENTIFIER) ?? [])
    for (const part of splitIdentifier(identifier)) addAll(stems, splitCompound(part).map(stem));
  return stems;
}

/** An identifier as a whole, however its parts are set off. */
export const joinIdentifier = (identifier: string): string => identifier.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A word without its ending. Little is cut off: words that mean different things should stay apart. */
export const stem = (word: string): string => (word.length < 4 ? word : cutOnce(word));

const cutOnce = keepResults(MAX_KEPT, cut);

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?:iz|is)ations?$/, 'iz'],
  [/ations?$/, 'at'],
  [/(?<=[st])ions?$/, ''],
  [/(?<=.{3})ments?$/, ''],
  [/(?:ss|sh|ch|x)es$/, ''],
  [/ies$/, 'y'],
  [/(?<=[^su])s$/, ''],
];

function cut(word: string): string {
  let result = word;
  for (const [ending, instead] of ENDINGS) {
    if (!ending.test(result)) continue;
    result = ending.source.startsWith('(?:ss') ? result.slice(0, -2) : result.replace(ending, instead);
    break;
  }
  result = withoutVerbEnding(
    withoutVerbEnding(result.replace(/(?<=.{4})ly$/, '').replace(/(?<=.{2}[st])ive$|(?<=.{4})able$/, '')),
  );
  // `ise` and `ize` are the same word, and a mute `e` comes and goes with the endings.
  return result.length > 3 ? result.replace(/is(?:e)?$/, 'iz').replace(/e$/, '') : result;
}

function withoutVerbEnding(word: string): string {
  const match = /^(.{2,}?)(?:ingly|edly|ing|ed|er|or)$/.exec(word);
  const root = match?.[1];
  if (root === undefined || root.length < (word.endsWith('or') ? 4 : 3) || !/[aeiouy]/.test(root)) return word;
  // `stopped` is `stop`, but `called` is `call`.
  return root.length > 3 && /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}
