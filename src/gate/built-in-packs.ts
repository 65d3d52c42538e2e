import { codePack } from '../packs/code/pack.ts';
import type { Catalogue } from '../packs/discovery/find-tools.ts';
import { discoveryPack } from '../packs/discovery/pack.ts';
import { filesystemPack } from '../packs/filesystem/pack.ts';
import type { FilesystemServices } from '../packs/filesystem/services.ts';
import { historyPack } from '../packs/history/pack.ts';
import { shellPack } from '../packs/shell/pack.ts';
import type { ShellServices } from '../packs/shell/services.ts';
import { todoPack } from '../packs/todo/pack.ts';
import type { TodoServices } from '../packs/todo/todo.ts';
import type { ToolNames } from '../policy/check-rule.ts';
import { mayRun, type ToolFacts } from '../policy/may-run.ts';
import type { RuntimePolicy } from '../policy/types.ts';
import { requiredOf } from '../registry/hints.ts';
import { parseToolPackManifest } from '../registry/manifest.ts';
import { rankTools } from '../registry/rank-tools.ts';
import { type RegistryOptions, ToolRegistry } from '../registry/registry.ts';
import type { Info } from '../tool/define.ts';
import { ToolError } from '../tool/error.ts';
import type { ReadyTool } from '../tool/ready.ts';

export interface DefaultRegistryOptions extends RegistryOptions, FilesystemServices, Partial<TodoServices> {
  /** What running commands takes; without it there is no shell. */
  readonly shell?: ShellServices;
  readonly catalogue?: Catalogue;
  /** Names of packs; left out: all that their dependencies were given for. */
  readonly packs?: readonly string[];
  /** Only tools whose permissions it grants are loaded. */
  readonly policy?: RuntimePolicy;
  /** The policy in force, where it may change: what it never allows is not found by `find_tools`. */
  readonly policyNow?: () => RuntimePolicy;
}

/** A registry with the built-in packs: filesystem always, the others as what they need was given. */
export function createDefaultToolRegistry(options: DefaultRegistryOptions = {}): ToolRegistry {
  const registry = new ToolRegistry({ ...options, reserved: builtInToolNames().names() });
  const policyNow = options.policyNow ?? (() => options.policy);
  const packs = builtInPacks({ ...options, catalogue: options.catalogue ?? catalogueOf(registry, policyNow) });
  const names = options.packs ?? [...packs.keys()];
  for (const name of names) {
    const pack = packs.get(name);
    if (!pack) {
      throw new ToolError('INVALID_ARGUMENTS', `No pack is named ${JSON.stringify(name)}`, {
        suggestion: `There are: ${[...packs.keys()].join(', ')}.`,
      });
    }
    registry.registerPack(parseToolPackManifest(pack.manifest), pack.tools, {
      origin: 'built-in',
      trust: 'user',
      keep: info => isAllowed(info, options.policy),
    });
  }
  return registry;
}

type Pack = { readonly manifest: unknown; readonly tools: readonly Info[] };

function builtInPacks(options: DefaultRegistryOptions & { catalogue: Catalogue }): Map<string, Pack> {
  return new Map<string, Pack>([
    ['filesystem', filesystemPack(options)],
    ['history', historyPack()],
    ['todo', options.todos ? todoPack({ todos: options.todos }) : todoPack()],
    ['discovery', discoveryPack({ catalogue: options.catalogue })],
    ...(options.shell ? packsOf(options.shell) : []),
  ]);
}

const packsOf = (shell: ShellServices): readonly (readonly [string, Pack])[] => [
  ['shell', shellPack(shell)],
  ['code', codePack(shell)],
];

/** Enough to name the tools that run commands, and nothing more. */
const NO_SHELL = {} as ShellServices;

export const builtInToolNames = (): ToolNames => toolNames();

/**
 * The names that rules may use: other names of built-in and of these tools become their own. Names of nobody are kept,
 * for tools that are loaded later.
 */
export function toolNames(more: readonly Info[] = []): ToolNames {
  const own = new Map<string, string>();
  const packs = builtInPacks({ catalogue: async () => [], shell: NO_SHELL });
  const tools = [...[...packs.values()].flatMap(pack => pack.tools), ...more];
  for (const { id, definition } of tools) {
    if (typeof definition !== 'function') for (const { name } of definition.aliases ?? []) own.set(name, id);
  }
  for (const { id } of tools) own.set(id, id);
  return { canonical: name => own.get(name) ?? name, names: () => own.keys() };
}

/** Built-in definitions are static, so what they need can be seen without running anything. */
function isAllowed(info: Info, policy: RuntimePolicy | undefined): boolean {
  if (!policy || typeof info.definition === 'function') return true;
  const required = info.definition.permissions?.required ?? [];
  return required.every(capability => policy.capabilities.includes(capability));
}

/** Ranks all tools that may run, loads the lazy ones among the best, and counts them as shown. */
function catalogueOf(registry: ToolRegistry, policyNow: () => RuntimePolicy | undefined): Catalogue {
  return async (query, limit) => {
    const policy = policyNow();
    const allowed = (tool: ToolFacts) => !policy || mayRun(tool, policy);
    const known = await Promise.all(registry.all().map(({ id }) => loaded(registry, id)));
    const described = known.filter(ready => ready !== undefined);
    const all = [...described.map(({ id, description }) => ({ name: id, description })), ...registry.summaries()];
    const found = [];
    for (const { name } of rankTools(query, all, all.length)) {
      if (found.length >= limit) break;
      if (!allowed({ tool: name, required: [], danger: 'safe' })) continue;
      const ready = await loaded(registry, name);
      if (!ready || !allowed(factsOf(ready))) continue;
      registry.find(name)!.tool.unseen = false;
      found.push({ name: ready.id, description: ready.description, parameters: ready.parameters.json });
    }
    return found;
  };
}

/** One that cannot be loaded, or not be described, is only missing; the registry reports it. */
async function loaded(registry: ToolRegistry, name: string): Promise<ReadyTool | undefined> {
  try {
    const tool = registry.find(name)?.tool ?? (await registry.load(name));
    return await tool?.ready();
  } catch {
    return undefined;
  }
}

function factsOf(ready: ReadyTool): ToolFacts {
  const { danger, effects, delegates } = ready.definition;
  const known = typeof danger === 'string' ? danger : effects || danger || delegates ? 'safe' : 'dangerous';
  return { tool: ready.id, required: requiredOf(ready), danger: known };
}
