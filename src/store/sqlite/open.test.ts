import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { idOf, sampleBlob, sampleCall, sampleEvent, sampleSet } from '../../../test/cases/store/samples.ts';
import type { Store } from '../port.ts';
import { sqlStore } from '../sql/store.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteDriver } from './driver.ts';
import { connectSqlite, openSqlite } from './open.ts';

let folder: string;
let file: string;
let store: Store | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolgate-store-'));
  file = join(folder, 'store.db');
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  rmSync(folder, { recursive: true });
});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: { code: string; message: string; suggestion: string; retryable: boolean }) => error,
  );

test('the file and the folder it needs are private', async () => {
  store = await openSqlite(join(folder, 'deep', 'er', 'store.db'));
  await store.state.set('k', 1);
  for (const name of ['store.db', 'store.db-wal', 'store.db-shm']) {
    expect(statSync(join(folder, 'deep/er', name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
});

test('the database writes ahead, checks references and can give space back', async () => {
  const connection = connectSqlite(file);
  expect(connection.all({ sql: 'pragma journal_mode', params: [] })).toEqual([{ journal_mode: 'wal' }]);
  expect(connection.pragma('foreign_keys')).toBe(1);
  expect(connection.pragma('auto_vacuum')).toBe(2);
  connection.begin(true);
  expect(connection.pragma('synchronous')).toBe(2);
  connection.rollback();
  connection.begin(false);
  expect(connection.pragma('synchronous')).toBe(1);
  connection.rollback();
  connection.close();
});

test('a second handle leaves the locks of the first alone', async () => {
  const locks = () =>
    readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .map(line => line.replace(/^\d+: /, ''))
      .filter(line => line.includes(` ${process.pid} `));
  store = await openSqlite(file);
  await store.state.set('k', 1);
  const before = locks();
  expect(before.length).toBeGreaterThan(0);
  const second = await openSqlite(file);
  await second.close();
  expect(locks()).toEqual(before);
});

test('a damaged file is named, explained and left as it is', async () => {
  const rubbish = Buffer.from('this is no database '.repeat(500));
  writeFileSync(file, rubbish);
  const error = await failure(openSqlite(file));
  expect(error.code).toBe('EXECUTION_ERROR');
  expect(error.message).toContain(`${file} is damaged`);
  expect(error.suggestion).toContain(`move ${file}`);
  expect(readFileSync(file).equals(rubbish)).toBe(true);
});

test('damage that shows only later is explained too', async () => {
  store = await openSqlite(file);
  await Promise.all(Array.from({ length: 500 }, (_, n) => store?.calls.save(sampleCall(n), { durable: true })));
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, bytes.length / 2);
  writeFileSync(file, bytes);
  store = await openSqlite(file);
  const error = await failure(store.calls.list({}));
  expect(error.code).toBe('EXECUTION_ERROR');
  expect(error.message).toContain(`${file} is damaged`);
});

test('a database of another program is refused and left as it is', async () => {
  const connection = new SqliteConnection(file);
  connection.exec('create table theirs (x)');
  connection.close();
  const error = await failure(openSqlite(file));
  expect(error.message).toBe(`${file} is a database of another program.`);
  const again = new SqliteConnection(file);
  expect(again.all({ sql: 'select name from sqlite_schema', params: [] })).toEqual([{ name: 'theirs' }]);
  again.close();
});

test('a store of a newer version is refused', async () => {
  const connection = connectSqlite(file);
  connection.exec('pragma user_version = 999');
  connection.close();
  const error = await failure(openSqlite(file));
  expect(error.code).toBe('EXECUTION_ERROR');
  expect(error.message).toContain('newer Toolgate (schema 999');
  expect(error.suggestion).toContain('Update toolgate');
});

test('a folder, a link or a way through a file is no place for a store', async () => {
  mkdirSync(join(folder, 'dir'));
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'));
  writeFileSync(join(folder, 'plain'), '');
  expect((await failure(openSqlite(join(folder, 'dir')))).code).toBe('PERMISSION_DENIED');
  expect((await failure(openSqlite(join(folder, 'link')))).code).toBe('PERMISSION_DENIED');
  const error = await failure(openSqlite(join(folder, 'plain', 'store.db')));
  expect(error.message).toContain(join(folder, 'plain', 'store.db'));
});

test('where no folder can be made, the error comes at once', async () => {
  // Here the recursive mkdir of Node would try for ever.
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  for (const parent of ['/proc/toolgate/deep', join(folder, 'dangling', 'deep')]) {
    const error = await failure(openSqlite(join(parent, 'store.db')));
    expect(error.message).toContain(`The store ${join(parent, 'store.db')} cannot be opened`);
  }
});

test('what does not fit on the disk fails alone, with a clear word', async () => {
  const connection = connectSqlite(file);
  connection.exec(`pragma max_page_count = ${connection.pragma('page_count') + 30}`);
  store = sqlStore('sqlite', new SqliteDriver(connection));
  const large = sampleBlob(Array.from({ length: 60_000 }, (_, n) => n).join());
  const [before, begun, after] = await Promise.all([
    store.state.set('before', 1),
    failure(store.journal.begin(sampleSet(1), [], [large])),
    store.calls.save(sampleCall(1), { durable: true }),
  ]);
  expect([before, after]).toEqual([undefined, undefined]);
  expect(begun.code).toBe('EXECUTION_ERROR');
  expect(begun.message).toContain('disk is full');
  expect(await store.journal.set(idOf(1))).toBeUndefined();
  expect(await store.state.get('before')).toBe(1);
  expect(await store.calls.get(idOf(1))).toBeDefined();
});

test('pruning gives disk space back', async () => {
  store = await openSqlite(file);
  for (let number = 1; number <= 20; number += 1) {
    const noise = Array.from({ length: 40_000 }, () => Math.random()).join();
    await store.journal.begin(sampleSet(number), [], [sampleBlob(noise)]);
    await store.journal.finish(idOf(number), 'committed');
  }
  await store.events.append(Array.from({ length: 12_000 }, () => sampleEvent()));
  await store.close();
  const before = statSync(file).size;
  store = await openSqlite(file);
  await store.journal.prune(0);
  await store.events.prune(10);
  await store.close();
  expect(statSync(file).size).toBeLessThan(before / 20);
});
