import type { Splice } from './splice.ts';

/** Where an edit goes and what it writes there. */
export interface Located {
  readonly reading: string;
  readonly splices: readonly Splice[];
}

/** Why an edit goes nowhere. Lines count from 0. */
export type Miss =
  | { readonly miss: 'none'; readonly tried: readonly string[] }
  | { readonly miss: 'several'; readonly reading: string; readonly lines: readonly number[] }
  | { readonly miss: 'disagreement'; readonly readings: readonly string[]; readonly lines: readonly number[] }
  | { readonly miss: 'refused'; readonly reading: string; readonly lines: readonly number[]; readonly why: string }
  | { readonly miss: 'applied'; readonly line: number };

export function isMiss(found: Located | Miss): found is Miss {
  return 'miss' in found;
}
