import type { DatabaseSync } from 'node:sqlite';
import { tryOr } from '../../system/try-or.ts';
import type { OutlinedFile } from '../outline/thread.ts';
import { fitsGlobs } from './globs.ts';
import { LastingDatabase } from './lasting-database.ts';
import { createIntake, type Intake } from './take-in.ts';

export const TABLES = ['heads', 'bodies', 'grams'] as const;
/** Pages of a table that are merged at once: a question waits no longer than this takes. */
const MERGED = 64;

/** The database, and in memory which files it knows. Throws only when it is closed; after damage it begins anew. */
export class KeptIndex {
  readonly #database: LastingDatabase;
  readonly #known = new Map<string, string>();
  /** The way into the database that was opened last. */
  #intake!: Intake;
  #writing = false;
  #version = 0;

  constructor(folder: string) {
    this.#database = new LastingDatabase({
      folder,
      onOpen: sql => {
        sql.function('fits', { deterministic: true }, (path, globs) => fitsGlobs(String(path), String(globs)));
        this.#intake = createIntake(sql);
        this.#writing = false;
        this.#load(sql);
      },
      onFailure: sql => this.#takeBack(sql),
    });
  }

  /** The identity of each file that was taken in, by path. */
  get known(): ReadonlyMap<string, string> {
    return this.#known;
  }

  /** Whether the index is in memory, since the disk has no place for it. */
  get inMemory(): boolean {
    return this.#database.inMemory;
  }

  /** Looks whether other processes have changed the index. */
  reload(): void {
    if (this.#writing) return;
    if (this.#database.isReplaced) this.#database.reopen();
    else if (this.#database.attempt(versionOf) !== this.#version) this.#database.attempt(sql => this.#load(sql));
  }

  /** Writes files into the index; false when that could not be done now. */
  write(files: readonly OutlinedFile[]): boolean {
    const write = (sql: DatabaseSync) => {
      if (!this.#writing) sql.exec('begin immediate');
      this.#writing = true;
      for (const file of files) this.#put(file);
      return true;
    };
    return this.#database.attempt(write) ?? false;
  }

  commit(): void {
    if (this.#writing) this.#database.attempt(sql => sql.exec('commit'));
    this.#writing = false;
    this.#version = this.#database.attempt(versionOf) ?? this.#version;
  }

  /** Merges the parts of a table, a little at a time; false when nothing is left to merge. */
  tidy(table: (typeof TABLES)[number]): boolean {
    const merge = (sql: DatabaseSync) => {
      const changes = () => Number(sql.prepare('select total_changes() as n').get()?.n);
      const before = changes();
      sql.exec(`insert into ${table} (${table}, rank) values ('merge', ${MERGED})`);
      return changes() - before > 1;
    };
    return this.#database.attempt(merge) ?? false;
  }

  isFull(): boolean {
    return this.#database.isFull();
  }

  /** Reads from the index; undefined after damage. */
  ask<T>(question: (sql: DatabaseSync) => T): T | undefined {
    return this.#database.attempt(question);
  }

  close(): void {
    this.#database.close(sql => {
      if (this.#writing) sql.exec('commit');
    });
  }

  #put(file: OutlinedFile): void {
    const { path, identity } = file;
    if (identity === undefined) {
      this.#intake.remove(path);
      this.#known.delete(path);
    } else {
      this.#intake.put(file, identity);
      this.#known.set(path, identity);
    }
  }

  #load(sql: DatabaseSync): void {
    this.#known.clear();
    for (const { path, identity } of sql.prepare('select path, identity from files').iterate())
      this.#known.set(path as string, identity as string);
    this.#version = versionOf(sql);
  }

  #takeBack(sql: DatabaseSync): void {
    // Where there was no transaction, there is nothing to take back.
    if (this.#writing) tryOr(() => sql.exec('rollback'), undefined);
    this.#writing = false;
    this.#load(sql);
  }
}

const versionOf = (sql: DatabaseSync): number => Number(sql.prepare('pragma data_version').get()?.data_version ?? 0);
