import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryEngine } from '../../test/support/worlds/memory-engine.ts';
import { openGate, type TestGate } from '../../test/support/worlds/open-gate.ts';
import { type ScriptedLanguageModel, scriptedLanguageModel } from '../testing/scripted-language-model.ts';
import { createDispatch } from '../workers/dispatch.ts';
import { startWorker } from '../workers/worker.ts';
import { type Agents, createAgents } from './create-agents.ts';
import { runAgent } from './loop/run-agent.ts';
import { type AgentType, defineAgent } from './types/agent-type.ts';
import { createAgentTypes } from './types/agent-types.ts';

/** It may read one folder, with the tools for files alone; its model tries everything. */
const reader = defineAgent({
  name: 'reader',
  description: 'Reads',
  prompt: 'You read.',
  packs: ['filesystem'],
  policy: { extends: 'read-only', rules: [{ effect: 'read', match: 'hidden/**', verdict: 'deny' }] },
  limits: { calls: 3 },
});

const TRIES = [
  { name: 'write_file', args: { path: 'new.txt', content: 'x' } },
  { name: 'bash', args: { command: 'echo x > new.txt' } },
  { name: 'read_file', args: { path: 'hidden/a.txt' } },
  { name: 'read_file', args: { path: 'a.txt' } },
];

interface World extends TestGate {
  readonly agents: Agents;
  readonly model: ScriptedLanguageModel;
}

async function openWorld(spawner?: (agents: Agents) => ReturnType<typeof createDispatch>['spawner'] | undefined) {
  const model = scriptedLanguageModel([{ calls: TRIES }, { text: 'done' }]);
  const agents = createAgents({
    types: createAgentTypes([{ where: 'test', types: [reader] }]),
    model: async () => ({ name: 'scripted', model }),
  });
  const elsewhere = spawner?.(agents);
  const test = await openGate(
    { 'a.txt': 'seen\n', 'hidden/a.txt': 'secret\n' },
    { policy: 'privileged', spawner: gate => (elsewhere?.(agents) ?? agents.spawner)(gate) },
  );
  return { ...test, agents, model };
}

const spawn = ({ gate }: World) => gate.execute({ name: 'spawn_agent', args: { agentType: 'reader', prompt: 'Try.' } });

const ways: Readonly<Record<string, () => Promise<World>>> = {
  async runAgent() {
    const world = await openWorld();
    await runAgent({ gate: world.gate, type: reader, model: world.model, prompt: 'Try.' });
    return world;
  },
  async 'agents.run'() {
    const world = await openWorld();
    await world.agents.run({ gate: world.gate, type: reader, prompt: 'Try.' });
    return world;
  },
  async 'agents.run with a type that is no longer in the list'() {
    const world = await openWorld();
    const type: AgentType = { ...reader, name: 'another' };
    await world.agents.run({ gate: world.gate, type, prompt: 'Try.' });
    return world;
  },
  async spawn_agent() {
    const world = await openWorld();
    await spawn(world);
    return world;
  },
  async 'spawn_agent on a worker'() {
    const engine = memoryEngine();
    let dispatch: ReturnType<typeof createDispatch> | undefined;
    const world: World = await openWorld(() => (agents, runsHere) => gate => dispatch!.spawner(agents, runsHere)(gate));
    dispatch = createDispatch({ store: world.gate.store, engine });
    const worker = startWorker({ gate: world.gate, agents: world.agents, engine, slots: 1 });
    onTestFinished(() => worker.stop(0));
    await spawn(world);
    return world;
  },
};

describe.each(Object.entries(ways))('an agent that is started by %s', (_, start) => {
  it('has the policy, the packs and the limits of its type, on a gate that allows more', async () => {
    const { model, exists } = await start();
    const offered = model.requests[0]?.tools?.map(({ name }) => name) ?? [];
    expect(offered).toContain('read_file');
    expect(offered).not.toContain('bash');
    expect(offered).not.toContain('write_file');
    expect(exists('new.txt')).toBe(false);
    const replies = model.requests[1]?.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [];
    const [write, bash, hidden, last] = replies.map(part => JSON.stringify(part));
    expect(write).toMatch(/PERMISSION_DENIED|POLICY_DENIED/);
    expect(bash).toMatch(/UNKNOWN_TOOL|PERMISSION_DENIED/);
    expect(hidden).toMatch(/POLICY_DENIED|FILE_NOT_FOUND/);
    expect(last).toContain('No calls are left');
  });
});

it('an agent that runs again in the session of an earlier run finds what that noted, and another does not', async () => {
  const list = { todos: [{ content: 'Buy milk', status: 'pending' }] };
  const look = { name: 'todoread', args: {} };
  const model = scriptedLanguageModel([
    { calls: [{ name: 'todowrite', args: list }] },
    { text: 'noted' },
    { calls: [look] },
    { text: 'looked' },
    { calls: [look] },
    { text: 'looked' },
  ]);
  const { gate } = await openWorld();
  const type = defineAgent({ name: 'keeper', description: 'Keeps', prompt: 'You keep.', packs: ['todo'] });
  const run = (sessionID?: string) => runAgent({ gate, type, model, prompt: 'Go on.', sessionID });
  await run('talk');
  expect(JSON.stringify((await run('talk')).history)).toContain('Buy milk');
  expect(JSON.stringify((await run()).history)).not.toContain('Buy milk');
});

it('what a type says of packs covers MCP servers by their kind and tools without a pack as own', async () => {
  const { gate } = await openWorld();
  const far = (name: string, pack?: string) =>
    gate.registry.addLazy({
      summaries: () => [{ name, description: 'Far away' }],
      resolve: async () => null,
      ...(pack ? { options: { pack } } : {}),
    });
  far('one__look', 'mcp:one');
  far('two__look', 'mcp:two');
  far('mine');
  const seen = (packs: readonly string[]) =>
    gate
      .child({ agent: 'a', packs })
      .registry.summaries()
      .map(({ name }) => name);
  expect(seen(['filesystem'])).toEqual([]);
  expect(seen(['mcp'])).toEqual(['one__look', 'two__look']);
  expect(seen(['mcp:two', 'own'])).toEqual(['two__look', 'mine']);
});
