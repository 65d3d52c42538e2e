import { largestOf } from '../../tool/lists/long-lists.ts';
import type { Term, Terms } from '../words/query-terms.ts';

/** The share of each word in a question; all shares together are 1. */
export function sharesOf({ words }: Terms, rarity: ReadonlyMap<string, number>): number[] {
  const weights = words.map(term => term.weight * weightOf(term, rarity));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return weights.map(weight => weight / whole);
}

/** The weight of a word: one that occurs nowhere says nothing, but another word for it may. */
function weightOf({ stem, others }: Term, rarity: ReadonlyMap<string, number>): number {
  const of = (word: string) => rarity.get(word) ?? 0;
  return of(stem) > 0 ? of(stem) : largestOf(others.map(of), 0) * 0.8;
}

/** How well a word fits stems: by itself, by another word for it, or by one that begins alike. */
export function fitOf({ stem, others }: Term, stems: readonly string[]): { fit: number; stem: string } {
  if (stems.includes(stem)) return { fit: 1, stem };
  const other = others.find(one => stems.includes(one));
  if (other !== undefined) return { fit: 0.6, stem: other };
  if (stem.length < 4) return { fit: 0, stem };
  const near = stems.find(one => one.length > 3 && (one.startsWith(stem) || stem.startsWith(one)));
  return near === undefined ? { fit: 0, stem } : { fit: 0.6, stem: near };
}
