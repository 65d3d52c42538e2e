import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlRow, SqlWork, Statement } from '../sql/driver.ts';
import { isUnlockable } from './errors.ts';
import { sqliteModule } from './module.ts';

/** How long SQLite itself waits for a lock; the process stands still meanwhile, so longer waits are done outside. */
const lockWait = 5;
/** For how long nothing is tried after the system refused to lock anything. */
const unlockableFor = 5_000;

/** Bytes of the log file that stay after its content went into the database. */
const journalSizeLimit = 4 << 20;

/** The setting for a real fsync: on macOS a plain one leaves the bytes in the drive's own memory. */
const realFsync = process.platform === 'darwin' ? 'pragma fullfsync = on' : '';

function open(file: string): DatabaseSync {
  const { DatabaseSync } = sqliteModule();
  return new DatabaseSync(file, { timeout: lockWait });
}

export class SqliteConnection {
  readonly file: string;
  #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #full: boolean | undefined;
  #unlockable: { readonly error: unknown; readonly until: number } | undefined;

  constructor(file: string) {
    this.file = file;
    this.#database = open(file);
  }

  /**
   * Opens the file anew between two transactions, which gives every lock back: a lock that the system did not take back
   * when SQLite asked it to would keep this very connection out for ever.
   */
  renew(): void {
    const old = this.#database;
    try {
      this.#database = open(this.file);
      this.#statements.clear();
      this.#full = undefined;
      old.close();
      this.settle();
    } catch {
      // The next statement tells of the error.
    }
  }

  /** Sets what holds for a connection and is not kept in the file. */
  settle(): void {
    this.exec(`pragma journal_size_limit = ${journalSizeLimit}; ${realFsync}`);
  }

  exec(sql: string): void {
    this.#tried(() => this.#database.exec(sql));
  }

  /** Fails at once after one try, while locks cannot be had: each try would hold the process up for seconds. */
  #tried<T>(action: () => T): T {
    if (this.#unlockable && performance.now() < this.#unlockable.until) throw this.#unlockable.error;
    this.#unlockable = undefined;
    try {
      return action();
    } catch (error) {
      if (isUnlockable(error)) this.#unlockable = { error, until: performance.now() + unlockableFor };
      throw error;
    }
  }

  all({ sql, params }: Statement): readonly SqlRow[] {
    const known = this.#statements.get(sql);
    const statement = known ?? this.#database.prepare(sql);
    if (!known) this.#statements.set(sql, statement);
    return this.#tried(() => statement.all(...params) as SqlRow[]);
  }

  pragma(name: string): number {
    return Object.values(this.#database.prepare(`pragma ${name}`).get() ?? {})[0] as number;
  }

  run<T>(work: SqlWork<T>): T {
    let step = work.next();
    while (!step.done) step = work.next(this.#answer(step.value));
    return step.value;
  }

  #answer(step: Statement | readonly Statement[]): readonly SqlRow[] {
    if (!('length' in step)) return this.all(step);
    let rows: readonly SqlRow[] = [];
    for (const statement of step) rows = this.all(statement);
    return rows;
  }

  /** Begins a transaction, or throws a busy error at once, with nothing begun. */
  begin(durable: boolean): void {
    if (durable !== this.#full) {
      this.exec(`pragma synchronous = ${durable ? 'full' : 'normal'}`);
      this.#full = durable;
    }
    this.all(begin);
  }

  commit(): void {
    this.all(commit);
  }

  /** Rolls back, unless the error has done so already. */
  rollback(): void {
    if (this.#database.isTransaction) this.exec('rollback');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

const begin: Statement = { sql: 'begin immediate', params: [] };
const commit: Statement = { sql: 'commit', params: [] };
