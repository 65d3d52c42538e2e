import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { counters, type SqlRow, type SqlWork, type Statement, type StoreWriteOptions } from '../sql/driver.ts';
import { fulfil, lastWork, refuse, type WaitingWrite, WaitingWrites } from '../sql/waiting-writes.ts';
import { type ClockReading, clock } from './clock.ts';
import { allOrFirstError, type PostgresConnection } from './connection.ts';
import { isAway, isConflict, toPostgresError } from './errors.ts';
import type { LastingConnection } from './lasting-connection.ts';
import { mergeRows } from './merge-rows.ts';
import { lockOf, type PostgresPlace } from './place.ts';

const mostConflicts = 5;
/** Long after it no process can still ask whether its last write was done. */
const forgottenAfter = 7 * 24 * 3_600_000;

type OnTime = (databaseTime: number, asked: ClockReading) => void;

/** One try for a batch, and what is known of it should the connection break. */
interface Attempt {
  readonly number: number;
  readonly batch: readonly WaitingWrite[];
  /** The results, once all was done and the commit was asked for: only then may the batch have been committed. */
  values?: readonly unknown[];
}

/**
 * Writes wait here while those before them are written, and then share one transaction and what it takes on the
 * network. If anything in it fails, each is tried by itself, so that a failure meets nobody but its caller.
 *
 * Every transaction leaves its number in a row of this writer's own. When the connection breaks at the commit, that
 * row says afterwards whether it was done, also where the server crashed or another one took its place; the numbers
 * that PostgreSQL itself gives to transactions come again after a crash. The row is locked by a transaction that is
 * still on its way, so whoever looks at it in order to write it waits for the end of that.
 */
export class PostgresWriteQueue {
  readonly #line: LastingConnection;
  readonly #waiting = new WaitingWrites();
  readonly #gathering: (() => void)[] = [];
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

  /** Has it called before the next batch is made, to push what was gathered until then. */
  beforeBatch(push: () => void): void {
    this.#gathering.push(push);
    this.#start();
  }

  /** Resolves when all that waits now is written or refused. */
  async drained(): Promise<void> {
    if (!this.#running) return;
    this.#takeGathered();
    await this.push(nothing, { beside: true });
  }

  /** Takes this writer's row away, and those of the long dead; nothing may be written afterwards. */
  async leave(): Promise<void> {
    if (this.#number === 0) return;
    const forget = {
      sql: `delete from writer where id = ? or at < ${clock} - ${forgottenAfter}`,
      params: [this.#writer],
    };
    await this.#line.run(connection => connection.all(forget));
  }

  #start(): void {
    if (!this.#running) void this.#writeAll();
  }

  #takeGathered(): void {
    for (const push of this.#gathering.splice(0)) push();
  }

  async #writeAll(): Promise<void> {
    this.#running = true;
    // What is asked for in one breath is written in one transaction.
    for (await turn(); !this.#waiting.empty || this.#gathering.length > 0; await turn()) {
      this.#takeGathered();
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
        fulfil(batch, await this.#line.run(connection => this.#write(connection, attempt)));
        return;
      } catch (error) {
        if (isConflict(error) && conflicts < mostConflicts) continue;
        const { place } = this.#line;
        if (attempt.values) refuse(batch, inDoubt(error, place));
        else if (isAway(error)) refuse(batch, toPostgresError(error, place));
        else this.#waiting.split(batch, toPostgresError(error, place));
        return;
      }
    }
  }

  async #write(connection: PostgresConnection, attempt: Attempt): Promise<readonly unknown[]> {
    const { batch } = attempt;
    const beside = batch.every(write => write.beside);
    const begun = this.#begin(connection, attempt, beside);
    try {
      if (attempt.values) {
        if (!(await begun)) {
          await connection.exec('rollback');
          return attempt.values;
        }
        delete attempt.values;
      }
      // The statements are sent behind the `begin`, before that is answered.
      const [, values] = await allOrFirstError<unknown>([begun, runAll(connection, batch)]);
      attempt.values = values as readonly unknown[];
    } catch (error) {
      if (connection.alive) await connection.exec('rollback');
      throw error;
    }
    const said = await connection.exec('commit').catch(error => {
      // Refused, not lost: it was taken back.
      if (connection.alive) delete attempt.values;
      throw error;
    });
    if (said !== 'COMMIT') {
      delete attempt.values;
      throw new Error(`the commit was answered with ${said}`);
    }
    return attempt.values;
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

/** Runs a batch: writes in a row that may stand beside each other go out together, step by step; the others one after another. */
async function runAll(connection: PostgresConnection, batch: readonly WaitingWrite[]): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for (let from = 0, to = 1; from < batch.length; from = to, to += 1) {
    while (batch[from]!.beside && batch[to]?.beside) to += 1;
    addAll(values, await runTogether(connection, batch.slice(from, to)));
  }
  return values;
}

/** The rows with the counters come last: all writers need them, and they are locked until the commit. */
async function runTogether(
  connection: PostgresConnection,
  group: readonly WaitingWrite[],
): Promise<readonly unknown[]> {
  const done = new Map<WaitingWrite, unknown>();
  for (const counts of [undefined, ...counters]) {
    const part = group.filter(write => write.counts === counts);
    const values = await runPart(connection, part);
    for (const [index, write] of part.entries()) done.set(write, values[index]);
  }
  return group.map(write => done.get(write));
}

async function runPart(connection: PostgresConnection, part: readonly WaitingWrite[]): Promise<readonly unknown[]> {
  const begun = part.map(write => {
    const work = lastWork(write);
    return { work, first: work.next() };
  });
  const rows = mergeRows(begun.map(({ first }) => (first.done ? undefined : first.value)));
  const running = begun.map(({ work, first }, index) => {
    const merged = rows.places.has(index);
    return merged ? rows.sent(connection).then(() => connection.run(work, work.next([]))) : connection.run(work, first);
  });
  return allOrFirstError(running);
}

function inDoubt(error: unknown, place: PostgresPlace): ToolError {
  const { message } = toPostgresError(error, place) as Error;
  return new ToolError('EXECUTION_ERROR', `${message} Whether the last write was done is not known.`, {
    suggestion: 'Check that the server runs, and look at what is there before trying again.',
    details: { store: place.name },
  });
}

function* nothing(): SqlWork<void> {}
