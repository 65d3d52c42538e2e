import type { Settings } from '../config/load-settings.ts';
import { createDefaultToolRegistry } from '../gate/built-in-packs.ts';
import code from '../packs/code/manifest.json' with { type: 'json' };
import shell from '../packs/shell/manifest.json' with { type: 'json' };
import { PRESETS } from '../policy/presets.ts';
import type { RegisteredTool } from '../registry/registered.ts';
import type { Failure } from '../tool/error.ts';
import type { CliSession } from './session.ts';

type Why = Required<Pick<Failure, 'message' | 'suggestion'>>;

/** Why a tool is not there, and what would bring it. Undefined for a name that no tool has. */
export async function leftOut(name: string, { gate, settings }: CliSession): Promise<Why | undefined> {
  const refused = gate.registry.findLeftOut(name)?.tool;
  return refused ? byPolicy(refused, settings) : byPacks(name, settings);
}

/** An answer that a tool is unknown, in better words where the choice of packs left it out. */
export function sayLeftOut<T extends { readonly error?: Failure }>(answer: T, name: string, settings: Settings): T {
  const { error } = answer;
  const why = error?.code === 'UNKNOWN_TOOL' ? byPacks(name, settings) : undefined;
  if (!error || !why) return answer;
  const output = 'output' in answer ? { output: `${error.code}: ${why.message}\n${why.suggestion}` } : {};
  const { details: _, ...rest } = error;
  return { ...answer, ...output, error: { ...rest, ...why } };
}

async function byPolicy(tool: RegisteredTool, { policy }: Settings): Promise<Why> {
  const required = (await tool.ready()).permissions?.required ?? [];
  const missing = required.filter(capability => !policy.capabilities.includes(capability));
  const enough = Object.values(PRESETS).find(({ capabilities }) => required.every(one => capabilities.includes(one)));
  return {
    message: `${tool.id} is left out: the policy ${policy.name} does not grant ${missing.join(', ')}`,
    suggestion: `It is there with --policy ${enough?.name ?? 'privileged'}; what holds now: toolgate policy show`,
  };
}

function byPacks(name: string, { packs }: Settings): Why | undefined {
  if (!packs) return undefined;
  const tool = findBuiltIn(name);
  if (!tool?.pack || packs.includes(tool.pack)) return undefined;
  return {
    message: `${tool.id} is left out: its pack ${tool.pack} is not among the chosen ones (${packs.join(', ')})`,
    suggestion: `Add ${JSON.stringify(tool.pack)} to "packs" in the config, or to TOOLGATE_PACKS where that is set.`,
  };
}

/** Packs that a registry has only with a gate; their manifests tell enough. */
const WITH_A_GATE = [shell, code];

function findBuiltIn(name: string): Pick<RegisteredTool, 'id' | 'pack'> | undefined {
  const pack = WITH_A_GATE.find(({ tools }) => tools.includes(name))?.name;
  return pack ? { id: name, pack } : createDefaultToolRegistry().find(name)?.tool;
}
