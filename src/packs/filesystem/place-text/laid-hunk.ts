import type { HunkLine } from './hunk.ts';
import type { Splice } from './splice.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';

/** The two texts with or without a decoration, and the hunk that they make. */
export interface Wording extends TextPair {
  readonly lines: readonly HunkLine[];
  /** The decoration that was taken off, if any. */
  readonly decoration: string;
  /** Whether the marks were found by comparing the texts. */
  readonly compared: boolean;
}

/** Marks in place of a line of the file: there is none, or there may be any number of lines. */
export const NO_LINE = -1;
export const ANY_LINES = -2;

/** A hunk laid over the file: one candidate for what is meant. */
export interface LaidHunk {
  readonly wording: Wording;
  readonly lines: readonly HunkLine[];
  /** The line of the file for each old line, or why there is none. */
  readonly images: readonly number[];
  /** `exact`, or what the match overlooked. */
  readonly reading: string;
  /** The change of a text of one line inside a line, character by character. */
  readonly splice?: Splice;
  /** Whether the hunk begins inside a line. */
  readonly inLine?: boolean;
}

/** The line where the hunk begins, also where its first lines differ from the file. */
export function firstImage({ images }: LaidHunk): number {
  const at = images.findIndex(line => line >= 0);
  const before = images[0] === ANY_LINES ? 0 : at;
  return at < 0 ? 0 : Math.max(0, images[at]! - before);
}
