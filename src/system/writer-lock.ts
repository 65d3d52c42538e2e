import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock of a folder that one process holds at a time. The lock of a process that dies is gone with it. */
export interface WriterLock {
  /** Takes the lock; whether it is held now. */
  take(): boolean;
  give(): void;
}

export function createWriterLock(folder: string | undefined): WriterLock {
  if (folder === undefined) return { take: () => true, give: () => {} };
  let held: DatabaseSync | undefined;
  return {
    take() {
      if (held) return true;
      let sql: DatabaseSync | undefined;
      try {
        sql = new DatabaseSync(join(folder, 'writer.lock'), { timeout: 0 });
        sql.exec('begin exclusive');
        held = sql;
      } catch {
        sql?.close();
      }
      return held !== undefined;
    },
    give() {
      held?.close();
      held = undefined;
    },
  };
}
