import { ToolError } from '../../tool/error.ts';
import { PostgresConnection } from './connection.ts';
import type { PostgresPlace } from './place.ts';

const looks = 3;

/**
 * Refuses a pooler that hands out sessions by the transaction, since what we set for a session (the schema, how long a
 * lock is waited for) would then hold for somebody else. Two connections that are both open show it: the server gives
 * each its own process, and such a pooler gives both the same.
 */
export async function checkSessions(first: PostgresConnection, place: PostgresPlace): Promise<void> {
  const second = await PostgresConnection.open(place);
  try {
    for (let look = 0; look < looks; look++) {
      if ((await first.serverProcess()) === (await second.serverProcess())) throw sharedSessions(place);
    }
  } finally {
    await second.close();
  }
}

const sharedSessions = ({ name }: PostgresPlace): ToolError =>
  new ToolError(
    'EXECUTION_ERROR',
    `The store ${name} is behind a pooler that gives every transaction another session, and Toolgate needs its own.`,
    {
      suggestion: 'Use a pool with pool_mode = session, as PgBouncer calls it, or the address of the server itself.',
      details: { store: name },
    },
  );
