import type { SqlWork, StoreWriteOptions } from '../sql/driver.ts';
import { fulfil, lastWork, refuse, WaitingWrites } from '../sql/waiting-writes.ts';
import type { SqliteConnection } from './connection.ts';
import { isSqliteBusy, toSqliteError } from './errors.ts';
import { Patience } from './patience.ts';

const retryDelay = 4;

/**
 * Writes wait here until the running code lets go, and then share one transaction and its fsync. If anything in that
 * fails, each is tried by itself, so that a failure meets nobody but its caller.
 */
export class SqliteWriteQueue {
  readonly #connection: SqliteConnection;
  readonly #waiting = new WaitingWrites();
  #scheduled = false;
  readonly #patience: Patience;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#patience = new Patience(connection);
  }

  get empty(): boolean {
    return this.#waiting.empty;
  }

  push<T>(work: () => SqlWork<T>, options?: StoreWriteOptions): Promise<T> {
    const done = this.#waiting.push(work, options);
    this.#schedule();
    return done;
  }

  gather(push: () => void): void {
    this.#waiting.gather(push);
    this.#schedule();
  }

  /** Resolves when all that waits now is written or refused. */
  async drained(): Promise<void> {
    if (this.empty) return;
    this.#waiting.takeGathered();
    await this.push(nothing);
  }

  /** Writes at once all that waits. Waits so many milliseconds for another process's lock; false if too short. */
  writeAll(wait = 0): boolean {
    const deadline = performance.now() + wait;
    while (!this.empty) {
      if (this.#writeBatch()) continue;
      if (performance.now() >= deadline) return false;
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

  /** Writes a batch; false when the lock could not be had: then everything still waits. */
  #writeBatch(): boolean {
    const batch = this.#waiting.nextBatch();
    try {
      this.#connection.begin(batch.some(write => write.durable));
    } catch (error) {
      if (isSqliteBusy(error) && this.#patience.lasts()) return false;
      this.#patience.end();
      this.#waiting.remove(batch);
      refuse(batch, toSqliteError(error, this.#connection.file));
      return true;
    }
    this.#patience.end();
    this.#waiting.remove(batch);
    try {
      const values = batch.map(write => this.#connection.run(lastWork(write)));
      this.#connection.commit();
      fulfil(batch, values);
    } catch (error) {
      this.#connection.rollback();
      this.#waiting.split(batch, toSqliteError(error, this.#connection.file));
    }
    return true;
  }
}

function* nothing(): SqlWork<void> {}
