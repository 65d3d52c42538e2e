import type { Catalogue, DiscoveryServices } from '../../packs/discovery/find-tools.ts';
import { describeBash, describeRunCode } from '../../packs/shell/describe-runs.ts';
import { SPAWN_ALIASES, sayTypes } from '../../packs/spawn/say-types.ts';
import { isForRole } from '../../packs/tasklist/roles.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { ToolCard } from '../../registry/card.ts';
import { ToolRegistry } from '../../registry/registry.ts';
import { type GateParts, type LazySource, REGISTRY_OPTIONS, type RegistryOptions } from '../../registry/types.ts';
import { checkOptions } from '../../tool/check-options.ts';
import type { AgentRole } from '../../tool/context.ts';
import type { Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { announcementOf, catalogueOf } from './catalogue.ts';
import { lazyTools, PACK_LOADERS, type PackServices } from './load-packs.ts';
import { builtInToolNames, PACK_FACTS, type PackFacts } from './pack-facts.ts';

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

/** Stands for the tools that start agents where nothing can start one: a call of them says what is missing. */
function noAgents(): LazySource {
  const cards = [...(PACK_FACTS.get('spawn')?.cards.values() ?? [])];
  const names = new Set(cards.flatMap(({ name, aliases = [] }) => [name, ...aliases.map(alias => alias.name)]));
  return {
    summaries: () => [],
    resolve: name => {
      if (names.has(name)) throw needsModel();
      return null;
    },
  };
}

const needsModel = (): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', 'No agent can be started: no model is configured for agents', {
    suggestion: 'Do the task yourself.',
    forPeople: 'Give createToolgate a spawner: createAgents({ types, model }).spawner, from toolgate/agents.',
  });

/** The cards of a pack, with the texts that only the gate's services can give. */
function spokenCards({ cards }: PackFacts, services: PackServices): ReadonlyMap<string, ToolCard> {
  const said = new Map(cards);
  for (const [name, spoken] of Object.entries(spokenBy(services))) {
    const card = spoken && cards.get(name);
    if (card) said.set(name, withFacts(card, spoken));
  }
  return said;
}

/** A card with other facts. Its schemas are parsed when they are asked for, and a spread would ask for them. */
const withFacts = (card: ToolCard, facts: Partial<ToolCard>): ToolCard =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(card), ...Object.getOwnPropertyDescriptors(facts) },
  ) as ToolCard;

type SpokenFacts = Readonly<Record<string, Partial<ToolCard> | undefined>>;

const spokenBy = ({ announce, shell, code, spawner }: PackServices): SpokenFacts => ({
  find_tools: { announces: announce },
  bash: shell && { description: describeBash(shell.isOff()) },
  run_code: shell && { description: describeRunCode(shell.isOff()), announces: code?.sayTools },
  spawn_agent: spawner && { announces: () => sayTypes(spawner), aliases: SPAWN_ALIASES },
});
