import { edited, plainWord } from '../../text/nearest.ts';

/** A listed key, made ready to be compared with many others. */
export type ListedKey = { readonly plain: string; readonly words: readonly string[] };

export const toListed = (name: string): ListedKey => ({ plain: plainWord(name), words: wordsOf(name) });

/** Whether a key is a listed one with other case or separators, in quotes, or with one typing error. */
export function isMistyped(key: string, listed: readonly ListedKey[]): boolean {
  const given = (unquoted(key) ?? key).slice(0, LONGEST);
  const plain = plainWord(given);
  // Most keys are far from every listed one, and there may be a hundred thousand.
  const near = listed.filter(each => Math.abs(each.plain.length - plain.length) <= 1);
  if (plain === '' || near.length === 0) return false;
  const words = wordsOf(given);
  return near.some(each => each.plain === plain || isNear({ plain, words }, each));
}

const LONGEST = 200;

/** One word of the name is mistyped, or a separator is missing as well. */
function isNear(given: ListedKey, listed: ListedKey): boolean {
  if (given.words.length !== listed.words.length) return isOneEdit(given.plain, listed.plain);
  const other = given.words.findIndex((word, i) => word !== listed.words[i]);
  const isRest = given.words.every((word, i) => i <= other || word === listed.words[i]);
  return other >= 0 && isRest && isOneEdit(given.words[other]!, listed.words[other]!);
}

/**
 * A letter too many or too few, two swapped, or one replaced. Short words that differ in a letter are other words
 * (`min`, `max`), and so are those that differ in a digit.
 */
function isOneEdit(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 2 || Math.abs(a.length - b.length) > 1 || bare(a) === bare(b)) return false;
  const isReplaced = a.length === b.length && [...a].sort().join('') !== [...b].sort().join('');
  return shorter >= (isReplaced ? 4 : 2) && edited(a, b) === 1;
}

const bare = (word: string): string => word.replace(/\d+/g, '');

function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase();
  return spaced.split(/[\s_-]+/).filter(word => word !== '');
}

/** The inside of a word that stands in quotes once more: `"path"` for path. */
export const unquoted = (word: string): string | undefined => /^(["'`])(.+)\1$/s.exec(word.trim())?.[2];
