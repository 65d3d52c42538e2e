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
