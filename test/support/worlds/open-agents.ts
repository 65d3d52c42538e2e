import { type Agents, createAgents } from '../../../src/agents/create-agents.ts';
import type { AgentResult } from '../../../src/agents/loop/agent-run.ts';
import { type AgentInput, defineAgent } from '../../../src/agents/types/agent-type.ts';
import { createAgentTypes } from '../../../src/agents/types/agent-types.ts';
import type { ToolgateOptions } from '../../../src/gate/toolgate-options.ts';
import {
  type ScriptedLanguageModel,
  type ScriptedReply,
  scriptedLanguageModel,
} from '../../../src/testing/scripted-language-model.ts';
import { openGate, type TestGate } from './open-gate.ts';

/** An agent type that follows a script of its own. */
export interface TestAgent extends Omit<Partial<AgentInput>, 'model'> {
  readonly script: readonly ScriptedReply[];
}

export interface TestAgents extends TestGate {
  readonly agents: Agents;
  /** By the name of the type; of one that is started several times, one model each, in order. */
  readonly models: ReadonlyMap<string, readonly ScriptedLanguageModel[]>;
  start(type: string, options?: { abort?: AbortSignal; prompt?: string }): Promise<AgentResult>;
}

/** A gate whose agents all follow scripts. */
export async function openAgents(
  scripted: Readonly<Record<string, TestAgent>>,
  { files = {}, ...options }: Partial<ToolgateOptions> & { files?: Record<string, string> } = {},
): Promise<TestAgents> {
  const models = new Map<string, ScriptedLanguageModel[]>();
  const types = Object.entries(scripted).map(([name, { script: _, ...input }]) =>
    defineAgent({ description: `Does what ${name} does`, prompt: `You are ${name}.`, ...input, name, model: name }),
  );
  const agents = createAgents({
    types: createAgentTypes([{ where: 'test', types }]),
    model: async (name = '') => {
      const model = scriptedLanguageModel(scripted[name]?.script ?? [], name);
      models.set(name, [...(models.get(name) ?? []), model]);
      return { name, model };
    },
    retry: { attempts: 2, delay: 1 },
  });
  const test = await openGate(files, { policy: 'privileged', spawner: agents.spawner, ...options });
  return {
    ...test,
    agents,
    models,
    start: (type, more = {}) =>
      agents.run({
        gate: test.gate,
        type: agents.types.get(type),
        prompt: 'Begin.',
        ...more,
      }),
  };
}

/** A call of spawn_agent, as a model writes it. */
export const spawning = (agentType: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name: 'spawn_agent',
  args: { agentType, prompt: `Work, ${agentType}.`, ...more },
});
