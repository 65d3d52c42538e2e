import type { DatabaseSync } from 'node:sqlite';
import type { Terms } from '../words/query-terms.ts';
import { CANDIDATE, type Row } from './candidate.ts';
import { anyOf, joinWithAnd, quoteTerm, subsets } from './match-text.ts';
import type { PlaceFilter } from './place-filter.ts';
import { prepared } from './prepared.ts';
import type { WordCounts } from './word-counts.ts';

interface Rarity {
  /** The rarity of each stem; 0 for a stem that occurs nowhere. */
  readonly rarity: ReadonlyMap<string, number>;
  /** The number of symbols that have a stem in their name or comment, and in their body. */
  readonly heads: ReadonlyMap<string, number>;
  readonly bodies: ReadonlyMap<string, number>;
}

export interface WordSearch extends Rarity {
  readonly sql: DatabaseSync;
  readonly terms: Terms;
  readonly filter: PlaceFilter;
  /** Adds symbols; `text`, from 0 to 1, is how much of the question they surely hold. */
  readonly add: (rows: readonly Row[], text: number) => void;
}

const MOST = 150;
/** The most symbols with a word that is searched alone. */
const RARE = 1_000;
/** The most symbols with another word for a word: it counts where it is not everywhere. */
const RARE_OTHER = 3_000;
/** The number of bodies that is enough. */
const ENOUGH = 60;
/** The most words that are searched alone. */
const SINGLES = 3;
/** The most words that are searched; the others, the most common ones, are left to the ranking. */
const MAX_WORDS = 5;
/** The most words of which each pair is searched. */
const PAIRED = 5;

export function rarityOf(sql: DatabaseSync, { words, whole }: Terms, count: WordCounts): Rarity {
  const total = Number(prepared(sql, 'select max(id) as n from symbols').get()?.n ?? 0);
  const own = new Set([...words.map(word => word.stem), ...whole]);
  const all = new Set([...own, ...words.flatMap(word => word.others)]);
  const heads = new Map([...all].map(stem => [stem, count(sql, 'head_counts', stem)]));
  const bodies = new Map([...own].map(stem => [stem, count(sql, 'body_counts', stem)]));
  const rarity = new Map(
    [...all].map(stem => {
      const most = Math.max(heads.get(stem) ?? 0, (bodies.get(stem) ?? 0) / 3);
      return [stem, most === 0 ? 0 : Math.log(1 + total / most)];
    }),
  );
  return { rarity, heads, bodies };
}

/**
 * Searches names and comments: first for all words, then for fewer. Only finds of single words are put in order here.
 */
export function searchHeads({ sql, terms, filter, heads, rarity, add }: WordSearch): void {
  const strong = terms.words.filter(word => word.weight === 1);
  const groups = (strong.length > 1 ? strong : terms.words)
    .map(({ stem, others, weight }) => ({
      worth: weight * (rarity.get(stem) || 1),
      stems: [stem, ...others.filter(other => heads.get(other)! > 0 && heads.get(other)! <= RARE_OTHER)],
    }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_WORDS)
    .map(({ stems }) => anyOf(stems.map(quoteTerm)));
  const find = prepareFind(sql, 'heads', filter);
  const ways: (readonly [match: string, text: number])[] = [];
  if (groups.length > 1) ways.push([joinWithAnd(groups), 0.6]);
  if (groups.length > 2) {
    ways.push([anyOf(subsets(groups, groups.length - 1).map(joinWithAnd)), 0.4]);
    ways.push([`name : ${anyOf(subsets(groups.slice(0, PAIRED), 2).map(joinWithAnd))}`, 0.2]);
  }
  for (const [match, text] of ways) add(find.all(match, ...filter.values), text);
  const stems = [...new Set([...terms.words.map(word => word.stem), ...terms.whole])].filter(
    stem => heads.get(stem)! > 0,
  );
  stems.sort((a, b) => heads.get(a)! - heads.get(b)!);
  const ranked = prepareFind(sql, 'heads', filter, 'bm25(heads, 4.0, 2.0, 1.0)');
  for (const stem of stems.slice(0, SINGLES))
    if (heads.get(stem)! <= RARE) add(ranked.all(quoteTerm(stem), ...filter.values), 0);
    else if (stems.length === 1) add(ranked.all(`name : ${quoteTerm(stem)}`, ...filter.values), 0);
  if (groups.length === 1 && terms.words.length === 1) add(find.all(`name : ${groups[0]}`, ...filter.values), 0);
}

/** Searches bodies: for all the words, then without the most common ones, until there are enough. */
export function searchBodies({ sql, terms, filter, bodies, rarity, add }: WordSearch): void {
  const stems = [...new Set([...terms.words.map(word => word.stem), ...terms.whole])];
  const rarest = stems.filter(stem => bodies.get(stem)! > 0).sort((a, b) => bodies.get(a)! - bodies.get(b)!);
  const weigh = (some: readonly string[]) => some.reduce((sum, stem) => sum + (rarity.get(stem) ?? 0), 0);
  const whole = weigh(stems) || 1;
  const find = prepareFind(sql, 'bodies', filter);
  for (let count = rarest.length; count > 0; count--) {
    const some = rarest.slice(0, count);
    if (count === 1 && rarest.length > 1 && bodies.get(some[0]!)! > RARE) return;
    const rows = find.all(joinWithAnd(some.map(quoteTerm)), ...filter.values);
    add(rows, 0.6 * (weigh(some) / whole));
    if (rows.length >= ENOUGH) return;
  }
}

function prepareFind(sql: DatabaseSync, table: 'heads' | 'bodies', filter: PlaceFilter, rank?: string) {
  const order = rank === undefined ? '' : `order by ${rank}`;
  if (filter.and === '')
    return prepared(
      sql,
      `${CANDIDATE} where s.id in (select rowid from ${table} where ${table} match ? ${order} limit ${MOST})`,
    );
  const joined = CANDIDATE.replace('from symbols s', `from ${table} cross join symbols s on s.id = ${table}.rowid`);
  return prepared(sql, `${joined} where ${table} match ? ${filter.and} ${order} limit ${MOST}`);
}
