import { ToolError } from '../../tool/error.ts';

/** Primary result codes of SQLite. */
const [PERM, BUSY, LOCKED, READONLY, IOERR, CORRUPT] = [3, 5, 6, 8, 10, 11];
const [FULL, CANTOPEN, PROTOCOL, AUTH, NOTADB] = [13, 14, 15, 23, 26];

/** The primary code of an error of SQLite; undefined for any other error. */
function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether another connection has the lock, so that the action is to be tried again. */
export const isSqliteBusy = (error: unknown): boolean => [BUSY, LOCKED].includes(sqliteCode(error) ?? 0);

/** Whether SQLite has tried for many seconds to get a lock, and the system does not answer as it should. */
export const isUnlockable = (error: unknown): boolean => sqliteCode(error) === PROTOCOL;

/** What went wrong, in which file, and what to do next. */
export function toSqliteError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || error instanceof ToolError) return error;
  const reason = (error as Error).message;
  const fail = (message: string, suggestion: string, retryable = false) =>
    new ToolError('EXECUTION_ERROR', message, { suggestion, retryable, details: { file }, cause: error });
  switch (code) {
    case BUSY:
    case LOCKED:
    case PROTOCOL:
      return fail(
        `The store ${file} could not be locked: ${reason}.`,
        'Find the process that holds it (lsof, fuser), end it or wait, and try again. If there is none, its file system gives no locks: choose another place for the store.',
        true,
      );
    case CORRUPT:
    case NOTADB:
      return fail(
        `The store ${file} is damaged: ${reason}.`,
        `Restore it from a backup, or move ${file}, ${file}-wal and ${file}-shm away to begin with an empty store; ` +
          'undo history, approvals and the ledger stay in the old one.',
      );
    case FULL:
      return fail(`The disk is full: the store ${file} cannot grow.`, 'Free some space and try again.', true);
    case IOERR:
      return fail(
        `Reading or writing the store ${file} failed: ${reason}.`,
        'Check the disk and the free space on it.',
      );
    case PERM:
    case AUTH:
    case READONLY:
    case CANTOPEN:
      return new ToolError('PERMISSION_DENIED', `The store ${file} cannot be opened or written: ${reason}.`, {
        suggestion:
          'Make its folder and the files in it writable for this user, or choose another place for the store.',
        details: { file },
        cause: error,
      });
    default:
      return fail(
        `The store ${file} refused a statement: ${reason}.`,
        'This is a fault of Toolgate; please report it.',
      );
  }
}
