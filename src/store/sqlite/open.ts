import { closeSync, lstatSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../../system/make-folder.ts';
import { ToolError } from '../../tool/error.ts';
import type { Store } from '../port.ts';
import { sqlStore } from '../sql/store.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteDriver } from './driver.ts';
import { isSqliteBusy, toSqliteError } from './errors.ts';
import { migrateSqlite } from './migrate.ts';

const openPatience = 60_000;
export async function openSqlite(file: string): Promise<Store> {
  return sqlStore('sqlite', await openSqliteDriver(file));
}

export async function openSqliteDriver(file: string): Promise<SqliteDriver> {
  const path = resolve(file);
  createPrivately(path);
  const deadline = performance.now() + openPatience;
  for (;;) {
    try {
      return new SqliteDriver(connectSqlite(path));
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw toSqliteError(error, path);
    }
    // The lock is of another process that makes, recovers or closes the same file.
    await sleep(4 * (1 + Math.random()));
  }
}

export function connectSqlite(path: string): SqliteConnection {
  const connection = new SqliteConnection(path);
  try {
    migrateSqlite(connection);
    connection.settle();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Makes the file, which SQLite would make readable for everyone. One that exists is not opened here: closing it would
 * end the locks of every other connection that this process has to it.
 */
function createPrivately(path: string): void {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) throw Object.assign(new Error('it is a link'), { code: 'ELOOP' });
    if (stats) return;
    makeFolder(dirname(path));
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const isDenied = ['EACCES', 'EPERM', 'EROFS', 'ELOOP'].includes(code ?? '');
    const why = `The store ${path} cannot be opened: ${message}.`;
    throw new ToolError(isDenied ? 'PERMISSION_DENIED' : 'EXECUTION_ERROR', why, {
      suggestion: 'Make its folder writable for this user, or choose another place for the store.',
      details: { file: path },
      cause: error,
    });
  }
}
