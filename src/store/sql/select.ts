import { addAll } from '../../tool/lists/long-lists.ts';
import { query, type SqlDriver, type SqlRow, type SqlValue, type SqlWork } from './driver.ts';
import type { SqlTable } from './table.ts';

/** Conditions and their parameters, one or a list: undefined leaves one out, `true` is for one without a parameter. */
type Conditions = Readonly<Record<string, SqlValue | readonly SqlValue[] | true | undefined>>;

type RowSelection = { readonly where?: Conditions; readonly order?: string; readonly limit?: number };

/** Rows that came before the one with an id, or after it; all came after an id that is not there any more. */
export const olderThan = (table: string): string => `seq < coalesce((select seq from ${table} where id = ?), 0)`;
export const newerThan = (table: string): string => `seq > coalesce((select seq from ${table} where id = ?), 0)`;

export const marks = (items: readonly unknown[]): string => items.map(() => '?').join(', ');

export function* inChunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The condition for rows with one of these statuses, of those that there are; none where no status is asked for. */
export function withStatuses(status: readonly string[] | undefined, known: readonly string[]): Conditions {
  const asked = status?.filter(each => known.includes(each)).map(each => `'${each}'`);
  return asked ? { [`status in (${asked.join(', ') || 'null'})`]: true } : {};
}

export function* select<Row>(table: SqlTable<Row>, selection: RowSelection): SqlWork<Row[]> {
  const rows = yield* selectRaw(`select ${table.columns()} from ${table.name}`, selection);
  return rows.map(row => table.row(row));
}

export function* selectOne<Row>(table: SqlTable<Row>, where: Conditions): SqlWork<Row | undefined> {
  return (yield* select(table, { where, limit: 1 }))[0];
}

export function selectRaw(sql: string, { where = {}, order, limit }: RowSelection): SqlWork<readonly SqlRow[]> {
  const conditions: string[] = [];
  const params: SqlValue[] = [];
  for (const [condition, value] of Object.entries(where)) {
    if (value === undefined) continue;
    conditions.push(condition);
    if (Array.isArray(value)) addAll(params, value);
    else if (value !== true) params.push(value as SqlValue);
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

const step = 5000;

/** Deletes the selected rows of a table, some in each transaction, so that other writers get their turn. */
export async function deleteInSteps(
  driver: SqlDriver,
  { table, key, where }: { readonly table: string; readonly key: string; readonly where: string },
  params: readonly SqlValue[],
): Promise<void> {
  const sql = `delete from ${table} where ${key} in
    (select ${key} from ${table} where ${where} order by ${key} limit ${step}) returning ${key}`;
  while ((await driver.write(() => query(sql, params))).length === step);
  await driver.reclaim();
}
