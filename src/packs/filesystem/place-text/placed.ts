import type { Splice } from './splice.ts';

/** Where an edit or a hunk goes and what it writes there. */
export interface Placed {
  /** `exact`, or what was looked over. */
  readonly reading: string;
  readonly splices: readonly Splice[];
  /** Counted from 0. */
  readonly line: number;
  /** What told one of several places from the others. */
  readonly decided?: string;
  /** It begins inside a line. */
  readonly inLine?: boolean;
}

/** Why an edit or a hunk goes nowhere. Lines count from 0. */
export type Miss =
  | { readonly miss: 'none'; readonly tried: readonly string[] }
  | { readonly miss: 'several'; readonly reading: string; readonly lines: readonly number[] }
  | { readonly miss: 'refused'; readonly reading: string; readonly lines: readonly number[]; readonly why: string }
  | { readonly miss: 'applied'; readonly lines: readonly number[] };

export const isMiss = (found: object): found is Miss => 'miss' in found;

/** Picks one of the places where lines fit, or says why none is meant. */
export type Choose = (places: readonly number[], old: readonly string[]) => { place: number; decided?: string } | Miss;

export const refusePlace = (why: string, ...lines: number[]): Miss => ({ miss: 'refused', reading: '', lines, why });
