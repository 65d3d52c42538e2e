import { execFileSync } from 'node:child_process';
import { createAgents } from '../../src/agents/create-agents.ts';
import { createAgentTypes } from '../../src/agents/types/agent-types.ts';
import { BUILT_IN_AGENTS } from '../../src/agents/types/built-in-agents.ts';
import type { AgentGate, Toolgate } from '../../src/gate/toolgate.ts';
import type { PresetName } from '../../src/policy/types.ts';
import { scriptedLanguageModel } from '../../src/testing/scripted-language-model.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../../src/testing/temporary-workspace.ts';
import { SAMPLE_FILES } from './example-calls.ts';

export const PRESET_NAMES: readonly PresetName[] = ['read-only', 'standard', 'privileged'];

/** A small workspace with a gate for each preset, and some work done in it, so that calls can be explained. */
export async function openSampleWorld() {
  const workspace = temporaryWorkspace(SAMPLE_FILES, { prefix: 'toolgate-docs-' });
  makeRepository(workspace);
  const agents = createAgents({
    types: createAgentTypes([{ where: 'built in', types: BUILT_IN_AGENTS }]),
    model: () => Promise.reject(new Error('No model is asked here')),
  });
  // Nothing of whoever makes the pages gets into them.
  const env = { PATH: process.env.PATH, HOME: workspace.state, BRAVE_API_KEY: 'none' };
  const open = (policy: PresetName) =>
    workspace.gate({
      policy,
      env,
      spawner: agents.spawner,
      web: { search: { provider: 'brave' } },
      visionModel: async () => ({ model: scriptedLanguageModel([]), host: 'models.example.org' }),
    });
  const gates = new Map<PresetName, Toolgate>();
  for (const preset of PRESET_NAMES) gates.set(preset, await open(preset));
  await tryCommands(gates.get('privileged')!);
  await doSomeWork(gates.get('privileged')!);
  /** Some tools are for workers only. */
  const workers = new Map<PresetName, AgentGate>();
  for (const [preset, gate] of gates) {
    workers.set(preset, gate.child({ agent: 'worker', role: 'worker', packs: ['tasklist'] }));
  }
  return { workspace, gates, workers, close: () => workspace.remove() };
}

/** Without a sandbox some tools ask or refuse, and the pages would say so for everybody. */
async function tryCommands(gate: Toolgate): Promise<void> {
  const { ok, output } = await gate.execute({ name: 'bash', args: { command: 'true' } });
  if (!ok) throw new Error(`The pages are made where commands run in a sandbox (toolgate doctor): ${output}`);
}

/** With a commit, a remote, and a change since. */
function makeRepository({ root, state, write }: TemporaryWorkspace): void {
  const who = ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.org'];
  const env = { PATH: process.env.PATH, HOME: state, GIT_CONFIG_NOSYSTEM: '1' };
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['remote', 'add', 'origin', 'https://git.example.org/shop.git'],
    ['add', '--all'],
    [...who, 'commit', '--quiet', '--message=Prices'],
  ])
    execFileSync('git', args, { cwd: root, env });
  write('src/new.ts', 'export const shipping = 5;\n');
}

export type SampleWorld = Awaited<ReturnType<typeof openSampleWorld>>;

/** So that there is something to take back, to bring back, and a task to look at. */
async function doSomeWork(gate: Toolgate): Promise<void> {
  const calls: readonly (readonly [string, object])[] = [
    ['edit_file', { path: 'src/price.ts', old_text: '0.19', new_text: '0.16' }],
    ['edit_file', { path: 'src/price.ts', old_text: '0.16', new_text: '0.19' }],
    ['edit_file', { path: 'README.md', old_text: '# Shop', new_text: '# The shop' }],
    ['undo_file', { path: 'README.md' }],
    ['create_task', { title: 'Test the prices', label: 'tests' }],
  ];
  for (const [index, [name, args]] of calls.entries()) {
    const { ok, output } = await gate.execute({ name, args }, { turn: index + 1 });
    if (!ok) throw new Error(output);
  }
}
