import { mapTexts } from './map-texts.ts';

/**
 * Characters that nobody sees: controls, marks of the terminal, zero widths, fillers, tags, and those that turn the
 * direction of what follows. Someone could hide words in them, or show others than there are. Such a pattern is made
 * when it is first used: its letters are looked up one by one.
 */
export const unseenPattern = (): RegExp =>
  /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb]/gu;

/** Joiners that some scripts and emoji need, where they join nothing; marks of a look, where there is no choice. */
export const needlessPattern = (): RegExp =>
  /(?<=[\0-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?=[\0-\x7f]|$)|^[\u200c\u200d]+|(?<![\p{Extended_Pictographic}\p{S}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}#*0-9\u2000-\u2bff\u3000-\u303f])[\ufe00-\ufe0f]+|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+/gu;

const escaped = (found: string): string => Array.from(found, escapeOne).join('');

function escapeOne(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  return code > 0xff ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
}

/** Texts without anything unseen, as most are. */
const PLAIN = /^[\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u024f]*$/;

/** A text from outside, for a model or a terminal: unseen characters stand there as escapes. */
export function showUnseen(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r(?!\n)/g, '\\x0d')
    .replace(unseenPattern(), escaped)
    .replace(needlessPattern(), escaped);
}

/** Whether a text is one line of plain characters; every call asks that of its title, and a pattern would cost more. */
function isPlainLine(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** Shows a name with unseen characters as escapes; a name is one line. */
export const showName = (name: string): string =>
  isPlainLine(name) ? name : showUnseen(name).replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t');

export const unseenIn = (text: string): readonly string[] =>
  PLAIN.test(text)
    ? []
    : [
        ...(text.match(/\r/g) ?? []),
        ...(text.match(unseenPattern()) ?? []),
        ...(text.match(needlessPattern()) ?? []),
      ].map(escaped);

export const hasUnseen = (text: string): boolean => showUnseen(text) !== text;

/** The value with the unseen characters of every text as escapes. */
export const showUnseenIn = (value: unknown): unknown => mapTexts(value, showUnseen);
