import type { DatabaseSync } from 'node:sqlite';
import type { Terms } from '../words/query-terms.ts';
import { anyOf, CANDIDATE, joinWithAnd, quoteTerm, type Row, subsets } from './candidate.ts';
import type { PlaceFilter } from './place-filter.ts';
import { prepared, type WordCounts } from './word-counts.ts';

export interface WordSearch extends ReturnType<typeof rarityOf> {
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

/** The rarity of each stem, 0 for one that occurs nowhere; the number of symbols with it in their head, in their body. */
export function rarityOf(sql: DatabaseSync, terms: Terms, count: WordCounts) {
  const total = Number(prepared(sql, 'select max(id) as n from symbols').get()?.n ?? 0);
  const own = stemsIn(terms);
  const all = [...new Set([...own, ...terms.words.flatMap(word => word.others)])];
  const heads = new Map(all.map(stem => [stem, count(sql, 'head_counts', stem)]));
  const bodies = new Map(own.map(stem => [stem, count(sql, 'body_counts', stem)]));
  const rarityIn = (most: number) => (most === 0 ? 0 : Math.log(1 + total / most));
  const most = (stem: string) => Math.max(heads.get(stem) ?? 0, (bodies.get(stem) ?? 0) / 3);
  return { rarity: new Map(all.map(stem => [stem, rarityIn(most(stem))])), heads, bodies };
}

/** Searches names and comments: first for all words, then for fewer. Only finds of single words are ordered here. */
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
  const seek = (match: string, text: number) => add(find.all(match, ...filter.values), text);
  if (groups.length > 1) seek(joinWithAnd(groups), 0.6);
  if (groups.length > 2) {
    seek(anyOf(subsets(groups, groups.length - 1).map(joinWithAnd)), 0.4);
    seek(`name : ${anyOf(subsets(groups.slice(0, PAIRED), 2).map(joinWithAnd))}`, 0.2);
  }
  const stems = rarestFirst(stemsIn(terms), heads);
  const ranked = prepareFind(sql, 'heads', filter, 'bm25(heads, 4.0, 2.0, 1.0)');
  for (const stem of stems.slice(0, SINGLES))
    if (heads.get(stem)! <= RARE) add(ranked.all(quoteTerm(stem), ...filter.values), 0);
    else if (stems.length === 1) add(ranked.all(`name : ${quoteTerm(stem)}`, ...filter.values), 0);
  if (groups.length === 1 && terms.words.length === 1) seek(`name : ${groups[0]}`, 0);
}

const stemsIn = ({ words, whole }: Terms): string[] => [...new Set([...words.map(word => word.stem), ...whole])];

/** The stems that occur, the rarest first. */
const rarestFirst = (stems: readonly string[], counts: ReadonlyMap<string, number>): string[] =>
  stems.filter(stem => counts.get(stem)! > 0).sort((a, b) => counts.get(a)! - counts.get(b)!);

/** Searches bodies: for all the words, then without the most common ones, until there are enough. */
export function searchBodies({ sql, terms, filter, bodies, rarity, add }: WordSearch): void {
  const stems = stemsIn(terms);
  const rarest = rarestFirst(stems, bodies);
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
  const rest = (and: string) => `where ${table} match ? ${and} ${order} limit ${MOST}`;
  if (filter.and === '') return prepared(sql, `${CANDIDATE} where s.id in (select rowid from ${table} ${rest('')})`);
  const joined = CANDIDATE.replace('from symbols s', `from ${table} cross join symbols s on s.id = ${table}.rowid`);
  return prepared(sql, `${joined} ${rest(filter.and)}`);
}
