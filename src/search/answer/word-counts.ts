import type { DatabaseSync } from 'node:sqlite';
import { prepared } from './prepared.ts';

/** How many symbols have a stem. */
export type WordCounts = (sql: DatabaseSync, table: 'head_counts' | 'body_counts', stem: string) => number;

const MAX_KEPT = 20_000;
/** Symbols more or fewer, as a part of all, after which counts are made anew. */
const GREW = 0.05;

/** Counting takes a while for common words, and need not be exact. */
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
    // What is rare is counted fast, and is what a new file may have brought.
    if (known !== undefined && known > 100) return known;
    const count = Number(prepared(sql, `select doc from ${table} where term = ?`).get(stem)?.doc ?? 0);
    kept.set(key, count);
    return count;
  };
}
