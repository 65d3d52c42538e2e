import type { DatabaseSync } from 'node:sqlite';
import type { Terms } from '../words/query-terms.ts';
import { joinIdentifier } from '../words/words.ts';
import { CANDIDATE, type Candidate, gramsOf, joinWithAnd, quoteTerm, type Row, toCandidate } from './candidate.ts';
import { toldByDocuments } from './documents.ts';
import type { PlaceFilter } from './place-filter.ts';
import { rarityOf, searchBodies, searchHeads, type WordSearch } from './search-words.ts';
import { prepared, type WordCounts } from './word-counts.ts';

export type CandidateSet = ReturnType<typeof findCandidates>;

const MOST = 300;
const TOLD = 40;

export function findCandidates(
  sql: DatabaseSync,
  { terms, filter, counts }: { terms: Terms; filter: PlaceFilter; counts: WordCounts },
) {
  const found = new Map<number, Candidate>();
  const add = (rows: readonly Row[], text: number) => {
    for (const row of rows) {
      const known = found.get(row.id as number);
      if (known) known.text = Math.max(known.text, text);
      else found.set(row.id as number, toCandidate(row, text));
    }
  };
  const named = prepared(sql, `${CANDIDATE} where s.name = ? collate nocase ${filter.and} limit ${MOST}`);
  for (const name of terms.exact) add(named.all(name, ...filter.values), 0);
  for (const part of terms.whole) if (part.length > 2) add(withPart(sql, part, filter), 0);
  if (terms.path !== undefined) add(filesLike(sql, terms.path, filter), 1);
  const rarity = rarityOf(sql, terms, counts);
  const search: WordSearch = { sql, terms, filter, ...rarity, add };
  searchHeads(search);
  searchBodies(search);
  const mentioned = prepared(sql, `${CANDIDATE} where s.name = ? collate nocase ${filter.and} limit ${TOLD}`);
  for (const { name, container, told } of toldByDocuments([...found.values()], terms, rarity.rarity)) {
    const rows = mentioned.all(name, ...filter.values);
    const isIts = (row: Row) =>
      container === undefined || joinIdentifier(row.container as string).endsWith(joinIdentifier(container));
    // A name that so many symbols have says little of one of them.
    const meant = rows.length < TOLD ? rows : rows.filter(row => container !== undefined && isIts(row));
    add(meant, 0);
    for (const row of meant) {
      const candidate = found.get(row.id as number)!;
      candidate.told = Math.max(candidate.told, isIts(row) ? told : told * 0.6);
    }
  }
  return { candidates: [...found.values()], rarity: rarity.rarity };
}

/** Files whose path ends with `path`, or goes through it as a folder. */
function filesLike(sql: DatabaseSync, path: string, filter: PlaceFilter): Row[] {
  const like = path.replace(/[\\%_]/g, '\\$&');
  const text = `${CANDIDATE} where s.kind = 'file' and ('/' || f.path like ? escape '\\' or '/' || f.path like ? escape '\\')
    ${filter.and} order by length(f.path) limit ${MOST}`;
  return prepared(sql, text).all(`%/${like}`, `%/${like}/%`, ...filter.values);
}

/** Symbols whose name holds a text, whatever stands around it. */
function withPart(sql: DatabaseSync, part: string, filter: PlaceFilter): Row[] {
  const some = 'select rowid from grams where grams match ? limit 2000';
  const rows = sql
    .prepare(`${CANDIDATE} where s.id in (${some}) ${filter.and} limit ${MOST}`)
    .all(joinWithAnd(gramsOf(part).map(quoteTerm)), ...filter.values);
  // Without positions the index only knows that all three-letter pieces are there.
  return rows.filter(row => joinIdentifier(row.name as string).includes(part));
}
