import type { DatabaseSync } from 'node:sqlite';
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

interface LastingOptions {
  readonly folder: string;
  /** Called with each database that is opened, before anything else is done with it. */
  readonly onOpen: (sql: DatabaseSync) => void;
  /** Called when something failed and the database is whole: what was begun must be taken back. */
  readonly onFailure: (sql: DatabaseSync) => void;
}

const MAX_ANEW = 5;

/** A database that begins anew after damage, and in memory when the disk is full. */
export class LastingDatabase {
  readonly #options: LastingOptions;
  #database: IndexDatabase;
  #anew = 0;

  constructor(options: LastingOptions) {
    this.#options = options;
    try {
      this.#database = this.#open(options.folder);
    } catch {
      this.#database = this.#open(undefined);
    }
  }

  get inMemory(): boolean {
    return this.#database.file === undefined;
  }

  get isReplaced(): boolean {
    return isReplaced(this.#database);
  }

  isFull(): boolean {
    return this.attempt(sql => measureDatabase(sql) > (this.inMemory ? MAX_MEMORY : MAX_DATABASE)) ?? false;
  }

  /** Does the work; undefined when it could not be done now. */
  attempt<T>(work: (sql: DatabaseSync) => T): T | undefined {
    try {
      return work(this.#database.sql);
    } catch (error) {
      if (!isIndexBusy(error)) this.#mend(error);
      return undefined;
    }
  }

  /** Opens the file that stands in the place of one that was replaced. */
  reopen(): void {
    this.attempt(sql => sql.close());
    this.attempt(() => {
      this.#database = this.#open(this.#options.folder);
    });
  }

  /** Closes the database after `lastly`. Files that are not kept by then are taken in again. */
  close(lastly: (sql: DatabaseSync) => void): void {
    try {
      lastly(this.#database.sql);
      this.#database.sql.close();
    } catch {
      // The database was closed before, or is damaged.
    }
  }

  #mend(error: unknown): void {
    if (isDamage(error)) {
      discard(this.#database);
      this.#database = this.#open(++this.#anew > MAX_ANEW ? undefined : this.#options.folder);
    } else if (isNoPlace(error) && !this.inMemory) {
      close(this.#database);
      this.#database = this.#open(undefined);
    } else this.#options.onFailure(this.#database.sql);
  }

  #open(folder: string | undefined): IndexDatabase {
    const database = openDatabase(folder);
    this.#options.onOpen(database.sql);
    return database;
  }
}
