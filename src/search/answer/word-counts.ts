import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { keepResults } from '../keep-results.ts';

/** The number of symbols that have a stem. */
export type WordCounts = (sql: DatabaseSync, table: 'head_counts' | 'body_counts', stem: string) => number;

const MOST_COUNTS = 20_000;
/** The growth or loss of symbols, as a part of all, after which counts are made anew. */
const GREW = 0.05;

/** Keeps counts: counting a common word takes a while, and need not be exact. */
export function createWordCounts(): WordCounts {
  const kept = new Map<string, number>();
  let before = 0;
  return (sql, table, stem) => {
    const total = Number(prepared(sql, 'select max(id) as n from symbols').get()?.n ?? 0);
    if (Math.abs(total - before) > before * GREW || kept.size > MOST_COUNTS) {
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

const connections = new WeakMap<DatabaseSync, (text: string) => StatementSync>();
const MOST_STATEMENTS = 100;

/** A statement that is prepared once for each connection. */
export function prepared(sql: DatabaseSync, text: string): StatementSync {
  const prepare = connections.get(sql) ?? keepResults(MOST_STATEMENTS, query => sql.prepare(query));
  connections.set(sql, prepare);
  return prepare(text);
}
