import assert from 'node:assert/strict';
import type { ChangeSetStatus, Store } from '../../../src/store/port.ts';
import { type ConformanceCase, withStore } from './case.ts';
import { sampleRun } from './runs.ts';
import {
  fileStateOf,
  idOf,
  sampleApproval,
  sampleBlob,
  sampleCall,
  sampleChange,
  sampleEvent,
  sampleLetter,
  sampleSet,
} from './samples.ts';

/** Stores in memory forget everything anyway. */
const lasting = (name: string, run: (store: Store) => Promise<void>): ConformanceCase => ({
  ...withStore(name, run),
  shared: true,
});

const [OLD, LIMIT, YOUNG] = [1_000, 50_000, 90_000];

async function forget({ upkeep }: Store, before = { records: LIMIT, images: LIMIT }): Promise<number> {
  let steps = 0;
  for await (const _ of upkeep.forget(before)) steps++;
  return steps;
}

async function recordSet({ journal }: Store, number: number, at: number, status: ChangeSetStatus): Promise<void> {
  const image = sampleBlob(`image ${number}`);
  const change = sampleChange(number, 0, { before: fileStateOf(image) });
  await journal.begin(sampleSet(number, { at, callID: idOf(number) }), [change], [image]);
  if (status !== 'intent') await journal.finish(idOf(number), status);
}

export const upkeepCases = [
  lasting('what is over and old is forgotten; what is open, pending, planned or young stays', async store => {
    const { calls, events, approvals, deadLetters, runs } = store;
    const settled = (number: number, at: number) =>
      sampleCall(number, { status: 'settled', preparedAt: at, settledAt: at, ok: true });
    await calls.save(settled(1, OLD));
    await calls.save(sampleCall(2, { status: 'started', preparedAt: OLD }));
    await calls.save(settled(3, YOUNG));
    await calls.save(settled(4, OLD));
    await recordSet(store, 4, OLD, 'planned');
    await events.append([
      sampleEvent({ at: OLD, callID: idOf(1) }),
      sampleEvent({ at: OLD, callID: idOf(2) }),
      sampleEvent({ at: OLD, type: 'task_changed' }),
      sampleEvent({ at: OLD }),
      sampleEvent({ at: YOUNG, callID: idOf(3) }),
    ]);
    for (const number of [1, 2, 3, 4]) await approvals.insert(sampleApproval(number, { createdAt: OLD }));
    const answer = { status: 'answered' as const, answer: { allow: true }, answeredBy: 'me' };
    await approvals.settle(idOf(1), { ...answer, answeredAt: OLD });
    await approvals.settle(idOf(3), { ...answer, answeredAt: YOUNG });
    await approvals.settle(idOf(4), { ...answer, answeredAt: OLD });
    await approvals.grant('key', idOf(4), YOUNG);
    await deadLetters.add(sampleLetter(1, { at: OLD }));
    await deadLetters.add(sampleLetter(2, { at: OLD }));
    await deadLetters.mark(idOf(2), 'dropped');
    await runs.add([
      sampleRun(1, { status: 'done', changedAt: OLD }),
      sampleRun(2, { changedAt: OLD }),
      sampleRun(3, { status: 'done', changedAt: OLD, rootID: idOf(2) }),
      sampleRun(4, { status: 'failed', changedAt: YOUNG }),
    ]);
    await forget(store);
    const numbers = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => Number(id.slice(-2))).sort();
    assert.deepEqual(numbers(await calls.list({})), [2, 3, 4]);
    assert.deepEqual(
      (await events.since(0)).map(({ seq }) => seq),
      [2, 3, 5],
    );
    assert.deepEqual(numbers(await approvals.list()), [2, 3, 4]);
    assert.deepEqual(numbers(await deadLetters.list()), [1]);
    assert.deepEqual(numbers(await runs.list()), [2, 3, 4]);
  }),
  lasting('images of old sets go, and their rows, open sets and young ones stay', async store => {
    await recordSet(store, 1, OLD, 'committed');
    await recordSet(store, 2, OLD, 'rolled_back');
    await recordSet(store, 3, OLD, 'intent');
    await recordSet(store, 4, OLD, 'pending');
    await recordSet(store, 5, YOUNG, 'committed');
    await forget(store, { records: LIMIT, images: OLD });
    assert.equal(await store.journal.size(), 35);
    await forget(store);
    const there: number[] = [];
    for (const number of [1, 2, 3, 4, 5])
      if (await store.journal.blob(sampleBlob(`image ${number}`).sha)) there.push(number);
    assert.deepEqual(there, [3, 4, 5]);
    assert.equal((await store.journal.sets({})).length, 5);
  }),
  lasting('much is forgotten in steps, and stopping between them loses nothing', async store => {
    const many = (at: number, count: number) => Array.from({ length: count }, () => sampleEvent({ at }));
    await store.events.append(many(OLD, 1_700));
    await store.events.append(many(YOUNG, 10));
    for await (const _ of store.upkeep.forget({ records: LIMIT, images: LIMIT })) break;
    const left = (await store.events.since(0)).length;
    assert.ok(left > 10 && left < 1_710, String(left));
    assert.ok((await forget(store)) > 3);
    assert.equal((await store.events.since(0)).length, 10);
    await store.upkeep.reclaim();
    const bytes = await store.upkeep.bytes();
    assert.equal(bytes === undefined, store.kind === 'postgres');
  }),
];
