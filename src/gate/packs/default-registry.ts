import type { Catalogue, DiscoveryServices } from '../../packs/discovery/find-tools.ts';
import { isForRole } from '../../packs/tasklist/roles.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { ToolCard } from '../../registry/card.ts';
import { ToolRegistry } from '../../registry/registry.ts';
import { type GateParts, REGISTRY_OPTIONS, type RegistryOptions } from '../../registry/types.ts';
import { checkOptions } from '../../tool/check-options.ts';
import type { AgentRole } from '../../tool/context.ts';
import type { Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { builtInToolNames } from './built-in-names.ts';
import { announcementOf, catalogueOf } from './catalogue.ts';
import { lazyTools, PACK_LOADERS, type PackServices } from './load-packs.ts';
import { needsModel, noAgents } from './no-agents.ts';
import { PACK_FACTS } from './pack-facts.ts';
import { spokenCards } from './spoken-cards.ts';

interface DefaultRegistryOptions extends RegistryOptions, Omit<PackServices, keyof DiscoveryServices> {
  /** The role whose tools are wanted; left out: those of all roles. */
  readonly role?: AgentRole;
  readonly catalogue?: Catalogue;
  /** Names of packs; left out: all that their dependencies were given for. */
  readonly packs?: readonly string[];
  /** A policy; only tools whose permissions it grants are loaded. */
  readonly policy?: RuntimePolicy;
  /** The policy in force, where it may change: tools that it never allows are not found by `find_tools`. */
  readonly policyNow?: () => RuntimePolicy | undefined;
}

const DEFAULT_OPTIONS: Readonly<Record<keyof DefaultRegistryOptions, true>> = {
  ...REGISTRY_OPTIONS,
  role: true,
  catalogue: true,
  packs: true,
  policy: true,
  outputs: true,
  todos: true,
  tasks: true,
  shell: true,
  code: true,
  spawner: true,
  web: true,
  screenshot: true,
  vision: true,
  git: true,
  project: true,
};

/** A registry with the built-in packs: filesystem always, the others where the parts they need were given. */
export function createDefaultToolRegistry(options: DefaultRegistryOptions = {}): ToolRegistry {
  const policyNow = options.policyNow ?? (() => options.policy);
  const { init, place, readText, toolResolver } = checkOptions('createDefaultToolRegistry', options, DEFAULT_OPTIONS);
  const reserved = builtInToolNames().names();
  const registry = new ToolRegistry({ init, place, readText, toolResolver, policyNow, reserved });
  registerBuiltIns(registry, options);
  return registry;
}

/** Gives a registry that was made without a gate the gate's parts for its built-in tools, and takes nothing away. */
export function joinRegistry(registry: ToolRegistry, options: JoinOptions): void {
  const { init, place, readText, policyNow } = options;
  registry.join({ init, place, readText, policyNow });
  const builtIn = registry.all().filter(({ origin }) => origin === 'built-in');
  const there = new Set(builtIn.map(({ id }) => id));
  registerBuiltIns(registry, { ...options, packs: registry.builtInPackNames() }, id => there.has(id));
}

export type JoinOptions = DefaultRegistryOptions & GateParts;

/** The built-in packs that were asked for, or all whose needed parts are there; of each the wanted tools. */
function registerBuiltIns(
  registry: ToolRegistry,
  options: DefaultRegistryOptions,
  wanted: (id: string) => boolean = () => true,
): void {
  const policyNow = options.policyNow ?? (() => options.policy);
  const services: PackServices = {
    ...options,
    catalogue: options.catalogue ?? catalogueOf(registry, policyNow),
    announce: () => announcementOf(registry, policyNow()),
    forScripts: options.code?.offersCode === true,
    absent: () => registry.absentSources().map(({ name }) => name),
  };
  const given = [...PACK_FACTS.keys()].filter(name => PACK_LOADERS[name]!(services));
  for (const name of options.packs ?? given) {
    const facts = PACK_FACTS.get(name);
    const load = facts && PACK_LOADERS[name]!(services);
    if (facts && name === 'spawn' && !load) throw needsModel();
    if (!load)
      throw new ToolError('INVALID_ARGUMENTS', `No pack is named ${JSON.stringify(name)}`, {
        suggestion: `There are: ${given.join(', ')}.`,
      });
    const cards = spokenCards(facts, services);
    const keep = ({ id }: Info) =>
      wanted(id)
        ? isAllowed(cards.get(id), options.policy) && (!options.role || isForRole(id, options.role))
        : undefined;
    const tools = lazyTools(facts.manifest.tools, load, services);
    registry.registerPack(facts.manifest, tools, { origin: 'built-in', trust: 'user', cards, keep });
  }
  if (!options.spawner && !options.packs) registry.addLazy(noAgents());
}

const isAllowed = (card: ToolCard | undefined, policy: RuntimePolicy | undefined): boolean =>
  !policy || !card || card.required.every(capability => policy.capabilities.includes(capability));
