import type { Work, WriteOptions } from '../sql/driver.ts';
import type { Connection } from './connection.ts';
import { isBusy, toStoreError } from './errors.ts';

interface Ask {
  readonly work: () => Work<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Entry {
  /** Asks with one key, of which the last does what all of them want. */
  readonly asks: Ask[];
  readonly key: string | undefined;
  durable: boolean;
  /** It was in a batch that failed and gets a transaction of its own. */
  readonly alone: boolean;
}

const largestBatch = 1000;
/** For how long another process may hold the lock before the waiting writers are refused. */
const patience = 60_000;
const retryDelay = 4;

/**
 * Writes wait here until the running code lets go, and then share one transaction and its fsync. If anything in it
 * fails, each is tried by itself, so that a failure meets nobody but its caller.
 */
export class WriteQueue {
  readonly #connection: Connection;
  #waiting: Entry[] = [];
  readonly #keyed = new Map<string, Entry>();
  #scheduled = false;
  #busySince: number | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get empty(): boolean {
    return this.#waiting.length === 0;
  }

  push<T>(work: () => Work<T>, { durable = false, key }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const earlier = key === undefined ? undefined : this.#keyed.get(key);
      if (earlier) {
        earlier.asks.push({ work, resolve, reject });
        earlier.durable ||= durable;
        return;
      }
      const entry: Entry = { asks: [{ work, resolve, reject }], key, durable, alone: false };
      if (key !== undefined) this.#keyed.set(key, entry);
      this.#waiting.push(entry);
      this.#schedule();
    });
  }

  /** Resolves when all that waits now is written or refused. */
  async drained(): Promise<void> {
    if (!this.empty) await this.push(nothing);
  }

  /** Writes all that waits, at once. Waits so many milliseconds for another process's lock; false if that is not enough. */
  writeAll(wait = 0): boolean {
    const deadline = Date.now() + wait;
    while (!this.empty) {
      if (this.#writeBatch()) continue;
      if (Date.now() >= deadline) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelay);
    }
    return true;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#turn);
  }

  readonly #turn = (): void => {
    this.#scheduled = false;
    if (this.empty) return;
    if (this.#writeBatch()) {
      if (!this.empty) this.#schedule();
    } else {
      this.#scheduled = true;
      setTimeout(this.#turn, retryDelay * (1 + Math.random()));
    }
  };

  /** False when the lock could not be had; then everything still waits. */
  #writeBatch(): boolean {
    const batch = this.#nextBatch();
    try {
      this.#connection.begin(batch.some(entry => entry.durable));
    } catch (error) {
      if (isBusy(error) && !this.#outOfPatience()) return false;
      this.#remove(batch);
      this.#refuse(batch, error);
      return true;
    }
    this.#busySince = undefined;
    this.#remove(batch);
    const values: unknown[] = [];
    try {
      for (const { asks } of batch) values.push(this.#connection.run(asks.at(-1)!.work()));
      this.#connection.commit();
    } catch (error) {
      this.#connection.rollback();
      this.#split(batch, error);
      return true;
    }
    for (const [index, { asks }] of batch.entries()) {
      for (const { resolve } of asks) resolve(values[index] as never);
    }
    return true;
  }

  #nextBatch(): Entry[] {
    if (this.#waiting[0]?.alone) return this.#waiting.slice(0, 1);
    const end = this.#waiting.findIndex(entry => entry.alone);
    return this.#waiting.slice(0, Math.min(end < 0 ? largestBatch : end, largestBatch));
  }

  #remove(batch: readonly Entry[]): void {
    this.#waiting = this.#waiting.slice(batch.length);
    for (const { key } of batch) if (key !== undefined) this.#keyed.delete(key);
  }

  #split(batch: readonly Entry[], error: unknown): void {
    const asks = batch.flatMap(entry => entry.asks.map(ask => ({ asks: [ask], durable: entry.durable })));
    if (asks.length === 1) this.#refuse(batch, error);
    else this.#waiting = [...asks.map(entry => ({ ...entry, key: undefined, alone: true })), ...this.#waiting];
  }

  #refuse(batch: readonly Entry[], error: unknown): void {
    const reason = toStoreError(error, this.#connection.file);
    for (const { asks } of batch) for (const { reject } of asks) reject(reason);
  }

  #outOfPatience(): boolean {
    this.#busySince ??= Date.now();
    return Date.now() - this.#busySince > patience;
  }
}

function* nothing(): Work<void> {}
