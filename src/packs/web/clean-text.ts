import { needlessPattern, unseenPattern } from '../../tool/text/unseen.ts';

/** A page without the signs that nobody sees: pages have many of them for their looks. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unseenPattern(), '')
    .replace(needlessPattern(), '');

/** One line of at most `most` characters. */
export function cleanLine(text: string, most: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  const start = line.slice(0, most - 1).toWellFormed();
  return line.length <= most ? line : `${start.trimEnd()}…`;
}
