import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../port.ts';
import { sqlStore } from '../sql/store.ts';
import { PostgresConnection } from './connection.ts';
import { PostgresDriver } from './driver.ts';
import { isAway, isStarting, toOpenError } from './errors.ts';
import { migratePostgres } from './migrate.ts';
import type { PostgresPlace } from './place.ts';
import { checkSessions } from './sessions.ts';

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
