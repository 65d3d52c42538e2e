import type { HunkLine } from './hunk.ts';
import type { Splice } from './splice.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';

/** The two texts with or without a decoration, and the hunk that they are. */
export interface Wording extends TextPair {
  readonly lines: readonly HunkLine[];
  /** What was taken off, if anything. */
  readonly decoration: string;
  /** The marks were found by comparing the texts. */
  readonly compared: boolean;
}

/** In place of a line of the file: there is none, or there may be any number of lines. */
export const NO_LINE = -1;
export const ANY_LINES = -2;

/** A hunk laid over the file: one candidate for what is meant. */
export interface LaidHunk {
  readonly wording: Wording;
  readonly lines: readonly HunkLine[];
  /** For each old line the line of the file that it is, or why there is none. */
  readonly images: readonly number[];
  /** `exact`, or what was looked over. */
  readonly reading: string;
  /** What a text of one line inside a line becomes, character by character. */
  readonly splice?: Splice;
  /** It begins inside a line. */
  readonly inLine?: boolean;
}

/** Where the hunk begins, also where its first lines are not as the file has them. */
export function firstImage({ images }: LaidHunk): number {
  const at = images.findIndex(line => line >= 0);
  const before = images[0] === ANY_LINES ? 0 : at;
  return at < 0 ? 0 : Math.max(0, images[at]! - before);
}
