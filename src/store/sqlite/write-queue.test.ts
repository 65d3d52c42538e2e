import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query, type SqlWork } from '../sql/driver.ts';
import type { SqliteConnection } from './connection.ts';
import { connectSqlite } from './open.ts';
import { SqliteWriteQueue } from './write-queue.ts';

let folder: string;
let connection: SqliteConnection;
let queue: SqliteWriteQueue;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
  connection = connectSqlite(join(folder, 'store.db'));
  queue = new SqliteWriteQueue(connection);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

/** Notes the order in which writes are really done. */
const noting = (done: string[], name: string) =>
  function* (): SqlWork<string> {
    done.push(name);
    yield* query('insert into state (name, value) values (?, ?)', [name, '1']);
    return name;
  };

const names = () => connection.all({ sql: 'select name from state order by rowid', params: [] }).map(row => row.name);

test('writes wait for the running code and are done in order', async () => {
  const done: string[] = [];
  const asked = ['a', 'b', 'c'].map((name, index) => queue.push(noting(done, name), { durable: index === 1 }));
  await Promise.resolve();
  expect(done).toEqual([]);
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c']);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('writes that wait together are one transaction', async () => {
  const other = connectSqlite(connection.file);
  const version = () => other.pragma('data_version');
  const before = version();
  const seen: number[] = [];
  const asked = ['a', 'b', 'c'].map(name =>
    queue.push(function* () {
      yield* noting([], name)();
      seen.push(version());
    }),
  );
  await Promise.all(asked);
  expect(seen).toEqual([before, before, before]);
  expect(version()).not.toBe(before);
  other.close();
});

test('of writes with one key only the last is done', async () => {
  const done: string[] = [];
  const asked = [
    queue.push(noting(done, 'a'), { key: 'k' }),
    queue.push(noting(done, 'b')),
    queue.push(noting(done, 'c'), { key: 'k', durable: true }),
  ];
  expect(await Promise.all(asked)).toEqual(['c', 'b', 'c']);
  expect(done).toEqual(['c', 'b']);
  await queue.push(noting(done, 'd'), { key: 'k' });
  expect(done).toEqual(['c', 'b', 'd']);
});

test('where the last one with a key fails, the one before it stands', async () => {
  const bad = () => query('insert into nowhere values (1)');
  const results = await Promise.allSettled([
    queue.push(noting([], 'a'), { key: 'k' }),
    queue.push(bad, { key: 'k' }),
    queue.push(noting([], 'b')),
  ]);
  expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['a', 'b']);
});

test('a failure in the middle of many changes neither their order nor their number', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => queue.push(noting([], n === 20 ? '3' : String(n)))),
  );
  expect(results.flatMap((result, n) => (result.status === 'rejected' ? [n] : []))).toEqual([20]);
  expect(names()).toEqual(Array.from({ length: 40 }, (_, n) => String(n)).filter(name => name !== '20'));
});

test('a lock of another connection holds up the writes but not the process', async () => {
  const other = connectSqlite(connection.file);
  other.begin(false);
  let written = false;
  const asked = queue.push(noting([], 'a')).then(() => {
    written = true;
  });
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(written).toBe(false);
  expect(queue.writeAll()).toBe(false);
  other.rollback();
  await asked;
  expect(names()).toEqual(['a']);
  other.close();
});

test('writeAll writes at once', () => {
  for (let n = 0; n < 2500; n += 1) void queue.push(noting([], String(n)));
  expect(queue.writeAll()).toBe(true);
  expect(queue.empty).toBe(true);
  expect(names().length).toBe(2500);
});

test('drained waits for what was refused, too', async () => {
  const refused = queue.push(() => query('insert into nowhere values (1)'));
  refused.catch(() => {});
  await queue.drained();
  await expect(refused).rejects.toThrow('nowhere');
  await queue.drained();
});
