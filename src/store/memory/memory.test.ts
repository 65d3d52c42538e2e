import { expect, test } from 'vitest';
import { idOf, sampleCall, sampleEvent } from '../../../test/cases/store/samples.ts';
import type { CallRow } from '../port.ts';
import { memoryCalls } from './calls.ts';
import { memoryEvents } from './events.ts';
import { openMemory } from './open.ts';

test('calls and events are kept at once, without a promise', () => {
  const { calls, events } = openMemory();
  expect(calls.save(sampleCall(1))).toBeUndefined();
  expect(events.append([sampleEvent(), sampleEvent()])).toEqual([1, 2]);
});

test.each([99, 100, 1050])('of %d calls the newest are kept', async count => {
  const calls = memoryCalls(100);
  for (let number = 0; number < count; number += 1) calls.save(sampleCall(number));
  const rows = await calls.list({});
  expect(rows).toHaveLength(Math.min(count, 100));
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => idOf(count - 1 - index)));
  expect(await calls.get(idOf(count - 1))).toEqual(rows[0]);
  expect(await calls.get(idOf(count - 101))).toBeUndefined();
});

test('a call that ends after its row has gone is among the newest again', async () => {
  const calls = memoryCalls(3);
  for (let number = 0; number < 5; number += 1) calls.save({ ...sampleCall(number), status: 'started' });
  calls.save({ ...sampleCall(0), status: 'settled' });
  expect((await calls.list({})).map(({ id, status }) => [id, status])).toEqual([
    [idOf(0), 'settled'],
    [idOf(4), 'started'],
    [idOf(3), 'started'],
  ]);
});

test('a call that ends late keeps its place among those that came after it', async () => {
  const calls = memoryCalls(15);
  for (let number = 0; number < 15; number += 1) calls.save({ ...sampleCall(number), status: 'started' });
  calls.save({ ...sampleCall(5), status: 'settled' });
  const rows = await calls.list({});
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => idOf(14 - index)));
  expect(rows.filter(({ status }) => status === 'settled').map(({ id }) => id)).toEqual([idOf(5)]);
  await calls.prune(0);
  expect(await calls.get(idOf(5))).toBeUndefined();
  expect(await calls.count({})).toBe(14);
});

test('a row that is saved again is as it is by then; what was read of it before stays as it was', async () => {
  const calls = memoryCalls(3);
  const row: { -readonly [Field in keyof CallRow]: CallRow[Field] } = sampleCall(1, { status: 'started' });
  calls.save(row);
  const [listed, found] = [(await calls.list({}))[0], await calls.get(row.id)];
  row.status = 'settled';
  row.ok = true;
  calls.save(row, { again: true });
  expect([listed?.status, found?.status]).toEqual(['started', 'started']);
  expect(await calls.list({})).toEqual([row]);
});

test('a row that is saved again after its place went to others is among the newest again, once', async () => {
  const calls = memoryCalls(3);
  const row: { -readonly [Field in keyof CallRow]: CallRow[Field] } = sampleCall(0, { status: 'started' });
  calls.save(row);
  for (let number = 1; number < 5; number += 1) calls.save(sampleCall(number, { status: 'settled' }));
  expect(await calls.get(row.id)).toBeUndefined();
  row.status = 'settled';
  calls.save(row, { again: true });
  for (const number of [5, 6]) calls.save(sampleCall(number, { status: 'settled' }));
  expect((await calls.list({})).map(({ id }) => id)).toEqual([idOf(6), idOf(5), idOf(0)]);
});

test('only the newest events are kept, and their numbers go on', async () => {
  const events = memoryEvents(100);
  for (let number = 0; number < 1000; number += 1) events.append([sampleEvent()]);
  const rows = await events.since(0);
  expect(rows.length).toBeLessThanOrEqual(110);
  expect(rows.at(-1)?.seq).toBe(1000);
  expect(rows.map(row => row.seq)).toEqual(rows.map((_, index) => 1001 - rows.length + index));
  expect((await events.since(998)).map(row => row.seq)).toEqual([999, 1000]);
});

test('events that are pruned are gone, and those that come later have the next numbers', async () => {
  const events = memoryEvents(100);
  for (let number = 0; number < 250; number += 1) events.append([sampleEvent()]);
  await events.prune(10);
  expect((await events.since(0)).map(row => row.seq)).toEqual([241, 242, 243, 244, 245, 246, 247, 248, 249, 250]);
  expect(events.append([sampleEvent()])).toEqual([251]);
  await events.prune(3);
  expect((await events.since(0)).map(row => row.seq)).toEqual([249, 250, 251]);
});
