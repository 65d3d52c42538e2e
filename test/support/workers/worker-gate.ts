import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createAgents } from '../../../src/agents/create-agents.ts';
import { defineAgent } from '../../../src/agents/types/agent-type.ts';
import { createAgentTypes } from '../../../src/agents/types/agent-types.ts';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { define } from '../../../src/tool/define.ts';
import { connectWorkers, type Workers } from '../../../src/workers/index.ts';
import { promptModel } from './prompt-model.ts';

/** What a worker in a process of its own is told on its command line. */
export interface WorkerSetUp {
  readonly url: string;
  readonly workspace: string;
  readonly workspaceID: string;
  readonly state: string;
  /** Where effects are written down, one line each, outside of all that Toolgate keeps. */
  readonly effects: string;
  readonly slots?: number;
  readonly policy?: 'standard' | 'privileged';
}

/** An effect that must not happen twice: nothing takes it back, and nothing tells that it was there before. */
const note = (effects: string) =>
  define('note', {
    description: 'Writes a line where nobody can take it back',
    parameters: z.object({ line: z.string(), wait: z.number().default(0) }),
    effects: ({ line }) => [{ kind: 'execute', resource: `note ${line}` }],
    danger: 'moderate',
    execute: async ({ line, wait }) => {
      await sleep(wait);
      appendFileSync(effects, `${line}\n`);
      return { output: `noted ${line}` };
    },
  });

const asking = define('ask_first', {
  description: 'Asks a person before it says what it was told',
  parameters: z.object({ say: z.string() }),
  effects: ({ say }) => [{ kind: 'execute', resource: `say ${say}` }],
  danger: 'moderate',
  approval: () => true,
  execute: async ({ say }) => ({ output: `said ${say}` }),
});

/** Lasts the first time it is run, and may be run again. */
const lookLong = (effects: string) =>
  define('look_long', {
    description: 'Looks at something',
    parameters: z.object({ first: z.number().default(1_000_000) }),
    effects: () => [],
    execute: async ({ first }) => {
      const seen = existsSync(`${effects}.looked`);
      if (!seen) appendFileSync(`${effects}.looked`, '');
      await sleep(seen ? 0 : first);
      return { output: 'looked' };
    },
  });

export const agentsOf = () =>
  createAgents({
    types: createAgentTypes([
      {
        where: 'tests',
        types: [
          defineAgent({
            name: 'scripted',
            description: 'Follows a script',
            prompt: 'Follow it.',
            packs: ['filesystem', 'shell', 'code', 'spawn', 'tasklist', 'own'],
            limits: { depth: 5 },
          }),
        ],
      },
    ]),
    model: async () => ({ name: 'prompt', model: promptModel() }),
  });

export async function openWorkerGate(setUp: WorkerSetUp) {
  const { url, workspace, workspaceID, state, effects } = setUp;
  const agents = agentsOf();
  let workers: Workers | undefined;
  const gate = await createToolgate({
    workspace,
    workspaceID,
    store: url,
    policy: setUp.policy ?? 'privileged',
    waitForAnswers: true,
    approvalTimeout: 24 * 3600_000,
    env: { ...process.env, XDG_STATE_HOME: state },
    spawner: asker => workers!.spawner(asker),
  });
  gate.registry.registerPack('own', [note(effects), lookLong(effects), asking] as never);
  const connected = await connectWorkers(gate, { url, agents, onProblem: say });
  workers = connected;
  return {
    gate,
    agents,
    workers: connected,
    work: () => connected.start({ slots: setUp.slots ?? 2, onRun: say }),
    async close() {
      await connected.close();
      await gate.close();
    },
  };
}

export const say = (line: string) => process.stderr.write(`${process.pid} ${line}\n`);
