import { describeBash, describeRunCode } from '../../packs/shell/describe-runs.ts';
import { SPAWN_ALIASES } from '../../packs/spawn/aliases.ts';
import { sayTypes } from '../../packs/spawn/say-types.ts';
import type { ToolCard } from '../../registry/card.ts';
import type { PackServices } from './load-packs.ts';
import type { PackFacts } from './pack-facts.ts';

/** The cards of a pack, with what only the gate's services can say. */
export function spokenCards({ cards }: PackFacts, services: PackServices): ReadonlyMap<string, ToolCard> {
  const spoken = spokenBy(services);
  return new Map([...cards].map(([name, card]) => [name, { ...card, ...spoken[name] }]));
}

type SpokenFacts = Readonly<Record<string, Partial<ToolCard> | undefined>>;

const spokenBy = ({ announce, shell, code, spawner }: PackServices): SpokenFacts => ({
  find_tools: { announces: announce },
  bash: shell && { description: describeBash(shell.isOff()) },
  run_code: shell && { description: describeRunCode(shell.isOff()), announces: code?.sayTools },
  spawn_agent: spawner && { announces: () => sayTypes(spawner), aliases: SPAWN_ALIASES },
});
