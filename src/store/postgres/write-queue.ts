import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import type { SqlRow, SqlWork, Statement, StoreWriteOptions } from '../sql/driver.ts';
import { fulfil, refuse, type WaitingWrite, WaitingWrites } from '../sql/waiting-writes.ts';
import { type ClockReading, clock } from './clock.ts';
import { allOrFirstError, type PostgresConnection } from './connection.ts';
import { isAway, isConflict, toPostgresError } from './errors.ts';
import type { LastingConnection } from './lasting-connection.ts';
import { lockOf, type PostgresPlace } from './place.ts';
import { type BatchValues, commitWithTail, planBatch, recallTail, runBatchBody } from './run-batch.ts';

const mostConflicts = 5;
/** A time after which no process can still ask whether its last write was done. */
const forgottenAfter = 7 * 24 * 3_600_000;

type OnTime = (databaseTime: number, asked: ClockReading) => void;

/** One try for a batch, and what is known of it should the connection break. */
interface Attempt {
  readonly number: number;
  readonly batch: readonly WaitingWrite[];
  /** The results but those of the tail, once the commit was asked for: only then may the batch have been committed. */
  asked?: BatchValues;
}

/**
 * Writes wait here while earlier ones are written, and then share one transaction and what it takes on the
 * network. If anything in it fails, each is tried by itself, so that a failure meets nobody but its caller.
 *
 * Every transaction leaves its number in a row of this writer's own. When the connection breaks at the commit, that
 * row says afterwards whether the commit was done, also where the server crashed or another took its place; the numbers
 * that PostgreSQL itself gives to transactions come again after a crash. The row is locked by a transaction that is
 * still on its way, so whoever looks at the row in order to write it waits for the end of that transaction.
 */
export class PostgresWriteQueue {
  readonly #line: LastingConnection;
  readonly #waiting = new WaitingWrites();
  readonly #writer = randomUUID();
  readonly #lock: string;
  readonly #onTime: OnTime;
  #number = 0;
  #running = false;

  /** `onTime` is told the server's time whenever it is known. */
  constructor(line: LastingConnection, onTime: OnTime = () => {}) {
    this.#line = line;
    this.#lock = lockOf(line.place);
    this.#onTime = onTime;
  }

  push<T>(work: () => SqlWork<T>, options?: StoreWriteOptions): Promise<T> {
    const done = this.#waiting.push(work, options);
    this.#start();
    return done;
  }

  gather(push: () => void): void {
    this.#waiting.gather(push);
    this.#start();
  }

  /** Resolves when all that waits now is written or refused. */
  async drained(): Promise<void> {
    if (!this.#running) return;
    this.#waiting.takeGathered();
    await this.push(nothing, { beside: true });
  }

  /** Takes this writer's row away, and rows of the long dead; nothing may be written afterwards. */
  async leave(): Promise<void> {
    if (this.#number === 0) return;
    const sql = `delete from writer where id = ? or at < ${clock} - ${forgottenAfter}`;
    await this.#line.run(connection => connection.all({ sql, params: [this.#writer] }));
  }

  #start(): void {
    if (!this.#running) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#running = true;
    // All that is asked for in one breath is written in one transaction.
    for (await turn(); !this.#waiting.empty; await turn()) {
      const batch = this.#waiting.nextBatch();
      this.#waiting.remove(batch);
      if (batch.every(({ asks }) => asks.every(({ work }) => work === nothing))) fulfil(batch, []);
      else await this.#writeBatch({ batch, number: ++this.#number });
    }
    this.#running = false;
  }

  async #writeBatch(attempt: Attempt): Promise<void> {
    const { batch } = attempt;
    for (let conflicts = 0; ; conflicts += 1) {
      try {
        const found = await this.#line.run(connection => this.#write(connection, attempt));
        const values = batch.map(write => found.get(write));
        return fulfil(batch, values);
      } catch (error) {
        if (isConflict(error) && conflicts < mostConflicts) continue;
        const { place } = this.#line;
        if (attempt.asked) refuse(batch, inDoubt(error, place));
        else if (isAway(error)) refuse(batch, toPostgresError(error, place));
        else this.#waiting.split(batch, toPostgresError(error, place));
        return;
      }
    }
  }

  async #write(connection: PostgresConnection, attempt: Attempt): Promise<BatchValues> {
    const { batch } = attempt;
    const plan = planBatch(batch);
    const beside = batch.every(write => write.beside);
    const begun = this.#begin(connection, attempt, beside);
    try {
      if (attempt.asked) {
        if (!(await begun)) {
          await connection.exec('rollback');
          await recallTail(connection, plan, { writer: this.#writer, values: attempt.asked });
          return attempt.asked;
        }
        delete attempt.asked;
      }
      // The statements below are sent behind the `begin`, before that is answered.
      const values: BatchValues = new Map();
      if (plan.body.length > 0) await allOrFirstError<unknown>([begun, runBatchBody(connection, plan, values)]);
      attempt.asked = values;
      await allOrFirstError<unknown>([begun, commitWithTail(connection, plan, values)]).catch(error => {
        // The batch was refused, not lost: it was taken back.
        if (connection.alive) delete attempt.asked;
        throw error;
      });
      return values;
    } catch (error) {
      if (connection.alive) await connection.exec('rollback');
      throw error;
    }
  }

  /** Takes the lock of the schema, together with others or alone. False if this was committed before. */
  async #begin(connection: PostgresConnection, { number }: Attempt, beside: boolean): Promise<boolean> {
    const lock = `pg_advisory_xact_lock${beside ? '_shared' : ''}`;
    const mark: Statement = {
      sql: `with locked as (select ${lock}(${this.#lock}))
        insert into writer (id, number, at) select ?::text, ?::bigint, ${clock} from locked
        on conflict (id) do update set number = excluded.number, at = excluded.at where writer.number < excluded.number
        returning ${clock} as "now"`,
      params: [this.#writer, number],
    };
    const sent = Date.now();
    const [, rows] = await allOrFirstError<unknown>([connection.exec('begin'), connection.all(mark)]);
    const [row] = rows as readonly SqlRow[];
    if (row) this.#onTime(row.now as number, { sent, received: Date.now() });
    return row !== undefined;
  }
}

function inDoubt(error: unknown, place: PostgresPlace): ToolError {
  const { message } = toPostgresError(error, place) as Error;
  return new ToolError('EXECUTION_ERROR', `${message} Whether the last write was done is not known.`, {
    suggestion: 'Check that the server runs, and look at what is there before trying again.',
    details: { store: place.name },
  });
}

function* nothing(): SqlWork<void> {}
