import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../sql/migrations.ts';
import { SqliteConnection } from './connection.ts';
import { migrateSqlite } from './migrate.ts';

let folder: string;
let connection: SqliteConnection;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
  connection = new SqliteConnection(join(folder, 'store.db'));
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

const schema = (of: SqliteConnection) =>
  of.all({ sql: 'select type, name, sql from sqlite_schema order by type, name', params: [] });

for (let version = 0; version <= migrations.length; version += 1) {
  test(`version ${version} becomes the newest and keeps its rows`, () => {
    migrateSqlite(connection, migrations.slice(0, version));
    if (version > 0) connection.exec(`insert into state (name, value) values ('kept', '1')`);
    migrateSqlite(connection);
    expect(connection.pragma('user_version')).toBe(migrations.length);
    const fresh = new SqliteConnection(join(folder, 'fresh.db'));
    migrateSqlite(fresh);
    expect(schema(connection)).toEqual(schema(fresh));
    fresh.close();
    const kept = connection.all({ sql: `select value from state where name = 'kept'`, params: [] });
    expect(kept.length).toBe(version > 0 ? 1 : 0);
  });
}

test('calls keep their rows and numbers where their table is made anew, and the next has the next number', () => {
  const insert = (id: string) =>
    connection.exec(`insert into call (id, session_id, turn, agent, process_id, tool, status, effects, danger, repeatable,
      prepared_at, parent_id) values ('${id}', 's', 1, 'main', 'p', 'read_file', 'settled', '[]', 'safe', 1, 5, 'script')`);
  migrateSqlite(connection, migrations.slice(0, 8));
  for (const id of ['c', 'a', 'b']) insert(id);
  connection.exec(`delete from call where id = 'a'`);
  migrateSqlite(connection);
  insert('d');
  const rows = connection.all({ sql: 'select seq, id, parent_id, prepared_at from call order by seq', params: [] });
  expect(rows.map(row => Object.values(row))).toEqual([
    [1, 'c', 'script', 5],
    [3, 'b', 'script', 5],
    [4, 'd', 'script', 5],
  ]);
});

test('a migration that fails leaves the version before it', () => {
  migrateSqlite(connection);
  const before = schema(connection);
  const steps = [...migrations, () => ['create table half (x)', 'insert into nowhere values (1)']];
  expect(() => migrateSqlite(connection, steps)).toThrow('nowhere');
  expect(connection.pragma('user_version')).toBe(migrations.length);
  expect(schema(connection)).toEqual(before);
});

test('a step is done once', () => {
  const steps = [...migrations, () => [`insert into state (name, value) values ('step', '1')`]];
  migrateSqlite(connection, steps);
  migrateSqlite(connection, steps);
  expect(connection.pragma('user_version')).toBe(migrations.length + 1);
  expect(() => migrateSqlite(connection)).toThrow('newer');
});
