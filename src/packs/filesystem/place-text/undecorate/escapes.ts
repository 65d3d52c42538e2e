import type { TextPair } from './pasted-numbers.ts';

/** A way to write text that is taken off both texts. A text is written so if encoding what was decoded gives it back. */
interface Escaping {
  readonly name: string;
  decode(text: string): string | undefined;
  encode(text: string): string;
  /** The new text may be written as it is. */
  readonly oldOnly?: true;
  /** It shows by itself that backslashes are escaped too. */
  readonly sure?: true;
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
    sure: true,
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
    decode: text => {
      const plain = text.replaceAll('\\n', '\n').replace(/^(?:\\t)+/gm, tabs => '\t'.repeat(tabs.length / 2));
      // Inside a line a tab may be meant, or the two characters.
      return plain.includes('\\t') ? undefined : plain;
    },
    encode: text => text.replaceAll('\n', '\\n').replace(/\t/g, '\\t'),
  },
  {
    // Nothing but the line breaks.
    name: NAME,
    decode: text => (text.includes('\\t') ? undefined : text.replaceAll('\\n', '\n')),
    encode: text => text.replaceAll('\n', '\\n'),
  },
  {
    // Nothing but the tabs that lines begin with.
    name: NAME,
    decode: text => text.replace(/^(?:\\t)+/gm, tabs => '\t'.repeat(tabs.length / 2)),
    encode: text => text.replace(/^\t+/gm, tabs => tabs.replaceAll('\t', '\\t')),
  },
  substitution(NAME, ['"', '\\"']),
  { ...substitution('HTML entities', ...MARKUP, QUOTES, ["'", '&#39;']), oldOnly: true },
  { ...substitution('HTML entities', ...MARKUP, QUOTES), oldOnly: true },
  { ...substitution('HTML entities', ...MARKUP), oldOnly: true },
];

/** Takes escapes and entities off both texts, in each way in which the old one may be written. */
export function withoutEscapes(pair: TextPair): (TextPair & { readonly name: string })[] {
  const [old, wanted] = [pair.old.join('\n'), pair.new.join('\n')];
  return ESCAPINGS.flatMap(({ name, decode, encode, oldOnly, sure }) => {
    const plainOld = decode(old);
    if (plainOld === undefined || plainOld === old || encode(plainOld) !== old) return [];
    // Whether backslashes are escaped as well cannot be told where the old text has none.
    if (!oldOnly && wanted.includes('\\\\') && !old.includes('\\\\')) return [];
    const decoded = decode(wanted);
    const written = decoded !== undefined && encode(decoded) === wanted;
    if (!written && !(oldOnly && decoded === wanted)) return [];
    const plain = { old: plainOld.split('\n'), new: (written ? decoded : wanted).split('\n') };
    // Backslashes that are not escaped show that those before line breaks may be meant as they are.
    const raw = !wanted.includes('\\\\') && freshLines(plain).some(line => line.includes('\\'));
    return !sure && !oldOnly && (raw || tearsText(plain)) ? [] : [{ ...plain, name }];
  });
}

/** A regular expression that does not end on its line. */
const OPEN_PATTERN = /(?:^|[\s=(,:|&!?{;[])\/[^/\s*>][^/]*$/;

/** Whether line breaks or tabs of the new text were decoded that lie in a quoted text or a pattern, or were not and lie outside. */
function tearsText(pair: TextPair): boolean {
  const fresh = freshLines(pair);
  // A quote that is escaped begins and ends nothing.
  const bare = fresh.map(line => line.replace(/\\./g, ''));
  const halves = (quote: string) => bare.filter(line => line.split(quote).length % 2 === 0).length > 1;
  return (
    ['"', "'", '`'].some(halves) ||
    bare.some(line => OPEN_PATTERN.test(line)) ||
    // Texts hold no control characters, and hardly a tab inside a line.
    fresh.some(line => /[\x00-\x1f]/.test(line.trimStart()) || hasEscaped(line, /\\[nt]/))
  );
}

/** Whether a line holds signs outside of quotes and regular expressions. */
export const hasEscaped = (line: string, signs: RegExp): boolean =>
  signs.test(line) && signs.test(line.replace(/(["'`/])(?:\\.|(?!\1)[^\\])+\1/g, ''));

const freshLines = ({ old, new: wanted }: TextPair): string[] => wanted.filter(line => !old.includes(line));
