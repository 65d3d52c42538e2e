// One of the processes of the part `workers`: takes trivial jobs, by the bare engine or through all of Toolgate.

import { z } from 'zod';
import { createAgents } from '../../src/agents/create-agents.ts';
import { createAgentTypes } from '../../src/agents/types/agent-types.ts';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { define } from '../../src/tool/define.ts';
import type { QueueJob } from '../../src/workers/engine.ts';
import { connectWorkers } from '../../src/workers/index.ts';
import { openPgBoss } from '../../src/workers/pg-boss-engine.ts';
import { serveRows } from '../workers-rows.ts';

export interface ChildSetUp {
  readonly kind: 'bare' | 'rows' | 'toolgate';
  readonly url: string;
  readonly workspace: string;
  readonly slots: number;
  /** Where Toolgate has its tables. */
  readonly schema?: string | undefined;
}

export const BARE_QUEUE = 'bare';

/** Milliseconds from the sending of each job to its start. */
export const waits: number[] = [];

export const trivial = define('trivial', {
  description: 'Adds one',
  parameters: z.object({ number: z.number(), sentAt: z.number() }),
  effects: () => [],
  execute: ({ number, sentAt }) => {
    waits.push(Date.now() - sentAt);
    return { output: String(number + 1) };
  },
});

export async function openWorkersGate({ url, workspace }: Pick<ChildSetUp, 'url' | 'workspace'>) {
  const agents = createAgents({
    types: createAgentTypes(),
    model: () => Promise.reject(new Error('there is no model here')),
  });
  const gate = await createToolgate({ workspace, workspaceID: 'bench', store: url, tools: [trivial as never] });
  const workers = await connectWorkers(gate, { url, agents, onProblem: console.error });
  return { gate, workers };
}

async function serveBare({ url, slots }: ChildSetUp): Promise<void> {
  const engine = await openPgBoss({ url, queue: BARE_QUEUE, onProblem: console.error });
  process.send!('ready');
  const done: QueueJob[] = [];
  let completing = false;
  // What is done while others are written is written together. Nothing is looked for by a timer: these processes are there
  // while Toolgate has its turn, and would take of its time.
  const complete = async () => {
    if (completing) return;
    completing = true;
    while (done.length > 0) await engine.complete(done.splice(0));
    completing = false;
  };
  // A slot is free as soon as its job is done, as with the workers.
  for (;;) {
    const jobs = await engine.fetch(slots);
    for (const { runID } of jobs) waits.push(Date.now() - Number(runID));
    done.push(...jobs);
    void complete();
    if (jobs.length === 0) await new Promise(resolve => setTimeout(resolve, 250 * Math.random()));
  }
}

async function serveToolgate(setUp: ChildSetUp): Promise<void> {
  const { workers } = await openWorkersGate(setUp);
  await workers.start({ slots: setUp.slots });
  process.send!('ready');
}

if (process.send && process.argv[2]) {
  process.on('message', () => process.send!(waits.splice(0)));
  const setUp = JSON.parse(process.argv[2]) as ChildSetUp;
  if (setUp.kind === 'bare') await serveBare(setUp);
  else if (setUp.kind === 'rows') await serveRows({ url: setUp.url, schema: String(setUp.schema) });
  else await serveToolgate(setUp);
}
