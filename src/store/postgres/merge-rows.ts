import { addAll } from '../../tool/lists/long-lists.ts';
import type { SqlValue, Statement } from '../sql/driver.ts';
import { upsertsOfMany } from '../sql/table.ts';
import { allOrFirstError, type PostgresConnection } from './connection.ts';

interface MergedRows {
  /** The places of the statements that were merged. */
  readonly places: ReadonlySet<number>;
  /** Resolves when all merged statements are done; they are sent once. */
  sent(connection: Pick<PostgresConnection, 'all'>): Promise<unknown>;
}

/** Few lengths, so that the server knows the statements. */
const lengths = [64, 32, 16, 8, 4, 2, 1];

/** Statements that write one row each, of the same table, as few statements that write many. */
export function mergeRows(steps: readonly (Statement | readonly Statement[] | undefined)[]): MergedRows {
  const tables = new Map<string, { readonly place: number; readonly params: readonly SqlValue[] }[]>();
  for (const [place, step] of steps.entries()) {
    if (!step || !('sql' in step) || !upsertsOfMany.has(step.sql)) continue;
    const rows = tables.get(step.sql) ?? [];
    tables.set(step.sql, rows);
    rows.push({ place, params: step.params });
  }
  const places = new Set<number>();
  const statements: Statement[] = [];
  for (const [sql, rows] of tables) {
    // No statement may write a row twice.
    if (new Set(rows.map(({ params }) => params[0])).size < rows.length) continue;
    for (const { place } of rows) places.add(place);
    const all = rows.map(({ params }) => params);
    addAll(statements, inFew(sql, all));
  }
  let sent: Promise<unknown> | undefined;
  return {
    places,
    sent(connection) {
      sent ??= allOrFirstError(statements.map(statement => connection.all(statement)));
      return sent;
    },
  };
}

function* inFew(sql: string, rows: readonly (readonly SqlValue[])[]): Generator<Statement> {
  for (let start = 0; start < rows.length; ) {
    const length = lengths.find(each => each <= rows.length - start)!;
    const params = rows.slice(start, start + length).flat();
    yield { sql: length === 1 ? sql : upsertsOfMany.get(sql)!(length), params };
    start += length;
  }
}
