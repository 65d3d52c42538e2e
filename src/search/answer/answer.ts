import { atMost } from '../at-most.ts';
import type { Indexer } from '../index/indexer.ts';
import type { CodeAnswer, CodeHit, IndexQuestion, IndexState } from '../port.ts';
import { toTerms } from '../words/query-terms.ts';
import { findCandidates } from './candidates.ts';
import { type PlaceFilter, toFilter } from './place-filter.ts';
import { type RankedCandidate, rank } from './rank.ts';
import { createWordCounts } from './word-counts.ts';

/** Milliseconds that an answer waits: for the look at changes, for files, for a first index. */
const PATIENCE = { look: 2_000, few: 1_500, small: 8_000, first: 2_500 } as const;
/** The most changed files that are taken in before the answer. */
const FEW = 60;
/** Files of a first index that is soon whole, and that a process which ends with its answer would never finish. */
const SMALL = 2_000;
/** The most changed files that an answer names. */
const NAMED = 200;

/** Mixes candidates that are ranked by meaning into the ranked ones. */
type Mix = (ranked: readonly RankedCandidate[], filter: PlaceFilter) => readonly RankedCandidate[];

export function createAnswers(indexer: Indexer): (question: IndexQuestion, mix?: Mix) => Promise<CodeAnswer> {
  const counts = createWordCounts();
  let first = true;
  return async (question, mix = ranked => ranked) => {
    await atMost(PATIENCE.look, indexer.refresh());
    const { waiting } = indexer;
    const patience = !first ? PATIENCE.few : waiting <= SMALL ? PATIENCE.small : PATIENCE.first;
    if (waiting > 0 && (first || waiting <= FEW)) await atMost(patience, indexer.emptied());
    first = false;
    const terms = toTerms(question.text);
    const filter = toFilter(question);
    const ranked = indexer.ask(sql => mix(rank(findCandidates(sql, { terms, filter, counts }), terms), filter)) ?? [];
    return { hits: ranked.slice(0, question.limit).map(toHit), state: indexStateOf(indexer) };
  };
}

function toHit({ candidate, score }: RankedCandidate): CodeHit {
  const { path, line, endLine, kind, name, container } = candidate;
  return {
    path,
    line,
    endLine,
    kind,
    score: Math.round(score * 1000) / 1000,
    ...(name === '' || kind === 'file' ? {} : { symbol: name }),
    ...(container === '' ? {} : { container }),
  };
}

export function indexStateOf(indexer: Indexer): IndexState {
  const { waiting, known, full } = indexer;
  const building = waiting > Math.max(NAMED, known / 10);
  const stale = building ? [] : indexer.pending(NAMED + 1);
  return { building, progress: known / (known + waiting || 1), stale, full, meaning: false };
}
