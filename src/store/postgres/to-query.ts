import type { QueryConfig } from 'pg';
import type { SqlValue, Statement } from '../sql/driver.ts';

type ToQuery = (statement: Statement) => QueryConfig<unknown[]>;

type Prepared = { readonly text: string; readonly name?: string };

/** The most prepared statements: lists of all lengths make ever new texts, which the server need not keep. */
const mostPrepared = 250;

/** Makes names for statements, under which the server keeps them parsed, for each connection. */
export function createToQuery(): ToQuery {
  const prepared = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    let count = 0;
    // A question mark in quotes is no parameter.
    const text = sql.replace(/'[^']*'|"[^"]*"|\?/g, found => (found === '?' ? `$${++count}` : found));
    if (prepared.size >= mostPrepared) return { text };
    const made = { text, name: `toolgate_${prepared.size}` };
    prepared.set(sql, made);
    return made;
  };
  return ({ sql, params }) => {
    const { text, name } = prepared.get(sql) ?? prepare(sql);
    return { text, name, values: params.map(toValue) };
  };
}

export const toQuery = createToQuery();

/** A value as PostgreSQL takes it: no text of it holds a zero, and all our numbers are whole. */
function toValue(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return typeof value === 'number' ? Math.round(value) : value;
}
