import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tryOr } from '../../system/try-or.ts';

/** The version, raised whenever the tables or their content change: an index of another version is made anew. */
const VERSION = 2;
/** The most bytes of an index on the disk: beyond, no more files are taken in. */
const MAX_DATABASE = 2 ** 31;
const MAX_MEMORY = 2 ** 28;

const SCHEMA = `
create table files (id integer primary key, path text not null unique, identity text not null, hash text not null, weight real not null) strict;
create table symbols (
  id integer primary key, file integer not null, name text not null, kind text not null, container text not null,
  line integer not null, end_line integer not null, local integer not null, signature text not null, doc text not null
) strict;
create index symbols_of_file on symbols (file);
create index symbols_by_name on symbols (name collate nocase);
create virtual table heads using fts5 (
  name, doc, place, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
create virtual table head_counts using fts5vocab (heads, 'row');
create virtual table bodies using fts5 (
  body, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 0'
);
create virtual table body_counts using fts5vocab (bodies, 'row');
create virtual table grams using fts5 (
  name, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
);
create table vectors (hash text not null, model text not null, vector blob not null, primary key (hash, model)) strict, without rowid;
create table chunks (symbol integer primary key, file integer not null, hash text not null) strict;
create index chunks_of_file on chunks (file);
insert into heads (heads, rank) values ('hashsize', 2097152);
insert into bodies (bodies, rank) values ('hashsize', 4194304);
`;

interface IndexDatabase {
  readonly sql: DatabaseSync;
  /** The database's file; undefined for one in memory. */
  readonly file: string | undefined;
  readonly inode: bigint;
}

/** Opens the index in a folder, or in memory where it must; a damaged one or one of another version is thrown away. */
function openDatabase(folder: string | undefined): IndexDatabase {
  const file = folder === undefined ? undefined : join(folder, 'code.db');
  if (folder !== undefined && file !== undefined) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const opened = openFile(file);
      if (opened) return opened;
      removeFiles(file);
      const made = openFile(file);
      if (made) return made;
    } catch {
      // The disk has no place for the index.
    }
  }
  const sql = new DatabaseSync(':memory:');
  makeTables(sql);
  return { sql, file: undefined, inode: 0n };
}

/** Opens a database's file; undefined for a file that cannot be used. */
function openFile(file: string): IndexDatabase | undefined {
  let sql: DatabaseSync | undefined;
  try {
    sql = connect(file);
    sql.exec('begin immediate');
    const version = sql.prepare('pragma user_version').get()?.user_version;
    if (version === 0) makeTables(sql);
    sql.exec('commit');
    if (version !== 0 && version !== VERSION) throw new Error('Another version');
    sql.prepare('select count(*) from (select 1 from files, symbols, chunks limit 1)').get();
    return { sql, file, inode: inodeOf(file) };
  } catch (error) {
    sql?.close();
    // Another process writes the index: that is no damage.
    if (isIndexBusy(error)) throw error;
    return undefined;
  }
}

function connect(file: string): DatabaseSync {
  const sql = new DatabaseSync(file, { timeout: 5_000 });
  sql.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -8192; pragma temp_store = memory;
    pragma journal_size_limit = 67108864;`);
  return sql;
}

function makeTables(sql: DatabaseSync): void {
  sql.exec(SCHEMA);
  sql.exec(`pragma user_version = ${VERSION}`);
}

const inodeOf = (file: string): bigint => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? -1n;

/** Closes a database, unless it was closed before. */
const close = ({ sql }: IndexDatabase): void => tryOr(() => sql.close(), undefined);

function removeFiles(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true, recursive: true });
}

const codeOf = (error: unknown): number => Number((error as { errcode?: unknown })?.errcode ?? 0) & 0xff;

const isIndexBusy = (error: unknown): boolean => codeOf(error) === 5 || codeOf(error) === 6;
/** Whether an error is damage: SQLITE_CORRUPT, SQLITE_NOTADB, or tables that are not ours. */
const isDamage = (error: unknown): boolean => [1, 11, 26].includes(codeOf(error));
/** Whether an error means no place on the disk: SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN. */
const isNoPlace = (error: unknown): boolean => [13, 10, 8, 14].includes(codeOf(error));

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

  /** Whether someone has thrown the file away since it was opened. */
  get isReplaced(): boolean {
    const { file, inode } = this.#database;
    return file !== undefined && inodeOf(file) !== inode;
  }

  isFull(): boolean {
    const most = this.inMemory ? MAX_MEMORY : MAX_DATABASE;
    const pragma = (sql: DatabaseSync, name: string) => Number(sql.prepare(`pragma ${name}`).get()?.[name] ?? 0);
    return this.attempt(sql => pragma(sql, 'page_count') * pragma(sql, 'page_size') > most) ?? false;
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
    // A database that was closed before, or is damaged, keeps no more.
    tryOr(() => {
      lastly(this.#database.sql);
      this.#database.sql.close();
    }, undefined);
  }

  #mend(error: unknown): void {
    if (isDamage(error)) {
      close(this.#database);
      if (this.#database.file !== undefined) removeFiles(this.#database.file);
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
