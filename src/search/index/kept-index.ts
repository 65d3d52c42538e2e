import type { OutlinedFile } from '../outline/thread.ts';
import {
  close,
  discard,
  type IndexDatabase,
  isDamage,
  isIndexBusy,
  isNoPlace,
  isReplaced,
  MAX_DATABASE,
  MAX_MEMORY,
  measureDatabase,
  openDatabase,
} from './database.ts';
import { fitsGlobs } from './globs.ts';
import { createIntake, type Intake } from './take-in.ts';

/** The database with what is known of it in memory. Throws only when it is closed; damage makes it begin anew. */
interface KeptIndex {
  /** Path → identity, as taken in. */
  readonly known: ReadonlyMap<string, string>;
  /** In memory, since there is no place for it. */
  readonly inMemory: boolean;
  /** Looks whether others have changed it. */
  reload(): void;
  /** Writes; false when that could not be done now. */
  write(files: readonly OutlinedFile[]): boolean;
  commit(): void;
  /** Puts the parts of a table together, a little; false when nothing is left to do. */
  tidy(table: (typeof TABLES)[number]): boolean;
  full(): boolean;
  /** Reads from it; undefined after damage. */
  ask<T>(question: (sql: IndexDatabase['sql']) => T): T | undefined;
  close(): void;
}

const MAX_ANEW = 5;
export const TABLES = ['heads', 'bodies', 'grams'] as const;
/** Pages that are put together at once: a question waits no longer than that takes. */
const MERGED = 64;

export function openKeptIndex(folder: string): KeptIndex {
  let database: IndexDatabase;
  let intake: Intake;
  let anew = 0;
  let writing = false;
  let version = 0;
  const known = new Map<string, string>();

  const versionNow = () => Number(database.sql.prepare('pragma data_version').get()?.data_version ?? 0);
  const load = () => {
    known.clear();
    for (const { path, identity } of database.sql.prepare('select path, identity from files').iterate())
      known.set(path as string, identity as string);
    version = versionNow();
  };
  const open = (where: string | undefined) => {
    database = openDatabase(where);
    database.sql.function('fits', { deterministic: true }, (path, globs) => fitsGlobs(String(path), String(globs)));
    intake = createIntake(database.sql);
    writing = false;
    load();
  };
  /** Away with what is damaged; in memory when that does not help. */
  const restart = () => {
    anew++;
    discard(database);
    open(anew > MAX_ANEW ? undefined : folder);
  };
  const mend = (error: unknown) => {
    if (isDamage(error)) return restart();
    if (isNoPlace(error) && database.file !== undefined) {
      close(database);
      return open(undefined);
    }
    try {
      if (writing) database.sql.exec('rollback');
    } catch {
      // There was none.
    }
    writing = false;
    load();
  };
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!isIndexBusy(error)) mend(error);
      return undefined;
    }
  };
  try {
    open(folder);
  } catch {
    open(undefined);
  }

  return {
    known,
    get inMemory() {
      return database.file === undefined;
    },
    reload() {
      if (writing) return;
      if (isReplaced(database)) {
        guarded(() => database.sql.close());
        guarded(() => open(folder));
      } else if (guarded(versionNow) !== version) guarded(load);
    },
    write(files) {
      const written = guarded(() => {
        if (!writing) database.sql.exec('begin immediate');
        writing = true;
        for (const { path, identity, hash, entries } of files) {
          if (identity === undefined) intake.remove(path);
          else intake.put({ path, identity, hash, entries });
          if (identity === undefined) known.delete(path);
          else known.set(path, identity);
        }
        return true;
      });
      return written ?? false;
    },
    commit() {
      if (writing) guarded(() => database.sql.exec('commit'));
      writing = false;
      version = guarded(versionNow) ?? version;
    },
    tidy(table) {
      const changes = () => Number(database.sql.prepare('select total_changes() as n').get()?.n);
      const more = guarded(() => {
        const before = changes();
        database.sql.exec(`insert into ${table} (${table}, rank) values ('merge', ${MERGED})`);
        return changes() - before > 1;
      });
      return more ?? false;
    },
    full: () =>
      guarded(() => measureDatabase(database.sql) > (database.file === undefined ? MAX_MEMORY : MAX_DATABASE)) ?? false,
    ask: question => guarded(() => question(database.sql)),
    close() {
      try {
        if (writing) database.sql.exec('commit');
        database.sql.close();
      } catch {
        // What was not kept is taken in again.
      }
    },
  };
}
