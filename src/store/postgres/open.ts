import { setTimeout as sleep } from 'node:timers/promises';
import { ToolError } from '../../tool/error.ts';
import type { Store } from '../port.ts';
import { sqlStore } from '../sql/store.ts';
import { PostgresConnection } from './connection.ts';
import { PostgresDriver } from './driver.ts';
import { isAway, isStarting, toOpenError } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import type { PostgresPlace } from './place.ts';

/** A server that says it is starting is waited for; where none answers, the address is more likely wrong. */
const startPatience = 60_000;
const answerPatience = 5000;
const pause = 100;

export async function openPostgres(place: PostgresPlace): Promise<Store> {
  return { ...sqlStore('postgres', await openPostgresDriver(place)), sharedAs: place.schema };
}

export async function openPostgresDriver(place: PostgresPlace): Promise<PostgresDriver> {
  const began = performance.now();
  for (;;) {
    try {
      return new PostgresDriver(place, await connect(place));
    } catch (error) {
      const limit = isStarting(error) ? startPatience : isAway(error) ? answerPatience : 0;
      if (performance.now() + pause > began + limit) throw toOpenError(error, place);
    }
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** A connection to the newest schema. */
async function connect(place: PostgresPlace): Promise<PostgresConnection> {
  const connection = await PostgresConnection.open(place);
  try {
    await checkSessions(connection, place);
    await migratePostgres(connection, place);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

const looks = 3;

/**
 * Refuses a pooler that hands out sessions by the transaction, since what we set for a session (the schema, how long a
 * lock is waited for) would then hold for somebody else. Two connections that are both open show it: the server gives
 * each its own process, and such a pooler gives both the same.
 */
async function checkSessions(first: PostgresConnection, place: PostgresPlace): Promise<void> {
  const second = await PostgresConnection.open(place);
  try {
    for (let look = 0; look < looks; look++) {
      if ((await first.serverProcess()) === (await second.serverProcess())) throw sharedSessions(place);
    }
  } finally {
    await second.close();
  }
}

function sharedSessions({ name }: PostgresPlace): ToolError {
  const why = 'is behind a pooler that gives every transaction another session, and Toolgate needs its own';
  const suggestion = 'Use a pool with pool_mode = session, as PgBouncer calls it, or the address of the server itself.';
  return new ToolError('EXECUTION_ERROR', `The store ${name} ${why}.`, { suggestion, details: { store: name } });
}
