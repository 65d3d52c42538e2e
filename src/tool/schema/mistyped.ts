import { edited, plainWord } from '../nearest.ts';

/** Whether a key is a listed one with other case or separators, in quotes, or with one typing error. */
export function isMistyped(key: string, known: Iterable<string>): boolean {
  const given = (unquoted(key) ?? key).slice(0, LONGEST);
  const word = plainWord(given);
  if (word === '') return false;
  for (const name of known) if (plainWord(name) === word || isNear(given, name)) return true;
  return false;
}

const LONGEST = 200;

/** One word of the name is mistyped, or a separator is lost besides. */
function isNear(given: string, name: string): boolean {
  const [a, b] = [wordsOf(given), wordsOf(name)];
  if (a.length !== b.length) return isOneEdit(plainWord(given), plainWord(name));
  const other = a.flatMap((word, i) => (word === b[i] ? [] : [[word, b[i]!] as const]));
  return other.length === 1 && isOneEdit(...other[0]!);
}

/**
 * A letter too many or too few, two swapped, or one replaced. Short words that differ in a letter are other words (`min`,
 * `max`), and so are those that differ in a digit.
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
export function unquoted(word: string): string | undefined {
  return /^(["'`])(.+)\1$/s.exec(word.trim())?.[2];
}
