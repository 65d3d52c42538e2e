import { ToolError } from '../../tool/error.ts';
import type { SqlDriver, SqlWork, StoreReadOptions, StoreWriteOptions } from '../sql/driver.ts';
import { ClockDifference, clock, startedAt } from './clock.ts';
import type { PostgresConnection } from './connection.ts';
import { toPostgresError } from './errors.ts';
import { LastingConnection } from './lasting-connection.ts';
import type { PostgresPlace } from './place.ts';
import { PostgresWriteQueue } from './write-queue.ts';

/** Two connections: one for the transactions, and one for readers, whom transactions do not hold up. */
export class PostgresDriver implements SqlDriver {
  readonly clock = { now: clock, up: startedAt };
  readonly #place: PostgresPlace;
  readonly #writing: LastingConnection;
  readonly #reading: LastingConnection;
  readonly #queue: PostgresWriteQueue;
  readonly #difference = new ClockDifference();
  #closing: Promise<void> | undefined;

  constructor(place: PostgresPlace, first?: PostgresConnection) {
    this.#place = place;
    this.#writing = new LastingConnection(place, first);
    this.#reading = new LastingConnection(place);
    this.#queue = new PostgresWriteQueue(this.#writing, (time, asked) => this.#difference.learn(time, asked));
  }

  async read<T>(work: () => SqlWork<T>, { beside = false }: StoreReadOptions = {}): Promise<T> {
    this.#refuseClosed();
    if (!beside) await this.#queue.drained();
    try {
      return await this.#reading.run(connection => connection.run(work()));
    } catch (error) {
      throw toPostgresError(error, this.#place);
    }
  }

  async write<T>(work: () => SqlWork<T>, options?: StoreWriteOptions): Promise<T> {
    this.#refuseClosed();
    return this.#queue.push(work, options);
  }

  gather(write: () => void): void {
    this.#queue.gather(write);
  }

  ahead(): number {
    return this.#difference.ahead;
  }

  /** Does nothing: the server reclaims room by itself. */
  async reclaim(): Promise<void> {}

  flush(): Promise<void> {
    return this.#queue.drained();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.drained();
    // The writer's row, if it is left behind, is removed by a later start.
    await this.#queue.leave().catch(() => {});
    await Promise.all([this.#writing.close(), this.#reading.close()]);
  }

  #refuseClosed(): void {
    if (this.#closing) throw new ToolError('EXECUTION_ERROR', `The store ${this.#place.name} is closed.`);
  }
}
