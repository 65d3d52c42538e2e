import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import { PostgresConnection } from './connection.ts';
import { isAway } from './errors.ts';
import type { PostgresPlace } from './place.ts';

/** For how long the server may be away before those who wait are refused. */
const patience = 60_000;
const firstPause = 20;
const longestPause = 1000;

/** A connection that is opened when it is first needed, and again whenever it broke. */
export class LastingConnection {
  readonly place: PostgresPlace;
  #connection: PostgresConnection | undefined;
  #opening: Promise<PostgresConnection> | undefined;
  #closed = false;

  constructor(place: PostgresPlace, first?: PostgresConnection) {
    this.place = place;
    this.#connection = first;
  }

  /** Runs an action, again on a new connection where one broke: the action finds out itself whether it was done. */
  async run<T>(action: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    let deadline: number | undefined;
    for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
      let connection: PostgresConnection | undefined;
      try {
        connection = await this.#get();
        return await action(connection);
      } catch (error) {
        const broken = connection ? !connection.alive : isAway(error);
        deadline ??= performance.now() + patience;
        if (!broken || this.#closed || performance.now() + pause > deadline) throw error;
      }
      // Processes that lost the same server do not come back all at once.
      await sleep(pause * (0.5 + Math.random()));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => {});
    await this.#connection?.close();
  }

  async #get(): Promise<PostgresConnection> {
    if (this.#closed) throw new ToolError('EXECUTION_ERROR', `The store ${this.place.name} is closed.`);
    if (this.#connection?.alive) return this.#connection;
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<PostgresConnection> {
    try {
      void this.#connection?.close();
      this.#connection = await PostgresConnection.open(this.place);
      return this.#connection;
    } finally {
      this.#opening = undefined;
    }
  }
}
