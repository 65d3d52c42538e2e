import type { TextPair } from '../hunk.ts';

/** A way to write text: the characters that stand for others. */
interface Escaping {
  readonly name: string;
  readonly signs: Readonly<Record<string, string>>;
  /** Whether the whole text stands in quotes. */
  readonly quoted?: true;
  /** Whether the new text may also be plain; a sign that is written in this way is hardly meant. */
  readonly markup?: true;
}

const NAME = 'escaped characters';
const QUOTE = { '"': '\\"' };
const BREAK = { '\n': '\\n' };
const TAB = { '\t': '\\t' };
const SLASH = { '\\': '\\\\' };
const MARKUP = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The escapings, from most characters to least. A text is written so if encoding the decoded text gives it back. */
export const ESCAPINGS: readonly Escaping[] = [
  { name: NAME, signs: { ...SLASH, ...QUOTE, ...BREAK, ...TAB }, quoted: true },
  ...[
    { ...SLASH, ...QUOTE, ...BREAK, ...TAB },
    { ...SLASH, ...QUOTE, ...TAB },
    { ...BREAK, ...TAB },
    BREAK,
    TAB,
    QUOTE,
  ].map(signs => ({ name: NAME, signs })),
  ...[{ ...MARKUP, '"': '&quot;', "'": '&#39;' }, { ...MARKUP, '"': '&quot;' }, MARKUP].map(
    signs => ({ name: 'HTML entities', signs, markup: true }) as const,
  ),
];

const escapedSign = (sign: string): string => sign.replace(/[\\"]/g, '\\$&');

/** The plain text; undefined where the text is not escaped in this way. */
function decode(text: string, { signs, quoted }: Escaping): string | undefined {
  if (quoted && !/^"[\s\S]*"$/.test(text)) return undefined;
  const inside = quoted ? text.slice(1, -1) : text;
  const back = new Map(Object.entries(signs).map(([sign, written]) => [written, sign]));
  const [written, plainSigns] = [[...back.keys()], Object.keys(signs)].map(each => each.map(escapedSign));
  const plain = inside.replace(new RegExp(written!.join('|'), 'g'), each => back.get(each)!);
  const again = plain.replace(new RegExp(`[${plainSigns!.join('')}]`, 'g'), each => signs[each]!);
  return again === inside ? plain : undefined;
}

/** Takes escapes or entities off both texts, if both have them. */
export function withoutEscapes(pair: TextPair, escaping: Escaping): TextPair[] {
  const [old, wanted] = [pair.old.join('\n'), pair.new.join('\n')];
  const [plainOld, decoded] = [decode(old, escaping), decode(wanted, escaping)];
  const { markup = false, quoted = false } = escaping;
  if (plainOld === undefined || plainOld === old || (decoded === undefined && !markup)) return [];
  const isBare = decoded === undefined && Object.values(escaping.signs).some(sign => wanted.includes(sign));
  // An old text without backslashes cannot tell whether these are escaped as well.
  if (isBare || (!markup && wanted.includes('\\\\') && !old.includes('\\\\'))) return [];
  const plain = { old: plainOld.split('\n'), new: (decoded ?? wanted).split('\n') };
  // Plain backslashes show that those before line breaks may be meant as they are.
  const raw = !wanted.includes('\\\\') && freshLines(plain).some(line => line.includes('\\'));
  return !quoted && !markup && (raw || tearsText(plain)) ? [] : [plain];
}

/** A regular expression that does not end on its line. */
const OPEN_PATTERN = /(?:^|[\s=(,:|&!?{;[])\/[^/\s*>][^/]*$/;

/** Whether line breaks or tabs of the new text were decoded inside a quoted text or a pattern, or left outside of one. */
function tearsText(pair: TextPair): boolean {
  const fresh = freshLines(pair);
  // An escaped quote begins and ends nothing.
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
