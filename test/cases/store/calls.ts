import assert from 'node:assert/strict';
import type { CallRow } from '../../../src/store/port.ts';
import { withStore, withTwo } from './case.ts';
import { idOf, sampleCall } from './samples.ts';

const full: Required<CallRow> = {
  ...sampleCall(1),
  parentID: 'call-0',
  label: 'toolu_1 "quoted" \u{1F600}',
  args: { path: 'ä\u0000\n', list: [1, 2.5, null, { deep: true }] },
  status: 'settled',
  effects: 'everything',
  verdict: 'ask',
  reasons: ['one', 'two'],
  facts: { policy: { version: 3 } },
  repeatable: false,
  startedAt: 1001,
  settledAt: 1_750_000_000_123,
  ok: false,
  outcome: 'failed',
  error: { code: 'TIMEOUT', type: 'system_error', message: 'slow', details: { after: 5 }, retryable: true },
  attempts: 2,
  bytes: 2 ** 40,
  tokens: 12,
  changeSetID: idOf(7),
  title: 'one \u0000 line',
  exitCode: 3,
  waited: 1_200,
  askedArgs: { path: 'before' },
};

const ids = (rows: readonly CallRow[]) => rows.map(row => row.id);

export const callCases = [
  withStore('a call comes back with every field', async ({ calls }) => {
    await calls.save(full);
    assert.deepEqual(await calls.get(full.id), full);
    assert.equal(await calls.get('no such call'), undefined);
  }),
  withStore('a call without optional fields comes back without them', async ({ calls }) => {
    await calls.save(sampleCall(1), { durable: true });
    assert.deepEqual(await calls.get(idOf(1)), sampleCall(1));
  }),
  withStore('the last save of a call stands, fields that are gone included', async ({ calls }) => {
    const saves = [
      calls.save(full),
      calls.save(sampleCall(1, { status: 'started' }), { durable: true }),
      calls.save(sampleCall(1, { status: 'settled', ok: true })),
    ];
    await Promise.all(saves);
    assert.deepEqual(await calls.get(idOf(1)), sampleCall(1, { status: 'settled', ok: true }));
    assert.equal((await calls.list({})).length, 1);
  }),
  withStore('a read sees what was saved before it, awaited or not', async ({ calls }) => {
    for (let number = 1; number <= 50; number += 1) {
      const saved = calls.save(sampleCall(number));
      assert.equal((await calls.get(idOf(number)))?.id, idOf(number));
      await saved;
    }
  }),
  withStore('calls are listed newest first, and upward after one, whatever their ids say', async ({ calls }) => {
    for (const number of [3, 1, 5, 2, 4]) await calls.save(sampleCall(number));
    // A call that is saved again stays where it was.
    await calls.save(sampleCall(1, { status: 'started' }));
    assert.deepEqual(ids(await calls.list({})), [4, 2, 5, 1, 3].map(idOf));
    assert.deepEqual(ids(await calls.list({ limit: 2 })), [4, 2].map(idOf));
    assert.deepEqual(ids(await calls.list({ before: idOf(5) })), [1, 3].map(idOf));
    assert.deepEqual(ids(await calls.list({ after: idOf(5), limit: 2 })), [2, 4].map(idOf));
    assert.deepEqual(ids(await calls.list({ after: idOf(3), before: idOf(4) })), [1, 5, 2].map(idOf));
    assert.deepEqual(ids(await calls.list({ after: 'none', limit: 1 })), [idOf(3)]);
    assert.deepEqual(ids(await calls.list({ status: 'open', limit: 1 })), [idOf(4)]);
    assert.deepEqual(await calls.list({ limit: 0 }), []);
  }),
  withStore('calls are found by session, tool, status and process', async ({ calls }) => {
    await calls.save(sampleCall(1, { sessionID: 'other' }));
    await calls.save(sampleCall(2, { tool: 'bash', status: 'started' }));
    await calls.save(sampleCall(3, { processID: 'dead', status: 'started' }));
    await calls.save(sampleCall(4, { status: 'settled' }));
    assert.deepEqual(ids(await calls.list({ sessionID: 'other' })), [idOf(1)]);
    assert.deepEqual(ids(await calls.list({ tool: 'bash' })), [idOf(2)]);
    assert.deepEqual(ids(await calls.list({ status: 'started' })), [3, 2].map(idOf));
    assert.deepEqual(ids(await calls.list({ status: 'settled' })), [idOf(4)]);
    assert.deepEqual(ids(await calls.list({ status: 'started', processID: 'dead' })), [idOf(3)]);
    assert.deepEqual(ids(await calls.list({ sessionID: 'session', status: 'prepared' })), []);
  }),
  withStore('calls are found by agent and by how they ended', async ({ calls }) => {
    await calls.save(sampleCall(1, { status: 'settled', ok: true, agent: 'child' }));
    await calls.save(sampleCall(2, { status: 'settled', ok: false }));
    await calls.save(sampleCall(3, { status: 'started' }));
    assert.deepEqual(ids(await calls.list({ agent: 'child' })), [idOf(1)]);
    assert.deepEqual(ids(await calls.list({ ok: true })), [idOf(1)]);
    assert.deepEqual(ids(await calls.list({ ok: false })), [idOf(2)]);
    assert.deepEqual(ids(await calls.list({ ok: false, agent: 'child' })), []);
  }),
  withStore('totals add up by tool, agent and session', async ({ calls }) => {
    const settled = {
      status: 'settled',
      preparedAt: 90,
      startedAt: 100,
      settledAt: 130,
      bytes: 10,
      tokens: 3,
    } as const;
    await calls.save(sampleCall(1, { ...settled, ok: true, attempts: 3 }));
    await calls.save(sampleCall(2, { ...settled, ok: false, agent: 'child' }));
    await calls.save(sampleCall(3, { status: 'settled', ok: false, settledAt: 130, tool: 'bash', sessionID: 'other' }));
    await calls.save(sampleCall(4, { tool: 'bash' }));
    assert.deepEqual(await calls.totals('tool'), [
      { key: 'bash', calls: 2, failed: 1, retries: 0, milliseconds: 0, bytes: 0, tokens: 0 },
      { key: 'read_file', calls: 2, failed: 1, retries: 2, milliseconds: 60, bytes: 20, tokens: 6 },
    ]);
    assert.deepEqual(await calls.totals('agent', { sessionID: 'session' }), [
      { key: 'main', calls: 2, failed: 0, retries: 2, milliseconds: 30, bytes: 10, tokens: 3 },
      { key: 'child', calls: 1, failed: 1, retries: 0, milliseconds: 30, bytes: 10, tokens: 3 },
    ]);
    assert.deepEqual(
      (await calls.totals('session')).map(({ key, calls: count }) => [key, count]),
      [
        ['session', 3],
        ['other', 1],
      ],
    );
    assert.deepEqual(await calls.totals('tool', { sessionID: 'none' }), []);
  }),
  withStore('totals have no time of people, and no undo that met later work is a failure', async ({ calls }) => {
    const settled = { status: 'settled', preparedAt: 0, settledAt: 1_000 } as const;
    // Asked before it ran, and asked in the middle.
    await calls.save(sampleCall(1, { ...settled, startedAt: 950, waited: 940, ok: true }));
    await calls.save(sampleCall(2, { ...settled, startedAt: 10, waited: 900, ok: true }));
    await calls.save(sampleCall(3, { ...settled, tool: 'undo_turn', ok: false, outcome: 'conflict' }));
    assert.deepEqual(await calls.totals('tool'), [
      { key: 'read_file', calls: 2, failed: 0, retries: 0, milliseconds: 150, bytes: 0, tokens: 0 },
      { key: 'undo_turn', calls: 1, failed: 0, retries: 0, milliseconds: 0, bytes: 0, tokens: 0 },
    ]);
  }),
  withStore('calls are counted as they are listed', async ({ calls }) => {
    await calls.save(sampleCall(1, { status: 'settled', ok: true, outcome: 'ok' }));
    await calls.save(sampleCall(2, { status: 'settled', ok: true, outcome: 'exit', tool: 'bash' }));
    await calls.save(sampleCall(3, { status: 'settled', ok: false, outcome: 'denied', tool: 'bash' }));
    await calls.save(sampleCall(4, { status: 'started', tool: 'bash' }));
    for (const [query, found] of [
      [{}, [4, 3, 2, 1]],
      [{ outcome: 'ok' }, [1]],
      [{ outcome: 'exit' }, [2]],
      [{ outcome: 'denied', tool: 'bash' }, [3]],
      [{ outcome: 'failed' }, []],
      [{ status: 'open' }, [4]],
      [{ tool: 'bash', before: idOf(4) }, [3, 2]],
    ] as const) {
      assert.deepEqual(ids(await calls.list(query)), found.map(idOf));
      assert.equal(await calls.count(query), found.length);
    }
  }),
  withStore('pruning drops the oldest settled calls only', async ({ calls }) => {
    for (const number of [1, 2, 3, 4, 5]) {
      await calls.save(sampleCall(number, { status: number === 2 ? 'started' : 'settled' }));
    }
    await calls.prune(2);
    assert.deepEqual(ids(await calls.list({})), [5, 4, 2].map(idOf));
    await calls.prune(100);
    assert.equal((await calls.list({})).length, 3);
  }),
  withTwo('a call saved by one process is seen by another', async (one, other) => {
    await one.calls.save(full, { durable: true });
    assert.deepEqual(await other.calls.get(full.id), full);
  }),
];
