import assert from 'node:assert/strict';
import { withStore, withTwo } from './case.ts';
import { sampleEvent } from './samples.ts';

export const eventCases = [
  withStore('events get growing numbers in the order of appending', async ({ events }) => {
    const numbers = await Promise.all([
      events.append([sampleEvent({ data: { n: 0 } }), sampleEvent({ data: { n: 1 } })]),
      events.append([]),
      events.append([sampleEvent({ data: { n: 2 }, callID: 'call' })]),
    ]);
    assert.deepEqual(numbers, [[1, 2], [], [3]]);
    const stored = await events.since(0);
    assert.deepEqual(stored, [
      { ...sampleEvent({ data: { n: 0 } }), seq: 1 },
      { ...sampleEvent({ data: { n: 1 } }), seq: 2 },
      { ...sampleEvent({ data: { n: 2 }, callID: 'call' }), seq: 3 },
    ]);
    assert.equal(await events.last(), 3);
  }),
  withStore('an empty stream ends at zero', async ({ events }) => {
    assert.equal(await events.last(), 0);
    assert.deepEqual(await events.since(0), []);
    await events.prune(0);
  }),
  withStore('events are found from a number on, by type, call and session, some at a time', async ({ events }) => {
    await events.append([
      sampleEvent({ callID: 'a' }),
      sampleEvent({ type: 'tool_call_end', callID: 'a' }),
      sampleEvent({ callID: 'b', sessionID: 'other' }),
      sampleEvent({ type: 'error' }),
    ]);
    const numbers = async (...args: Parameters<typeof events.since>) =>
      (await events.since(...args)).map(event => event.seq);
    assert.deepEqual(await numbers(2), [3, 4]);
    assert.deepEqual(await numbers(0, { limit: 3 }), [1, 2, 3]);
    assert.deepEqual(await numbers(0, { type: 'tool_call_start' }), [1, 3]);
    assert.deepEqual(await numbers(0, { except: 'tool_call_start' }), [2, 4]);
    assert.deepEqual(await numbers(1, { callID: 'a' }), [2]);
    assert.deepEqual(await numbers(0, { sessionID: 'other' }), [3]);
    assert.deepEqual(await numbers(0, { sessionID: 'session', type: 'error', limit: 5 }), [4]);
    assert.deepEqual(await numbers(99), []);
  }),
  withStore('pruning drops the oldest, and no number is given twice', async ({ events }) => {
    await events.append(Array.from({ length: 12 }, () => sampleEvent()));
    await events.prune(5);
    assert.deepEqual(
      (await events.since(0)).map(event => event.seq),
      [8, 9, 10, 11, 12],
    );
    await events.prune(0);
    assert.deepEqual(await events.since(0), []);
    assert.equal(await events.last(), 12);
    assert.deepEqual(await events.append([sampleEvent()]), [13]);
  }),
  withStore('a burst keeps its order', async ({ events }) => {
    const appended = await Promise.all(
      Array.from({ length: 3000 }, (_, n) => events.append([sampleEvent({ data: { n } })])),
    );
    assert.deepEqual(
      appended.flat(),
      Array.from({ length: 3000 }, (_, n) => n + 1),
    );
    // A store may keep only the newest.
    const stored = await events.since(0);
    assert.equal(stored.at(-1)?.data.n, 2999);
    assert.ok(stored.every(({ data, seq }) => data.n === seq - 1));
  }),
  withTwo('two processes share one row of numbers', async (one, other) => {
    const given: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = await Promise.all([one.events.append([sampleEvent()]), other.events.append([sampleEvent()])]);
      given.push(...a, ...b);
    }
    assert.equal(new Set(given).size, 40);
    assert.equal(await one.events.last(), 40);
    assert.equal(await other.events.last(), 40);
  }),
];
