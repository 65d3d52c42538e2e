import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createAgents } from '../../../src/agents/create-agents.ts';
import { defineAgent } from '../../../src/agents/types/agent-type.ts';
import { createAgentTypes } from '../../../src/agents/types/agent-types.ts';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { define, type Info } from '../../../src/tool/define.ts';
import { connectWorkers, type Workers } from '../../../src/workers/connect-workers.ts';
import { workerModel } from './worker-model.ts';

/** What every process of the trial is told. */
export interface FleetSetUp {
  readonly url: string;
  readonly workspace: string;
  readonly workspaceID: string;
  readonly state: string;
  /** Where effects are written down, outside of all that Toolgate keeps. */
  readonly effects: string;
  readonly slots: number;
}

export const AGENT_TYPE = 'task-worker';

/** An effect that nothing takes back, and that nothing tells from an earlier one. */
const note = (effects: string): Info =>
  define('note', {
    description: 'Writes a line where nobody can take it back',
    parameters: z.object({ line: z.string(), wait: z.number() }),
    effects: ({ line }) => [{ kind: 'execute', resource: `note ${line}` }],
    danger: 'moderate',
    execute: async ({ line, wait }, { abort }) => {
      await sleep(wait / 2, undefined, { signal: abort });
      appendFileSync(effects, `${line}\n`);
      await sleep(wait / 2);
      return { output: `noted ${line}` };
    },
  }) as Info;

const findNote = (effects: string): Info =>
  define('find_note', {
    description: 'Looks for lines that begin so',
    parameters: z.object({ mark: z.string() }),
    effects: () => [],
    execute: async ({ mark }) => {
      const lines = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n') : [];
      return { output: lines.filter(line => line.startsWith(mark)).join('\n') || 'none' };
    },
  }) as Info;

export const createFleetAgents = () =>
  createAgents({
    types: createAgentTypes([
      {
        where: 'the trial',
        types: [
          defineAgent({
            name: AGENT_TYPE,
            description: 'Does one task',
            prompt: 'Do the task.',
            packs: ['filesystem', 'shell', 'tasklist', 'trial'],
          }),
        ],
      },
    ]),
    model: async () => ({ name: 'program', model: workerModel() }),
  });

/** A gate of the trial, in this process. */
export async function openFleetGate(setUp: FleetSetUp, say: (line: string) => void) {
  const { url, workspace, workspaceID, state, effects, slots } = setUp;
  let workers: Workers | undefined;
  const gate = await createToolgate({
    workspace,
    workspaceID,
    store: url,
    policy: 'privileged',
    env: { ...process.env, XDG_STATE_HOME: state },
    spawner: asker => workers!.spawner(asker),
  });
  gate.registry.registerPack('trial', [note(effects), findNote(effects)] as never);
  const connected = await connectWorkers(gate, { url, agents: createFleetAgents(), onProblem: say });
  workers = connected;
  return {
    gate,
    workers: connected,
    work: () => connected.start({ slots, onRun: say }),
    async close() {
      await connected.close();
      await gate.close();
    },
  };
}
