import { describeBash, describeRunCode } from '../../packs/shell/describe-runs.ts';
import { SPAWN_ALIASES, sayTypes } from '../../packs/spawn/say-types.ts';
import type { ToolCard } from '../../registry/card.ts';
import type { PackServices } from './load-packs.ts';
import type { PackFacts } from './pack-facts.ts';

/** The cards of a pack, with the texts that only the gate's services can give. */
export function spokenCards({ cards }: PackFacts, services: PackServices): ReadonlyMap<string, ToolCard> {
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
