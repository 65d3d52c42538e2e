import type { Settings } from '../../config/load-settings.ts';
import { builtInPackTools, builtInToolNames } from '../../gate/packs/pack-facts.ts';
import { isForRole } from '../../packs/tasklist/roles.ts';
import { PRESETS } from '../../policy/create/presets.ts';
import type { RegisteredTool } from '../../registry/registered.ts';
import type { AgentRole } from '../../tool/context.ts';
import type { Failure } from '../../tool/error.ts';
import type { CliSession } from '../session.ts';

type LeftOutReason = Required<Pick<Failure, 'message' | 'suggestion'>>;

export async function explainLeftOut(name: string, { gate, settings }: CliSession): Promise<LeftOutReason | undefined> {
  const refused = gate.registry.findLeftOut(name)?.tool;
  if (refused && !isForRole(refused.id, gate.role)) return byRole(refused, gate.role);
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

const byRole = ({ id }: RegisteredTool, role: AgentRole): LeftOutReason =>
  role === 'worker'
    ? {
        message: `${id} is left out: it is for those who give tasks, and here you are a worker`,
        suggestion: 'It is there without --role worker.',
      }
    : {
        message: `${id} is left out: it is for agents that work on a task, and here you are the one who gives them`,
        suggestion: 'As a worker: --role worker. To hand in work of your own: task_update with status "submitted".',
      };

async function byPolicy(tool: RegisteredTool, { policy, sources }: Settings): Promise<LeftOutReason> {
  const { required } = await tool.card();
  const missing = required.filter(capability => !policy.capabilities.includes(capability));
  const takes = policy.layers?.find(({ capabilities }) => missing.some(one => !capabilities.includes(one)));
  const where = takes && sources[takes.name];
  if (where !== undefined)
    return {
      message: `${tool.id} is left out: ${where} does not grant ${missing.join(', ')}`,
      suggestion: `Change "policy" there; what holds now: toolgate policy show`,
    };
  const enough = Object.values(PRESETS).find(({ capabilities }) => required.every(one => capabilities.includes(one)));
  return {
    message: `${tool.id} is left out: the policy ${policy.name} does not grant ${missing.join(', ')}`,
    suggestion: `It is there with --policy ${enough?.name ?? 'privileged'}; what holds now: toolgate policy show`,
  };
}

function byPacks(name: string, { packs }: Settings): LeftOutReason | undefined {
  if (!packs) return undefined;
  const tool = findBuiltIn(name);
  if (!tool || packs.includes(tool.pack)) return undefined;
  return {
    message: `${tool.id} is left out: its pack ${tool.pack} is not among the chosen ones (${packs.join(', ')})`,
    suggestion: `Add ${JSON.stringify(tool.pack)} to "packs" in the config, or to TOOLGATE_PACKS where that is set.`,
  };
}

function findBuiltIn(name: string): { readonly id: string; readonly pack: string } | undefined {
  const id = builtInToolNames().canonical(name) ?? name;
  for (const [pack, tools] of builtInPackTools()) if (tools.includes(id)) return { id, pack };
  return undefined;
}
