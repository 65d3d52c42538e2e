import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import type { SqlDriver, SqlWork, StoreReadOptions, StoreWriteOptions } from '../sql/driver.ts';
import type { SqliteConnection } from './connection.ts';
import { isSqliteBusy, toSqliteError } from './errors.ts';
import { Patience } from './patience.ts';
import { SqliteWriteQueue } from './write-queue.ts';

const exitPatience = 5000;
/** Pages given back in one go: 8 MB. */
const reclaimStep = 2000;

export class SqliteDriver implements SqlDriver {
  readonly #connection: SqliteConnection;
  readonly #queue: SqliteWriteQueue;
  readonly #callOff: () => void;
  #closing: Promise<void> | undefined;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#queue = new SqliteWriteQueue(connection);
    this.#callOff = onExit(() => this.#queue.writeAll(exitPatience));
  }

  async read<T>(work: () => SqlWork<T>, { beside = false }: StoreReadOptions = {}): Promise<T> {
    this.#refuseClosed();
    if (!beside && !this.#queue.empty && !this.#queue.writeAll()) await this.#queue.drained();
    return this.#patiently(() => this.#connection.run(work()));
  }

  async write<T>(work: () => SqlWork<T>, options?: StoreWriteOptions): Promise<T> {
    this.#refuseClosed();
    return this.#queue.push(work, options);
  }

  gather(write: () => void): void {
    this.#queue.gather(write);
  }

  async reclaim(): Promise<void> {
    await this.flush();
    if (this.#closing) return;
    const freePages = () => this.#patiently(() => this.#connection.pragma('freelist_count'));
    // A process that closes the store need not wait for the reclaiming.
    for (let free = await freePages(); free > 0 && !this.#closing; ) {
      await this.#patiently(() => this.#connection.exec(`pragma incremental_vacuum(${reclaimStep})`));
      const left = this.#connection.pragma('freelist_count');
      if (left >= free) break;
      free = left;
      await turn();
    }
  }

  flush(): Promise<void> {
    return this.#queue.drained();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (!this.#queue.writeAll()) await this.#queue.drained();
    this.#callOff();
    this.#connection.close();
  }

  /** Reads again and again: readers meet a lock only while another process recovers or closes the file. */
  async #patiently<T>(action: () => T): Promise<T> {
    const patience = new Patience(this.#connection);
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (!isSqliteBusy(error) || !patience.lasts()) throw toSqliteError(error, this.#connection.file);
      }
      await sleep(4);
    }
  }

  #refuseClosed(): void {
    if (this.#closing) throw new ToolError('EXECUTION_ERROR', `The store ${this.#connection.file} is closed.`);
  }
}

const atExit = new Set<() => void>();

function runAll(): void {
  for (const action of atExit) {
    try {
      action();
    } catch {
      // The other actions still get their turn; nobody is left who could be told of the error.
    }
  }
}

/** Runs the action when the process ends by itself or by `process.exit`; gives back the way to call it off. */
function onExit(action: () => void): () => void {
  if (atExit.size === 0) process.on('exit', runAll);
  atExit.add(action);
  return () => {
    if (atExit.delete(action) && atExit.size === 0) process.off('exit', runAll);
  };
}
