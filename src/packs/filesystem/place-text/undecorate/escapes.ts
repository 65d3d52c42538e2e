import type { TextPair } from './pasted-numbers.ts';

/** A way to write text that is taken off both texts. A text is written so if encoding what was decoded gives it back. */
interface Escaping {
  readonly name: string;
  decode(text: string): string | undefined;
  encode(text: string): string;
  /** The new text may be written as it is. */
  readonly oldOnly?: true;
}

const parsed = (literal: string): string | undefined => {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
};
const jsonBody = (text: string) => parsed(`"${text}"`);
const toJsonBody = (text: string) => JSON.stringify(text).slice(1, -1);

/** Characters written as others, one for one. */
function substitution(name: string, ...pairs: readonly (readonly [char: string, written: string])[]): Escaping {
  const back = pairs.toReversed();
  return {
    name,
    decode: text => back.reduce((plain, [char, written]) => plain.replaceAll(written, char), text),
    encode: text => pairs.reduce((plain, [char, written]) => plain.replaceAll(char, written), text),
  };
}

const NAME = 'escaped characters';
const MARKUP = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;
const QUOTES = ['"', '&quot;'] as const;

/** From the most that may be escaped to the least. */
const ESCAPINGS: readonly Escaping[] = [
  {
    name: NAME,
    decode: text => (/^".*"$/.test(text) ? parsed(text) : undefined),
    encode: text => JSON.stringify(text),
  },
  { name: NAME, decode: jsonBody, encode: toJsonBody },
  {
    name: NAME,
    decode: text => {
      const lines = text.split('\n').map(jsonBody);
      // A line break inside a line was none before.
      return lines.some(line => line === undefined || line.includes('\n')) ? undefined : lines.join('\n');
    },
    encode: text => text.split('\n').map(toJsonBody).join('\n'),
  },
  {
    name: NAME,
    decode: text => text.replaceAll('\\n', '\n').replace(/^(?:\\t)+/gm, tabs => '\t'.repeat(tabs.length / 2)),
    encode: text => text.replaceAll('\n', '\\n').replace(/\t/g, '\\t'),
  },
  substitution(NAME, ['"', '\\"']),
  { ...substitution('HTML entities', ...MARKUP, QUOTES, ["'", '&#39;']), oldOnly: true },
  { ...substitution('HTML entities', ...MARKUP, QUOTES), oldOnly: true },
  { ...substitution('HTML entities', ...MARKUP), oldOnly: true },
];

/** Takes escapes and entities off both texts, in each way in which the old one may be written. */
export function withoutEscapes(pair: TextPair): (TextPair & { readonly name: string })[] {
  const [old, wanted] = [pair.old.join('\n'), pair.new.join('\n')];
  return ESCAPINGS.flatMap(({ name, decode, encode, oldOnly }) => {
    const plainOld = decode(old);
    if (plainOld === undefined || plainOld === old || encode(plainOld) !== old) return [];
    // Whether backslashes are escaped as well cannot be told where the old text has none.
    if (wanted.includes('\\\\') && !old.includes('\\\\')) return [];
    const decoded = decode(wanted);
    const written = decoded !== undefined && encode(decoded) === wanted;
    if (!written && !(oldOnly && decoded === wanted)) return [];
    const plain = { old: plainOld.split('\n'), new: (written ? decoded : wanted).split('\n') };
    return tearsText(plain) ? [] : [{ ...plain, name }];
  });
}

/** Whether a decoded line break or tab of the new text may lie inside a quoted text: then it was meant as it is. */
function tearsText({ old, new: wanted }: TextPair): boolean {
  const fresh = wanted.filter(line => !old.includes(line));
  const odd = (quote: string) => fresh.filter(line => line.split(quote).length % 2 === 0).length;
  const tabbed = (line: string) => line.trimStart().includes('\t');
  return (
    ['"', "'", '`'].some(quote => odd(quote) > 1) ||
    fresh.some(line => (tabbed(line) && !old.some(tabbed)) || hasEscapedBreak(line))
  );
}

/** Whether a line holds a line break as the two characters `\n`, outside of quotes and regular expressions. */
export function hasEscapedBreak(line: string): boolean {
  if (!line.includes('\\n')) return false;
  return line.replace(/(["'`/])(?:\\.|(?!\1)[^\\])+\1/g, '').includes('\\n');
}
