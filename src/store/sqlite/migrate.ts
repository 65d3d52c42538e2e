import { ToolError } from '../../tool/error.ts';
import { migrations, sqliteDialect } from '../sql/migrations.ts';
import type { SqliteConnection } from './connection.ts';

/** Marks a file as ours: "TGat". */
const applicationID = 0x54476174;

/** Brings the file to the newest version. Of several processes that start at once, one does it and the others wait. */
export function migrateSqlite(connection: SqliteConnection, steps = migrations): void {
  if (versionOf(connection, steps.length) === steps.length) return;
  if (connection.pragma('page_count') === 0) {
    // These settings come before the first page is written, or they need a rewrite of the whole file.
    connection.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal');
  }
  connection.begin(true);
  try {
    const version = versionOf(connection, steps.length);
    for (const step of steps.slice(version)) for (const sql of step(sqliteDialect)) connection.exec(sql);
    connection.exec(`pragma user_version = ${steps.length}; pragma application_id = ${applicationID}`);
    connection.commit();
  } catch (error) {
    connection.rollback();
    throw error;
  }
}

function versionOf(connection: SqliteConnection, newest: number): number {
  const version = connection.pragma('user_version');
  if (version > newest) {
    throw new ToolError(
      'EXECUTION_ERROR',
      `The store ${connection.file} was written by a newer Toolgate (schema ${version}, this one knows ${newest}).`,
      { suggestion: 'Update toolgate, or choose another place for the store.', details: { file: connection.file } },
    );
  }
  const id = connection.pragma('application_id');
  if (id !== applicationID && (version > 0 || id !== 0 || connection.pragma('schema_version') > 0)) {
    throw new ToolError('EXECUTION_ERROR', `${connection.file} is a database of another program.`, {
      suggestion: 'Choose another place for the store.',
      details: { file: connection.file },
    });
  }
  return version;
}
