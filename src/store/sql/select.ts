import { query, type SqlRow, type SqlValue, type Work } from './driver.ts';
import type { Table } from './table.ts';

/** Conditions and their parameters: undefined leaves one out, `true` is for one that has no parameter. */
export type Conditions = Readonly<Record<string, SqlValue | true | undefined>>;

export interface Selection {
  readonly where?: Conditions;
  readonly order?: string;
  readonly limit?: number;
}

export function* select<Row>(table: Table<Row>, selection: Selection): Work<Row[]> {
  const rows = yield* selectRaw(`select ${table.columns()} from ${table.name}`, selection);
  return rows.map(row => table.row(row));
}

export function* selectOne<Row>(table: Table<Row>, where: Conditions): Work<Row | undefined> {
  return (yield* select(table, { where, limit: 1 }))[0];
}

export function selectRaw(sql: string, { where = {}, order, limit }: Selection): Work<readonly SqlRow[]> {
  const conditions: string[] = [];
  const params: SqlValue[] = [];
  for (const [condition, value] of Object.entries(where)) {
    if (value === undefined) continue;
    conditions.push(condition);
    if (value !== true) params.push(value);
  }
  let text = sql;
  if (conditions.length > 0) text += ` where ${conditions.join(' and ')}`;
  if (order) text += ` order by ${order}`;
  if (limit !== undefined) {
    text += ' limit ?';
    params.push(Math.max(0, Math.trunc(limit)));
  }
  return query(text, params);
}
