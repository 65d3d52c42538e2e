import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { optionalPackage } from '../../tool/loading/optional-package.ts';
import type { SqlRow, SqlWork, Statement } from '../sql/driver.ts';
import { isAway } from './errors.ts';
import { type PostgresPlace, quoteIdentifier } from './place.ts';
import { toQuery } from './to-query.ts';

const connectPatience = 10_000;
/** For how long others may hold a lock before a statement is refused. */
const lockPatience = 60_000;
/** A process that hangs in a transaction keeps the others waiting no longer than this. */
const idlePatience = 20_000;
/** For how long an answer may take: after that the network has lost it, and nobody will say so. */
const answerPatience = 90_000;

const closePatience = 2000;

const int8 = 20;
const numeric = 1700;

/** A client with members that it has, though the types do not know them. */
type Client = pg.Client & {
  ref(): void;
  unref(): void;
  readonly connection?: { readonly stream?: { cork?(): void; uncork?(): void } };
};

/** One connection, until it breaks. A statement goes out at once; all are done in the order of asking. */
export class PostgresConnection {
  readonly #client: Client;
  #working = 0;
  #corked = false;
  #alive = true;

  private constructor(client: Client) {
    this.#client = client;
    const end = () => {
      this.#alive = false;
    };
    // Without a listener an idle connection that breaks would end the process.
    client.on('error', end).on('end', end);
  }

  static async open({ url, schema }: PostgresPlace): Promise<PostgresConnection> {
    // The client is loaded when a store of PostgreSQL is first opened: few have one.
    const asked = { by: 'A store in PostgreSQL', since: '8.23.0' };
    const { default: library } = await optionalPackage<{ default: typeof pg }>('pg', asked);
    const types = new library.TypeOverrides();
    for (const type of [int8, numeric]) types.setTypeParser(type, Number);
    const client = new library.Client({
      connectionString: url,
      fallback_application_name: 'toolgate',
      connectionTimeoutMillis: connectPatience,
      query_timeout: answerPatience,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      pipeline: true,
      types,
    }) as Client;
    const connection = new PostgresConnection(client);
    try {
      await client.connect();
      // Every commit waits for the disk, also one that need not be durable: a thing that others have seen of it, such
      // as the number of an event, must not be given to something else after a crash.
      await connection.exec(`set search_path to ${quoteIdentifier(schema)};
        set lock_timeout = ${lockPatience}; set idle_in_transaction_session_timeout = ${idlePatience};
        set client_min_messages = warning; set standard_conforming_strings = on;
        select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Several statements in one text, without parameters. Gives back what the server says of the last: COMMIT, … */
  async exec(sql: string): Promise<string> {
    const results = await this.#busy(() => this.#client.query(sql));
    const [last] = [results].flat().slice(-1);
    return last?.command ?? '';
  }

  /** The number of the server's process that answers; asked without a prepared statement, which a session keeps. */
  async serverProcess(): Promise<unknown> {
    const { rows } = await this.#busy(() => this.#client.query<{ pid: number }>('select pg_backend_pid() as pid'));
    return rows[0]?.pid;
  }

  async all(statement: Statement): Promise<readonly SqlRow[]> {
    const { rows } = await this.#busy(() => this.#client.query<SqlRow>(toQuery(statement)));
    return rows;
  }

  /** Runs the work from its first step on, or from the step that it is at. */
  async run<T>(work: SqlWork<T>, first = work.next()): Promise<T> {
    let step = first;
    while (!step.done) step = work.next(await this.answer(step.value));
    return step.value;
  }

  /** Closes the connection, and never fails: a broken one is closed too. */
  async close(): Promise<void> {
    this.#hold(true);
    this.#alive = false;
    const ended = this.#client.end().catch(() => {});
    // A network that lost the connection never says that it ended.
    await Promise.race([ended, sleep(closePatience, undefined, { ref: false })]);
  }

  async answer(step: Statement | readonly Statement[]): Promise<readonly SqlRow[]> {
    if (!('length' in step)) return this.all(step);
    const answers = await allOrFirstError(step.map(statement => this.all(statement)));
    return answers.at(-1) ?? [];
  }

  /** Keeps the process alive, or not. A socket that is gone is left alone: only listeners would stay behind. */
  #hold(on: boolean): void {
    if (!this.#alive) return;
    if (on) this.#client.ref();
    else this.#client.unref();
  }

  /** Sends in one piece all that is asked for in one breath: a write to a socket costs more than all else here. */
  #sendTogether(): void {
    const stream = this.#client.connection?.stream;
    if (this.#corked || !stream?.cork) return;
    this.#corked = true;
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork?.();
    });
  }

  /** Does an action; only meanwhile does the connection keep the process alive. */
  async #busy<T>(action: () => Promise<T>): Promise<T> {
    if (++this.#working === 1) this.#hold(true);
    this.#sendTogether();
    try {
      return await action();
    } catch (error) {
      if (isFatal(error) || isAway(error)) this.#alive = false;
      throw error;
    } finally {
      if (--this.#working === 0) this.#hold(false);
    }
  }
}

/** Whether an error is the one that the server tells before it hangs up. */
const isFatal = (error: unknown): boolean =>
  ['FATAL', 'PANIC'].includes(String((error as { severity?: unknown } | null)?.severity));

/** Whether an error only follows from an earlier one in its transaction, and says nothing new. */
const isConsequence = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '25P02';

/** Waits for all promises; then the values, or the first error that is not the consequence of another. */
export async function allOrFirstError<T>(asked: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(asked);
  const errors = settled.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
  if (errors.length > 0) throw errors.find(error => !isConsequence(error)) ?? errors[0];
  return settled.map(result => (result as PromiseFulfilledResult<T>).value);
}
