import type { HunkLine } from './hunk.ts';
import type { Splice } from './splice.ts';

/** In place of a line of the file: there is none, or there may be any number of lines. */
export const NO_LINE = -1;
export const ANY_LINES = -2;

/** A hunk laid over the file: one candidate for what is meant. */
export interface LaidHunk {
  readonly lines: readonly HunkLine[];
  /** For each old line the line of the file that it is, or why there is none. */
  readonly images: readonly number[];
  /** The marks were found by comparing two texts. */
  readonly compared: boolean;
  /** `exact`, or what was looked over. */
  readonly reading: string;
  /** What a text of one line inside a line becomes, character by character. */
  readonly splice?: Splice;
  /** It begins inside a line. */
  readonly inLine?: boolean;
}

/** Where an edit or a hunk goes and what it writes there. */
export interface Placed {
  readonly reading: string;
  readonly splices: readonly Splice[];
  /** Counted from 0. */
  readonly line: number;
  /** What told one of several places from the others. */
  readonly decided?: string | undefined;
}

/** Why an edit or a hunk goes nowhere. Lines count from 0. */
export type Miss =
  | { readonly miss: 'not_found'; readonly tried: readonly string[] }
  | { readonly miss: 'ambiguous'; readonly reading: string; readonly lines: readonly number[] }
  | { readonly miss: 'refused'; readonly reading: string; readonly lines: readonly number[]; readonly why: string }
  | { readonly miss: 'already_applied'; readonly lines: readonly number[] };

export const isMiss = (found: object): found is Miss => 'miss' in found;
/** Where the hunk begins, also where its first lines are not as the file has them. */
export function firstImage({ images }: LaidHunk): number {
  const at = images.findIndex(line => line >= 0);
  const before = images[0] === ANY_LINES ? 0 : at;
  return at < 0 ? 0 : Math.max(0, images[at]! - before);
}
export const refusePlace = (why: string, ...lines: number[]): Miss => ({ miss: 'refused', reading: '', lines, why });
