import { trimBoth, trimEnd, withoutSpace } from './lines.ts';

/** One way to compare lines: two lines are the same if their keys are. */
interface Reading {
  readonly name: string;
  readonly key: (line: string) => string;
}

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′ʼ]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u200b-\u200d\u2060\ufeff]/g, ''],
  [/…/g, '...'],
];

/** A text with plain quotes, dashes, dots and spaces for typographic ones, without characters that take no room. */
export function plainText(text: string): string {
  return /[^\x00-\x7f]/.test(text)
    ? PLAIN.reduce((plain, [pattern, char]) => plain.replace(pattern, char), text)
    : text;
}

/** The loosest key: what two lines must share to be the same line at all. */
export const bareText = (line: string): string => withoutSpace(plainText(line));

/**
 * The ways to compare lines, from strict to loose. write-lines.ts is the inverse of all: it writes new lines in the
 * form that the file gives the old ones.
 */
export const READINGS: readonly Reading[] = [
  // The line breaks are the file's own, whatever the text has.
  { name: 'line endings', key: line => line },
  // White space at the end of a line cannot be seen, so its absence says nothing.
  { name: 'trailing white space', key: trimEnd },
  // The lines have other indentation, by one rule for all of them.
  { name: 'indentation', key: trimBoth },
  // Columns that were lined up have lost their spaces, or got some.
  { name: 'white space', key: withoutSpace },
  // Quotes, dashes, dots and spaces are typographic in one of the two texts.
  { name: 'typographic characters', key: line => trimBoth(plainText(line)) },
  { name: 'typographic characters and white space', key: bareText },
];
