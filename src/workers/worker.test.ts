import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { memoryEngine } from '../../test/support/worlds/memory-engine.ts';
import { openGate } from '../../test/support/worlds/open-gate.ts';
import { createAgents } from '../agents/create-agents.ts';
import { createAgentTypes } from '../agents/types/agent-types.ts';
import { define } from '../tool/define.ts';
import { createDispatch } from './dispatch.ts';
import { startWorker } from './worker.ts';

it('what is taken ahead of a slot goes back when the runs before it turn out long, and is not taken again', async () => {
  const release = Promise.withResolvers<void>();
  const wait = define('wait', {
    description: 'Waits if it is told to',
    parameters: z.object({ long: z.boolean() }),
    effects: () => [],
    execute: async ({ long }) => {
      if (long) await release.promise;
      return { output: 'done' };
    },
  });
  const { gate } = await openGate({}, { tools: [wait] as never });
  const engine = memoryEngine();
  let handedOut = 0;
  const counted = {
    ...engine,
    fetch: async (most: number) => {
      const jobs = await engine.fetch(most);
      handedOut += jobs.length;
      return jobs;
    },
  };
  const agents = createAgents({ types: createAgentTypes(), model: () => Promise.reject(new Error('no model')) });
  const worker = startWorker({ gate, agents, engine: counted, slots: 2 });
  onTestFinished(() => worker.stop(0));
  const { submit, ended } = createDispatch({ store: gate.store, engine });
  const calls = (count: number, long: boolean) =>
    Array.from({ length: count }, () => ({ name: 'wait', args: { long } }));
  const count = async (status: 'queued' | 'running') => (await gate.store.runs.list({ status: [status] })).length;

  for (const id of await submit(gate, calls(30, false))) await ended(id);
  const long = await submit(gate, calls(10, true));
  while ((await count('running')) !== 2 || (await count('queued')) !== 8) await sleep(20);
  const then = handedOut;
  await sleep(1_500);
  expect(handedOut).toBe(then);
  release.resolve();
  for (const id of long) expect((await ended(id)).status).toBe('done');
});
