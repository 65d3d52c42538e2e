import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlRow, Statement, Work } from '../sql/driver.ts';
import { sqliteModule } from './module.ts';

/** How long SQLite itself waits for a lock; the process stands still meanwhile, so longer waits are done outside. */
const lockWait = 5;

/** One connection to a database file, or to one in memory. */
export class Connection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #full: boolean | undefined;

  constructor(file: string) {
    this.file = file;
    const { DatabaseSync } = sqliteModule();
    this.#database = new DatabaseSync(file, { timeout: lockWait });
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  all({ sql, params }: Statement): readonly SqlRow[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement.all(...params) as SqlRow[];
  }

  pragma(name: string): number {
    return Object.values(this.#database.prepare(`pragma ${name}`).get() ?? {})[0] as number;
  }

  run<T>(work: Work<T>): T {
    let step = work.next();
    while (!step.done) step = work.next(this.#answer(step.value));
    return step.value;
  }

  #answer(step: Statement | readonly Statement[]): readonly SqlRow[] {
    if (!('length' in step)) return this.all(step);
    for (const statement of step) this.all(statement);
    return [];
  }

  /** Throws a busy error at once, with nothing begun. */
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

  /** Some errors have rolled back already. */
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
