import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres/postgres-server.ts';
import { openStore } from '../open-store.ts';
import { migrations } from '../sql/migrations.ts';
import { PostgresConnection } from './connection.ts';
import { migratePostgres } from './migrate.ts';
import { type PostgresPlace, postgresPlace, quoteIdentifier } from './place.ts';

let server: PostgresServer;
let workspaces = 0;
let workspaceID: string;
let place: PostgresPlace;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
beforeEach(() => {
  workspaceID = `migrate-${++workspaces}`;
  place = postgresPlace(server.url, workspaceID);
});

async function withConnection<T>(run: (connection: PostgresConnection) => Promise<T>, at = place): Promise<T> {
  const connection = await PostgresConnection.open(at);
  try {
    return await run(connection);
  } finally {
    await connection.close();
  }
}

const open = () => openStore({ kind: 'postgres', url: server.url, workspaceID });

const columns = (schema: string) =>
  server.query(
    `select table_name, column_name, data_type, collation_name, is_nullable from information_schema.columns
     where table_schema = '${schema}' order by table_name, column_name`,
    server.url,
  );
const indexes = async (schema: string) =>
  (
    await server.query(
      `select indexname, replace(indexdef, '${quoteIdentifier(schema)}', '') as definition from pg_indexes
       where schemaname = '${schema}' order by indexname`,
      server.url,
    )
  ).map(row => row.definition);
const versionOf = async () =>
  (await server.query(`select version from ${quoteIdentifier(place.schema)}.toolgate_store`, server.url))[0];

for (let version = 0; version <= migrations.length; version += 1) {
  test(`version ${version} becomes the newest and keeps its rows`, async () => {
    const fresh = postgresPlace(server.url, `${workspaceID}-fresh`);
    await withConnection(connection => migratePostgres(connection, fresh), fresh);
    await withConnection(async connection => {
      await migratePostgres(connection, place, migrations.slice(0, version));
      if (version > 0) await connection.exec(`insert into state (name, value) values ('kept', '1')`);
      await migratePostgres(connection, place);
    });
    expect(await versionOf()).toEqual({ version: String(migrations.length) });
    expect(await columns(place.schema)).toEqual(await columns(fresh.schema));
    expect(await indexes(place.schema)).toEqual(await indexes(fresh.schema));
    const store = await open();
    expect(await store.state.get('kept')).toBe(version > 0 ? 1 : undefined);
    await store.close();
  });
}

test('a migration that fails leaves the version before it', async () => {
  await withConnection(async connection => {
    await migratePostgres(connection, place);
    const before = await columns(place.schema);
    const steps = [...migrations, () => ['create table half (x int)', 'insert into nowhere values (1)']];
    await expect(migratePostgres(connection, place, steps)).rejects.toThrow('nowhere');
    expect(await columns(place.schema)).toEqual(before);
    expect(await versionOf()).toEqual({ version: String(migrations.length) });
  });
});

test('of many that start at once, one migrates', async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, open));
  expect(await stores[0]!.events.last()).toBe(0);
  await Promise.all(stores.map(store => store.close()));
});

test('what a newer version wrote is refused', async () => {
  const steps = [...migrations, () => ['create table later (x int)']];
  await withConnection(connection => migratePostgres(connection, place, steps));
  await expect(open()).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringContaining(
      `was written by a newer Toolgate (schema ${migrations.length + 1}, this one knows ${migrations.length})`,
    ),
    suggestion: expect.stringContaining('Update toolgate'),
  });
});

test('a schema of another program is refused and left alone', async () => {
  await server.query(`create schema ${quoteIdentifier(place.schema)}`, server.url);
  await server.query(`create table ${quoteIdentifier(place.schema)}.theirs (x int)`, server.url);
  await expect(open()).rejects.toThrow('another program');
  expect(await columns(place.schema)).toMatchObject([{ table_name: 'theirs' }]);
});

test('a user who may not make a schema is told so, and may be given an empty one', async () => {
  await server.query(`create role guest login password 'guest'`);
  const url = new URL(server.url);
  url.username = 'guest';
  url.password = 'guest';
  const openAsGuest = () => openStore({ kind: 'postgres', url: url.href, workspaceID });
  await expect(openAsGuest()).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    suggestion: expect.stringContaining('grant create on database'),
  });
  await server.query(`create schema ${quoteIdentifier(place.schema)} authorization guest`, server.url);
  const store = await openAsGuest();
  await store.state.set('a', 1);
  expect(await store.state.get('a')).toBe(1);
  await store.close();
});

test('workspaces in one database know nothing of each other', async () => {
  const one = await open();
  const other = await openStore({ kind: 'postgres', url: server.url, workspaceID: `${workspaceID}-other` });
  await one.state.set('a', 1);
  expect(await other.state.get('a')).toBeUndefined();
  expect(await other.events.last()).toBe(0);
  await Promise.all([one.close(), other.close()]);
});
