import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type ChosenModel, createAgents } from '../../agents/create-agents.ts';
import { type AgentInput, defineAgent } from '../../agents/types/agent-type.ts';
import { createAgentTypes } from '../../agents/types/agent-types.ts';
import { PACK_FACTS } from '../../gate/packs/pack-facts.ts';
import { isForRole } from '../../packs/tasklist/roles.ts';
import { createPolicy } from '../../policy/create/create-policy.ts';
import { restrict } from '../../policy/create/restrict.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { AgentRole } from '../../tool/context.ts';
import { type BuiltIn, builtInTools } from '../shared/built-in.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';
import { builtInDefinition, runBy } from '../shared/tool-definition.ts';
import { StaticToolRegistry } from './static-registry.ts';

/** The source of models, and the host that pictures are sent to. */
export type LLMProvider = { languageModel(name: string): LanguageModelV4; readonly host: string };

/** An agent, with its packs by either name. */
export interface AgentTypeDefinition extends AgentInput {
  readonly toolPacks?: readonly string[];
}

export interface SpawnAgentToolDeps {
  /** Types beside the built-in ones. */
  agentTypes: readonly AgentTypeDefinition[];
  /** The model of that name, or the usual one. */
  model: (name: string | undefined) => Promise<ChosenModel>;
  /** The level of the agent that starts others, and the deepest that there may be. */
  currentDepth?: number;
  maxDepth?: number;
  /** The policy of the agent that starts others: none of them may do more. */
  parentPolicy?: RuntimePolicy;
  /** Ends the agents that were started. */
  signal?: AbortSignal;
}

export interface TaskToolsDeps {
  /** Workers submit, orchestrators complete. */
  role: AgentRole;
}

interface PackDeps extends Omit<DoorOptions, 'visionModel' | 'spawner'> {
  visionProvider?: LLMProvider;
  visionModel?: string;
  spawnDeps?: SpawnAgentToolDeps;
  taskToolsDeps?: TaskToolsDeps;
}

/** Makes a registry: `filesystem` always, the other packs where the parts they need were given. */
export function createStaticRegistry(options: PackDeps = {}): StaticToolRegistry {
  const { visionProvider, visionModel, spawnDeps, taskToolsDeps, ...rest } = options;
  const role = taskToolsDeps?.role;
  const names = [
    'filesystem',
    ...(visionProvider ? ['screenshot', 'vision-analysis'] : []),
    ...(spawnDeps ? ['spawn'] : []),
    ...(taskToolsDeps ? ['tasklist'] : []),
  ];
  const packs = names.map(name => ({ manifest: PACK_FACTS.get(name)!.manifest, tools: toolsOf(name, role) }));
  const door: DoorOptions = {
    ...rest,
    ...(visionProvider ? { visionModel: async () => lookBy(visionProvider, visionModel) } : {}),
    ...(spawnDeps ? { spawner: spawnerOf(spawnDeps), policy: policyOf(spawnDeps, rest) } : {}),
  };
  const gate = new LateGate(door, { builtIn: packs.flatMap(({ tools }) => tools), role, abort: spawnDeps?.signal });
  const registry = new StaticToolRegistry(gate);
  for (const { manifest, tools } of packs) {
    const definitions = tools.map(tool => builtInDefinition(tool, runBy(gate)));
    registry.addBuiltIn(manifest, definitions);
  }
  return registry;
}

/** The tools of a pack that a role may have; the listing has its other name here. */
function toolsOf(pack: string, role: AgentRole | undefined): readonly BuiltIn[] {
  const names = PACK_FACTS.get(pack)!.manifest.tools.filter(name => !role || isForRole(name, role));
  return builtInTools(names.map(name => (name === 'list_directory' ? 'list_files' : name)));
}

const lookBy = (provider: LLMProvider, name = 'default') => {
  return { model: provider.languageModel(name), host: provider.host };
};

function spawnerOf({ agentTypes, model }: SpawnAgentToolDeps): DoorOptions['spawner'] {
  const define = ({ toolPacks, ...type }: AgentTypeDefinition) =>
    defineAgent(toolPacks ? { ...type, packs: toolPacks } : type);
  const types = createAgentTypes([{ where: 'code', types: agentTypes.map(define) }]);
  return gate => createAgents({ types, model }).spawner(gate);
}

/** The policy of a registry: never more than the agent above may do, nor deeper. */
function policyOf(deps: SpawnAgentToolDeps, { policy = 'privileged' }: DoorOptions): RuntimePolicy {
  const { currentDepth = 0, maxDepth, parentPolicy } = deps;
  const own = typeof policy === 'object' && 'version' in policy ? policy : createPolicy(policy);
  const above = parentPolicy ? restrict(parentPolicy, own) : own;
  if (maxDepth === undefined) return above;
  const depth = Math.max(0, maxDepth - currentDepth);
  return restrict(above, createPolicy({ extends: 'privileged', limits: { depth } }));
}
