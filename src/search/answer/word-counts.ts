import type { DatabaseSync } from 'node:sqlite';
import { prepared } from './prepared.ts';

/** The number of symbols that have a stem. */
export type WordCounts = (sql: DatabaseSync, table: 'head_counts' | 'body_counts', stem: string) => number;

const MAX_KEPT = 20_000;
/** The growth or loss of symbols, as a part of all, after which counts are made anew. */
const GREW = 0.05;

/** Keeps counts: counting a common word takes a while, and need not be exact. */
export function createWordCounts(): WordCounts {
  const kept = new Map<string, number>();
  let before = 0;
  return (sql, table, stem) => {
    const total = Number(prepared(sql, 'select max(id) as n from symbols').get()?.n ?? 0);
    if (Math.abs(total - before) > before * GREW || kept.size > MAX_KEPT) {
      kept.clear();
      before = total;
    }
    const key = `${table} ${stem}`;
    const known = kept.get(key);
    // A rare word is counted anew: that is fast, and a new file may have brought it.
    if (known !== undefined && known > 100) return known;
    const count = Number(prepared(sql, `select doc from ${table} where term = ?`).get(stem)?.doc ?? 0);
    kept.set(key, count);
    return count;
  };
}
