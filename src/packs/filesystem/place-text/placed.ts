import type { Block, Splice } from './lines/splice.ts';

/** Where a hunk goes and what it writes there. Lines count from 0. */
export interface Placed {
  /** `exact`, or what was looked over. */
  readonly reading: string;
  readonly blocks: readonly Block[];
  readonly line: number;
  /** What told one of several places from the others. */
  readonly decided?: string;
}

/** Where an edit goes and what it writes there. */
export interface Located {
  readonly reading: string;
  /** A splice for each place. */
  readonly places: readonly (readonly Splice[])[];
}

/** Why an edit or a hunk goes nowhere. Lines count from 0. */
export type Miss =
  | { readonly miss: 'none'; readonly tried: readonly string[] }
  | { readonly miss: 'several'; readonly reading: string; readonly lines: readonly number[] }
  | { readonly miss: 'disagreement'; readonly readings: readonly string[]; readonly lines: readonly number[] }
  | { readonly miss: 'refused'; readonly reading: string; readonly lines: readonly number[]; readonly why: string }
  | { readonly miss: 'elsewhere'; readonly line: number; readonly why: string }
  | { readonly miss: 'applied'; readonly line: number };

export function isMiss(found: object): found is Miss {
  return 'miss' in found;
}

/** Picks one of the places where lines fit, or says why none is meant. */
export type Choose = (places: readonly number[], old: readonly string[]) => { place: number; decided?: string } | Miss;

export const onlyOne =
  (reading: string): Choose =>
  places =>
    places.length === 1 ? { place: places[0]! } : { miss: 'several', reading, lines: places };
