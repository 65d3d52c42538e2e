import { plainText } from './lines/typography.ts';
import { trimBoth, trimEnd, withoutSpace } from './lines/white-space.ts';

/** One way to compare lines. Two lines are the same if their keys are. */
export interface Reading {
  readonly name: string;
  readonly key: (line: string) => string;
  /** The lines stand as written, but for line breaks and white space at their end. */
  readonly literal: boolean;
}

const asIs = (line: string): string => line;
const plainTrimmed = (line: string): string => trimBoth(plainText(line));
/** The loosest key: what two lines must share to be the same line at all. */
export const bareText = (line: string): string => withoutSpace(plainText(line));
const undecodable = (line: string): string => trimBoth(line.replace(/[^\x00-\x7f]+/g, '\ufffd'));

/** The ways to compare lines, from strict to loose; merge-lines.ts has the way back for each. */
export const READINGS: readonly Reading[] = [
  // The line breaks are the file's own, whatever the text has.
  { name: 'line endings', key: asIs, literal: true },
  // White space at the end of a line is not seen, so that its absence says nothing.
  { name: 'trailing white space', key: trimEnd, literal: true },
  // The lines are indented otherwise, by one rule for all of them.
  { name: 'indentation', key: trimBoth, literal: false },
  // Columns that were lined up have lost their spaces, or got some.
  { name: 'white space', key: withoutSpace, literal: false },
  // Quotes, dashes, dots and spaces are typographic in one of the two texts.
  { name: 'typographic characters', key: plainTrimmed, literal: false },
  { name: 'typographic characters and white space', key: bareText, literal: false },
];

/** Characters that were shown as replacement characters because they could not be decoded. */
export const UNDECODABLE: Reading = { name: 'undecodable bytes', key: undecodable, literal: false };
