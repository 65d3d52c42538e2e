import { ToolError } from '../../tool/error.ts';
import { type Dialect, migrations } from '../sql/migrations.ts';
import type { PostgresConnection } from './connection.ts';
import { lockOf, type PostgresPlace, quoteIdentifier } from './place.ts';

/** Text is sorted as in SQLite, whatever the database's own order is. */
const postgresDialect: Dialect = {
  text: 'text collate "C"',
  integer: 'bigint',
  bytes: 'bytea',
  numbered: table => [
    `alter table ${table} add column seq bigint`,
    `update ${table} set seq = numbered.seq
      from (select id, row_number() over (order by id) as seq from ${table}) numbered where numbered.id = ${table}.id`,
    `create sequence ${table}_number owned by ${table}.seq`,
    `select setval('${table}_number', coalesce(max(seq), 0) + 1, false) from ${table}`,
    `alter table ${table} alter column seq set default nextval('${table}_number')`,
    `create unique index ${table}_seq on ${table} (seq)`,
  ],
  // PostgreSQL numbers rows by a sequence, which is cheap.
  renumbered: () => [],
};

/** Brings the schema to the newest version. Of several processes that start at once, one does it and others wait. */
export async function migratePostgres(connection: PostgresConnection, place: PostgresPlace, steps = migrations) {
  if ((await versionOf(connection, place, steps.length)) === steps.length) return;
  await connection.exec(`begin; select pg_advisory_xact_lock(${lockOf(place)})`);
  try {
    await migrateLocked(connection, place, steps);
    await connection.exec('commit');
  } catch (error) {
    if (connection.alive) await connection.exec('rollback');
    throw error;
  }
}

async function migrateLocked(connection: PostgresConnection, place: PostgresPlace, steps: typeof migrations) {
  const version = await versionOf(connection, place, steps.length);
  if (version === 0) {
    const name = quoteIdentifier(place.schema);
    const [schema] = await connection.all({ sql: 'select to_regnamespace(?)::text as name', params: [name] });
    // The schema is made only where it is missing: a user who may not make a schema may be given one.
    if (schema?.name === null) await connection.exec(`create schema ${name}`);
    await connection.exec(`
      create table toolgate_store (version bigint not null);
      insert into toolgate_store (version) values (0);
      create table writer (id text primary key, number bigint not null, at bigint not null)`);
  }
  for (const step of steps.slice(version)) {
    for (const sql of step(postgresDialect)) await connection.exec(sql);
  }
  await connection.exec(`update toolgate_store set version = ${steps.length}`);
}

/** The version of the schema; zero where there is nothing yet. */
async function versionOf(connection: PostgresConnection, place: PostgresPlace, newest: number): Promise<number> {
  const [found] = await connection.all({
    sql: `select current_setting('server_encoding') as "encoding",
      to_regclass(?)::text as "ours",
      (select count(*) from pg_class where relnamespace = to_regnamespace(?)) as "relations"`,
    params: [`${quoteIdentifier(place.schema)}.toolgate_store`, quoteIdentifier(place.schema)],
  });
  if (found?.encoding !== 'UTF8') {
    throw refused(`The database of ${place.name} is encoded in ${found?.encoding}, not in UTF8.`, place);
  }
  if (found.ours === null) {
    if (found.relations === 0) return 0;
    throw refused(`${place.name} is a database of another program.`, place);
  }
  const [row] = await connection.all({ sql: 'select version from toolgate_store', params: [] });
  const version = row?.version as number;
  if (version > newest) {
    const why = `was written by a newer Toolgate (schema ${version}, this one knows ${newest})`;
    const suggestion = 'Update toolgate, or choose another place for the store.';
    throw refused(`The store ${place.name} ${why}.`, place, suggestion);
  }
  return version;
}

const ELSEWHERE = 'Choose another place for the store, or another workspaceID.';

const refused = (message: string, { name }: PostgresPlace, suggestion = ELSEWHERE): ToolError =>
  new ToolError('EXECUTION_ERROR', message, { suggestion, details: { store: name } });
