import { codePack } from '../../packs/code/pack.ts';
import type { Catalogue, DiscoveryServices } from '../../packs/discovery/find-tools.ts';
import { discoveryPack } from '../../packs/discovery/pack.ts';
import { filesystemPack } from '../../packs/filesystem/pack.ts';
import type { FilesystemServices } from '../../packs/filesystem/services.ts';
import { gitPack } from '../../packs/git/pack.ts';
import type { GitServices } from '../../packs/git/services.ts';
import { historyPack } from '../../packs/history/pack.ts';
import { projectPack } from '../../packs/project/pack.ts';
import type { ProjectServices } from '../../packs/project/services.ts';
import { screenshotPack } from '../../packs/screenshot/pack.ts';
import type { ScreenshotServices } from '../../packs/screenshot/services.ts';
import { shellPack } from '../../packs/shell/pack.ts';
import type { ShellServices } from '../../packs/shell/services.ts';
import { spawnPack } from '../../packs/spawn/pack.ts';
import type { Spawner } from '../../packs/spawn/port.ts';
import { tasklistPack } from '../../packs/tasklist/pack.ts';
import { isForRole } from '../../packs/tasklist/roles.ts';
import type { TasklistServices } from '../../packs/tasklist/services.ts';
import { todoPack } from '../../packs/todo/pack.ts';
import type { TodoServices } from '../../packs/todo/todo.ts';
import { visionAnalysisPack } from '../../packs/vision-analysis/pack.ts';
import type { VisionServices } from '../../packs/vision-analysis/services.ts';
import { webPack } from '../../packs/web/pack.ts';
import type { WebServices } from '../../packs/web/services.ts';
import type { ToolNames } from '../../policy/rules/check-rule.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import { parseToolPackManifest } from '../../registry/manifest.ts';
import { type RegistryOptions, ToolRegistry } from '../../registry/registry.ts';
import type { AgentRole } from '../../tool/context.ts';
import type { Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { announcementOf, catalogueOf } from './catalogue.ts';

export interface DefaultRegistryOptions
  extends RegistryOptions,
    FilesystemServices,
    Partial<TodoServices>,
    Partial<TasklistServices> {
  /** What running commands takes; without it there is no shell. */
  readonly shell?: ShellServices;
  /** Starts agents; without it there is no `spawn` pack. */
  readonly spawner?: Spawner;
  readonly web?: WebServices;
  readonly screenshot?: ScreenshotServices;
  readonly vision?: VisionServices;
  readonly git?: GitServices;
  readonly project?: ProjectServices;
  /** Whose tools; left out: those of all roles. */
  readonly role?: AgentRole;
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
  const packs = builtInPacks({
    ...options,
    catalogue: options.catalogue ?? catalogueOf(registry, policyNow),
    announce: () => announcementOf(registry, policyNow()),
    absent: () => registry.absentSources().map(({ name }) => name),
  });
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
      keep: info => isAllowed(info, options.policy) && (!options.role || isForRole(info.id, options.role)),
    });
  }
  return registry;
}

type Pack = { readonly manifest: unknown; readonly tools: readonly Info[] };

function builtInPacks(options: DefaultRegistryOptions & DiscoveryServices): Map<string, Pack> {
  return new Map<string, Pack>([
    ['filesystem', filesystemPack(options)],
    ['history', historyPack()],
    ['todo', options.todos ? todoPack({ todos: options.todos }) : todoPack()],
    ['discovery', discoveryPack(options)],
    ...(options.tasks ? [['tasklist', tasklistPack({ tasks: options.tasks })] as const] : []),
    ...(options.shell ? packsOf(options.shell) : []),
    ...(options.web ? [['web', webPack(options.web)] as const] : []),
    ...(options.git ? [['git', gitPack(options.git)] as const] : []),
    ...(options.project ? [['project', projectPack(options.project)] as const] : []),
    ...(options.screenshot ? [['screenshot', screenshotPack(options.screenshot)] as const] : []),
    ...(options.vision ? [['vision-analysis', visionAnalysisPack(options.vision)] as const] : []),
    ...(options.spawner ? [['spawn', spawnPack(options.spawner)] as const] : []),
  ]);
}

const packsOf = (shell: ShellServices): readonly (readonly [string, Pack])[] => [
  ['shell', shellPack(shell)],
  ['code', codePack(shell)],
];

/** Enough to name the tools that run commands, and nothing more. */
const NO_SHELL = { isOff: () => false } as Partial<ShellServices> as ShellServices;

const NO_SPAWNER = { types: () => [] } as Partial<Spawner> as Spawner;

/** All packs, as far as their names go. */
const NAMES_ONLY: DefaultRegistryOptions & DiscoveryServices = {
  catalogue: async () => [],
  shell: NO_SHELL,
  spawner: NO_SPAWNER,
  tasks: {} as TasklistServices['tasks'],
  web: {} as WebServices,
  screenshot: {} as ScreenshotServices,
  vision: {} as VisionServices,
  git: {} as GitServices,
  project: {} as ProjectServices,
};

/** All packs with the names of their tools, also those that only a gate makes. */
export const builtInPackTools = (): ReadonlyMap<string, readonly string[]> =>
  new Map([...builtInPacks(NAMES_ONLY)].map(([name, { tools }]) => [name, tools.map(({ id }) => id)]));

export const builtInToolNames = (): ToolNames => toolNames();

/**
 * The names that rules may use: other names of built-in and of these tools become their own. Names of nobody are kept,
 * for tools that are loaded later.
 */
export function toolNames(more: readonly Info[] = []): ToolNames {
  const own = new Map<string, string>();
  const packs = builtInPacks(NAMES_ONLY);
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
