import { ToolError } from '../../tool/error.ts';
import { PostgresConnection } from './connection.ts';
import type { PostgresPlace } from './place.ts';

const looks = 3;

/**
 * Refuses a pooler that shares sessions, for what we set for one would hold for somebody else: it is seen by two
 * connections that are open and have one process of the server.
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
