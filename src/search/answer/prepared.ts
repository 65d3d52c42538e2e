import type { DatabaseSync, StatementSync } from 'node:sqlite';

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
const MAX_KEPT = 100;

/** A statement that is prepared once for each connection. */
export function prepared(sql: DatabaseSync, text: string): StatementSync {
  const statements = kept.get(sql) ?? new Map<string, StatementSync>();
  kept.set(sql, statements);
  const known = statements.get(text);
  if (known) return known;
  if (statements.size >= MAX_KEPT) statements.clear();
  const statement = sql.prepare(text);
  statements.set(text, statement);
  return statement;
}
