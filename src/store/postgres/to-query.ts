import type { QueryConfig } from 'pg';
import type { SqlValue, Statement } from '../sql/driver.ts';

/** A statement as PostgreSQL takes it. Under its name the server keeps it parsed, for each connection. */
export function toQuery({ sql, params }: Statement): QueryConfig<unknown[]> {
  const { text, name } = prepared.get(sql) ?? prepare(sql);
  return { text, name, values: params.map(toValue) };
}

/** Lists of all lengths make ever new texts; the server need not keep those. */
const mostPrepared = 250;
const prepared = new Map<string, { readonly text: string; readonly name?: string }>();

function prepare(sql: string): { readonly text: string; readonly name?: string } {
  let count = 0;
  // What stands in quotes is no parameter.
  const text = sql.replace(/'[^']*'|"[^"]*"|\?/g, found => (found === '?' ? `$${++count}` : found));
  if (prepared.size >= mostPrepared) return { text };
  const made = { text, name: `toolgate_${prepared.size}` };
  prepared.set(sql, made);
  return made;
}

/** No text of PostgreSQL holds a zero, and all our numbers are whole. */
function toValue(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return typeof value === 'number' ? Math.round(value) : value;
}
