import { toNormal } from './normal-text.ts';

/**
 * What is kept of a text of others to know parts of it again: numbers made of its words, not the text. Two texts may
 * give the same number; then a person is asked once too often.
 */
export interface TextPrint {
  readonly words: ReadonlySet<number>;
  readonly threes: ReadonlySet<number>;
  /** The words that stand among others: no field that holds one value. */
  readonly prose: ReadonlySet<number>;
}

/** The fewest words in a row that tell where a text is from. */
export const TELLING = 6;

export function printText(texts: Iterable<string>): TextPrint {
  const words = new Set<number>();
  const threes = new Set<number>();
  const prose = new Set<number>();
  for (const text of texts) {
    const all = wordsIn(text);
    for (const word of all) words.add(hash(word));
    if (all.length >= TELLING) for (const word of all) prose.add(hash(word));
    for (const three of threesOf(all)) threes.add(three);
  }
  return { words, threes, prose };
}

/** Whether all words of a value stand in sentences of the other text. */
export function isSpokenOf({ prose }: TextPrint, value: string): boolean {
  const own = wordsIn(value);
  return own.length > 0 && own.every(word => prose.has(hash(word)));
}

/** Whether a text stands in the other as a whole, or shares some words in a row with it. */
export function sharesText({ words, threes }: Pick<TextPrint, 'words' | 'threes'>, text: string): boolean {
  const own = wordsIn(text);
  if (own.length === 0) return false;
  if (own.length < 3) return own.every(word => words.has(hash(word)));
  const hits = threesOf(own).map(three => threes.has(three));
  if (hits.every(Boolean)) return true;
  let row = 0;
  for (const hit of hits) {
    row = hit ? row + 1 : 0;
    if (row >= TELLING - 2) return true;
  }
  return false;
}

export const wordsIn = (text: string): readonly string[] => toNormal(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const threesOf = (words: readonly string[]): readonly number[] =>
  words.slice(2).map((word, index) => hash(`${words[index]} ${words[index + 1]} ${word}`));

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
