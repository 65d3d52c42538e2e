import type { Candidate } from './candidate.ts';
import type { RankedCandidate } from './rank.ts';

/** The usual constant of reciprocal rank fusion: how much the first places count above the rest. */
const EVEN = 60;
/** The score of a symbol that was asked for by its name: it keeps its place. */
const BY_NAME = 3;

/** Merges two rankings by the places in both: scores of different kinds cannot be compared. */
export function fuse(byWords: readonly RankedCandidate[], byMeaning: readonly Candidate[]): RankedCandidate[] {
  const fused = new Map<number, { candidate: Candidate; score: number }>();
  const add = (candidate: Candidate, score: number) => {
    const known = fused.get(candidate.id);
    if (known) known.score += score;
    else fused.set(candidate.id, { candidate, score });
  };
  for (const [place, { candidate, score }] of byWords.entries())
    add(candidate, (score >= BY_NAME ? 1 : 0) + 1 / (EVEN + place + 1));
  for (const [place, candidate] of byMeaning.entries()) add(candidate, 1 / (EVEN + place + 1));
  return [...fused.values()].sort((a, b) => b.score - a.score);
}
