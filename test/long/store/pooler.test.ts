import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { startPgBouncer } from '../../support/postgres/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres/postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

const open = (url: string) => openStore({ kind: 'postgres', url, workspaceID: 'pooled' });

test('a pooler that gives every transaction another session is refused, with the mode that is needed', async () => {
  const url = await startPgBouncer(server, 'transaction');
  await expect(open(url)).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringContaining('another session'),
    suggestion: expect.stringContaining('pool_mode = session'),
  });
});

test('a pooler that leaves a session to its client does no harm', async () => {
  const store = await open(await startPgBouncer(server, 'session'));
  await store.state.set('a', 1);
  expect(await store.state.get('a')).toBe(1);
  await store.close();
});
