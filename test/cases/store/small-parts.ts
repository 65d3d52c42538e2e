import assert from 'node:assert/strict';
import type { ListEntry, ProcessRow, ProcessSighting, RuleRow } from '../../../src/store/port.ts';
import { withStore, withTwo } from './case.ts';
import { idOf, sampleCall, sampleEvent, sampleLetter } from './samples.ts';

const row: ProcessRow = { id: idOf(1), host: 'host', boot: 'boot', pid: 42, started: '99', heartbeat: 1000 };
const rule = (number: number, createdAt: number): RuleRow => ({
  id: idOf(number),
  rule: { effect: 'read', match: '**', verdict: 'deny' },
  createdAt,
  createdBy: 'anna',
});

/** A store with a clock of its own says how long they have been quiet; these here spoke a moment ago. */
const inGivenTime =
  (...given: number[]) =>
  ({ quiet, ...process }: ProcessSighting): ProcessRow => {
    if (quiet === undefined) return process;
    assert.ok(quiet >= 0 && quiet < 60_000 && process.heartbeat > 1e12);
    return { ...process, heartbeat: given[process.id === idOf(1) ? given.length - 1 : 0]! };
  };

export const smallPartCases = [
  withStore('processes register, beat and leave', async ({ processes }) => {
    await processes.register(row);
    await processes.register({ ...row, id: idOf(2), pid: 43 });
    await processes.beat(idOf(1), 2000);
    await processes.beat('none', 2000);
    assert.deepEqual((await processes.list()).map(inGivenTime(1000, 2000)), [
      { ...row, heartbeat: 2000 },
      { ...row, id: idOf(2), pid: 43 },
    ]);
    await processes.register({ ...row, pid: 44 });
    await processes.remove(idOf(2));
    assert.deepEqual((await processes.list()).map(inGivenTime(1000)), [{ ...row, pid: 44 }]);
  }),
  withStore('rules are listed in the order of adding, whatever the clock said', async ({ rules }) => {
    await rules.add(rule(3, 1000));
    await rules.add(rule(1, 2000));
    await rules.add(rule(2, 500));
    assert.deepEqual(await rules.list(), [rule(3, 1000), rule(1, 2000), rule(2, 500)]);
    assert.equal(await rules.remove(idOf(1)), true);
    assert.equal(await rules.remove(idOf(1)), false);
    assert.equal((await rules.list()).length, 2);
  }),
  withStore('dead letters are listed newest first and marked once', async ({ deadLetters }) => {
    await deadLetters.add(sampleLetter(1));
    await deadLetters.add(sampleLetter(2));
    assert.deepEqual(await deadLetters.get(idOf(1)), sampleLetter(1));
    assert.equal(await deadLetters.get('none'), undefined);
    assert.equal(await deadLetters.mark(idOf(1), 'retried'), true);
    assert.equal(await deadLetters.mark(idOf(1), 'retried'), false);
    assert.equal(await deadLetters.mark('none', 'dropped'), false);
    assert.deepEqual(await deadLetters.list(), [sampleLetter(2), sampleLetter(1, { status: 'retried' })]);
    assert.deepEqual(await deadLetters.list({ status: 'open' }), [sampleLetter(2)]);
    assert.deepEqual(await deadLetters.list({ limit: 1 }), [sampleLetter(2)]);
  }),
  withStore('state keeps any JSON value under a name', async ({ state }) => {
    const values = [null, false, 0, '', 'ä\u0000😀', [1, [2]], { a: { b: null } }];
    for (const [index, value] of values.entries()) {
      await state.set(`key ${index}`, value, { durable: index % 2 === 0 });
      assert.deepEqual(await state.get(`key ${index}`), value);
    }
    assert.equal(await state.get('none'), undefined);
    await state.set('key 0', 'other');
    assert.equal(await state.get('key 0'), 'other');
    await state.delete('key 0');
    assert.equal(await state.get('key 0'), undefined);
    await state.set('key 1', undefined);
    assert.equal(await state.get('key 1'), undefined);
  }),
  withStore('state follows the order of asking', async ({ state }) => {
    const asked = [state.set('k', 1), state.delete('k'), state.set('k', 2), state.set('l', 1), state.delete('l')];
    assert.equal(await state.get('k'), 2);
    assert.equal(await state.get('l'), undefined);
    await Promise.all(asked);
  }),
  withStore('names are found by how they begin', async ({ state }) => {
    for (const key of ['todo:b', 'todo:a', 'todo', 'todp', 'to%do:', 'TODO:a', 'todo:\u{10FFFF}'])
      await state.set(key, 1);
    assert.deepEqual(await state.keys('todo:'), ['todo:a', 'todo:b', 'todo:\u{10FFFF}']);
    assert.deepEqual(await state.keys('to%'), ['to%do:']);
    assert.equal((await state.keys('')).length, 7);
  }),
  withTwo(
    'entries of a list are seen by all in the order of adding, and none later than one after it',
    async (one, other) => {
      const lists = ['list', 'list:1', 'other'];
      const adding = Array.from({ length: 120 }, async (_, at) => {
        const { state, events } = at % 2 === 0 ? one : other;
        // Both take numbers of two kinds, in either order.
        const asks = [() => state.append(lists[at % 3]!, `id-${at}`, [at]), () => events.append([sampleEvent()])];
        await Promise.all((at % 4 < 2 ? asks : asks.reverse()).map(ask => ask()));
      });
      const seen: ListEntry[] = [];
      const look = async () => {
        for (const entry of await one.state.since('list', seen.at(-1)?.number ?? 0)) seen.push(entry);
      };
      let done = false;
      const added = Promise.all(adding).then(() => {
        done = true;
      });
      // A look at a database in this process takes no turn of the loop, which the writes need.
      for (; !done; await new Promise(setImmediate)) await look();
      await added;
      await look();
      assert.deepEqual(await other.state.since('list', 0), seen);
      assert.deepEqual(
        seen.map(({ id, value }) => `${id} ${value}`).sort(),
        Array.from({ length: 40 }, (_, at) => `id-${3 * at} ${3 * at}`).sort(),
      );
      const numbers = seen.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((a, b) => a - b),
      );
      assert.equal((await other.state.since('list:1', 0)).length, 40);
      assert.deepEqual(await other.state.since('lis', 0), []);
    },
  ),
  withTwo('after a flush others see all that was asked for', async (one, other) => {
    const asked = Array.from({ length: 2500 }, (_, number) => one.calls.save(sampleCall(number)));
    await one.flush();
    assert.equal((await other.calls.list({})).length, 2500);
    await Promise.all(asked);
    await one.flush();
  }),
  withStore('a write that fails harms no neighbour', async store => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const results = await Promise.allSettled([
      store.state.set('before', 1),
      store.state.set('bad', circle),
      store.rules.add(rule(1, 1)),
      store.rules.add(rule(1, 1)),
      store.events.append([sampleEvent()]),
      store.state.set('after', 2),
    ]);
    assert.deepEqual(
      results.map(result => result.status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(await store.state.get('before'), 1);
    assert.equal(await store.state.get('after'), 2);
    assert.equal((await store.rules.list()).length, 1);
    assert.equal(await store.events.last(), 1);
  }),
  withTwo('closing writes what is waiting and leaves the other handle alone', async (one, other) => {
    const asked = [one.calls.save(sampleCall(1)), one.state.set('k', 1)];
    await one.close();
    await one.close();
    await Promise.all(asked);
    assert.equal(await other.state.get('k'), 1);
    assert.ok(await other.calls.get(idOf(1)));
    await assert.rejects(async () => one.state.set('k', 2), /closed/);
    await assert.rejects(one.state.get('k'), /closed/);
  }),
];
