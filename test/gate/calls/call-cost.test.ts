import { createHook } from 'node:async_hooks';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../../src/tool/define.ts';
import { changesState } from '../../../src/tool/effect.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

// What a call costs, told by counts: times would differ from machine to machine.

const add = define('add', {
  description: 'Adds two numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  returns: z.object({ sum: z.number() }),
  effects: () => [],
  execute: ({ a, b }) => ({ value: { sum: a + b }, output: String(a + b) }),
}) as Info;

const wait = define('wait', {
  description: 'Waits a little.',
  parameters: z.object({ name: z.string() }),
  effects: ({ name }) => [changesState(name)],
  danger: 'safe',
  execute: async ({ name }) => {
    await sleep(5);
    return { output: name };
  },
}) as Info;

const openCounted = async (...tools: readonly Info[]) => (await openGate({}, { store: 'memory', tools })).gate;

/** Bytes that some work allocates, also those that are free again, estimated by a sample. */
async function bytesOf(work: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    const all = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
    await session.post('HeapProfiler.startSampling', { samplingInterval: 2048, ...all });
    await work();
    const { profile } = await session.post('HeapProfiler.stopSampling');
    return sizeOf(profile.head);
  } finally {
    session.disconnect();
  }
}

interface SampledNode {
  readonly selfSize: number;
  readonly children: readonly SampledNode[];
}

const sizeOf = ({ selfSize, children }: SampledNode): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize);

it('a small call allocates less than 14 kB, all its stages and records included', async () => {
  const gate = await openCounted(add);
  const call = async (count: number) => {
    for (let at = 0; at < count; at++) await gate.execute({ name: 'add', args: { a: at, b: 2 } });
  };
  // By then it is compiled, and what never leaves a function is not allocated any more. Some 11 kB are left, in a process of
  // its own: where other tests have run before, functions are compiled for more kinds of calls, and allocate more.
  await call(20_000);
  expect((await bytesOf(() => call(1_000))) / 1_000).toBeLessThan(14_000);
});

it('what a call allocates does not grow with the number of calls at once', async () => {
  const gate = await openCounted(wait);
  const together = (count: number) =>
    gate.executeAll(Array.from({ length: count }, (_, index) => ({ name: 'wait', args: { name: `n${index}` } })));
  await together(1_024);
  const few = await bytesOf(async () => {
    for (let times = 0; times < 16; times++) await together(64);
  });
  const many = await bytesOf(() => together(1_024));
  expect(many).toBeLessThan(few * 1.25);
});

it('a call that waits for nothing makes no promise but the one that it answers with', async () => {
  const gate = await openCounted(add);
  await gate.execute({ name: 'add', args: { a: 1, b: 2 } });
  let promises = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'PROMISE') promises++;
    },
  }).enable();
  const answer = gate.execute({ name: 'add', args: { a: 1, b: 2 } });
  hook.disable();
  expect((await answer).output).toBe('3');
  expect(promises).toBe(1);
});

it('a call that waits for its tool makes few promises: none of our functions waits for it as an async one', async () => {
  const gate = await openCounted(wait);
  const call = { name: 'wait', args: { name: 'n' } };
  await gate.executeAll([call]);
  let promises = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'PROMISE') promises++;
    },
  }).enable();
  const answer = gate.executeAll([call]);
  hook.disable();
  expect((await answer)[0]?.output).toBe('n');
  // Of these the list and the tool make five.
  expect(promises).toBeLessThanOrEqual(13);
});

it('a schema is asked once for valid arguments, and a call leaves two events and one row', async () => {
  let asked = 0;
  const counted = define('counted', {
    description: 'Is counted.',
    parameters: z.object({
      a: z.number().refine(() => {
        asked += 1;
        return true;
      }),
    }),
    effects: () => [],
    execute: () => ({ output: '' }),
  }) as Info;
  const gate = await openCounted(counted);
  const { callID } = await gate.execute({ name: 'counted', args: { a: 1 } });
  expect(asked).toBe(1);
  const events = (await gate.activity.since(0)).filter(event => event.callID === callID);
  expect(events.map(({ type }) => type)).toEqual(['tool_call_start', 'tool_call_end']);
  expect(await gate.store.calls.count({ tool: 'counted' })).toBe(1);
});
