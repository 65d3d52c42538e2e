import code from '../../packs/code/manifest.json' with { type: 'json' };
import codeCards from '../../packs/code/tools.json' with { type: 'json' };
import discovery from '../../packs/discovery/manifest.json' with { type: 'json' };
import discoveryCards from '../../packs/discovery/tools.json' with { type: 'json' };
import filesystem from '../../packs/filesystem/manifest.json' with { type: 'json' };
import filesystemCards from '../../packs/filesystem/tools.json' with { type: 'json' };
import git from '../../packs/git/manifest.json' with { type: 'json' };
import gitCards from '../../packs/git/tools.json' with { type: 'json' };
import history from '../../packs/history/manifest.json' with { type: 'json' };
import historyCards from '../../packs/history/tools.json' with { type: 'json' };
import project from '../../packs/project/manifest.json' with { type: 'json' };
import projectCards from '../../packs/project/tools.json' with { type: 'json' };
import screenshot from '../../packs/screenshot/manifest.json' with { type: 'json' };
import screenshotCards from '../../packs/screenshot/tools.json' with { type: 'json' };
import shell from '../../packs/shell/manifest.json' with { type: 'json' };
import shellCards from '../../packs/shell/tools.json' with { type: 'json' };
import spawn from '../../packs/spawn/manifest.json' with { type: 'json' };
import spawnCards from '../../packs/spawn/tools.json' with { type: 'json' };
import tasklist from '../../packs/tasklist/manifest.json' with { type: 'json' };
import tasklistCards from '../../packs/tasklist/tools.json' with { type: 'json' };
import todo from '../../packs/todo/manifest.json' with { type: 'json' };
import todoCards from '../../packs/todo/tools.json' with { type: 'json' };
import vision from '../../packs/vision-analysis/manifest.json' with { type: 'json' };
import visionCards from '../../packs/vision-analysis/tools.json' with { type: 'json' };
import web from '../../packs/web/manifest.json' with { type: 'json' };
import webCards from '../../packs/web/tools.json' with { type: 'json' };
import type { ToolNames } from '../../policy/rules/check-rule.ts';
import type { ToolCard } from '../../registry/card.ts';
import { parseToolPackManifest, type ToolPackManifest } from '../../registry/manifest.ts';
import type { Info } from '../../tool/define.ts';

/** Facts of a pack that are known without its code. */
export interface PackFacts {
  readonly manifest: ToolPackManifest;
  /** Cards by the name of the tool; made from the code by scripts/build/build-cards.ts. */
  readonly cards: ReadonlyMap<string, ToolCard>;
}

const factsOf = (manifest: unknown, cards: readonly unknown[]): PackFacts => ({
  manifest: parseToolPackManifest(manifest),
  cards: new Map((cards as readonly ToolCard[]).map(card => [card.name, card])),
});

/** The built-in packs, also those that only a gate makes. */
export const PACK_FACTS: ReadonlyMap<string, PackFacts> = new Map(
  [
    factsOf(filesystem, filesystemCards),
    factsOf(history, historyCards),
    factsOf(todo, todoCards),
    factsOf(discovery, discoveryCards),
    factsOf(tasklist, tasklistCards),
    factsOf(shell, shellCards),
    factsOf(code, codeCards),
    factsOf(web, webCards),
    factsOf(git, gitCards),
    factsOf(project, projectCards),
    factsOf(screenshot, screenshotCards),
    factsOf(vision, visionCards),
    factsOf(spawn, spawnCards),
  ].map(facts => [facts.manifest.name, facts]),
);

/** All packs with the names of their tools, also those that only a gate makes. */
export const builtInPackTools = (): ReadonlyMap<string, readonly string[]> =>
  new Map([...PACK_FACTS].map(([name, { manifest }]) => [name, manifest.tools]));

export const builtInToolNames = (): ToolNames => toolNames();

/** Names that rules may use: other names of tools become their own; names of nobody are kept, for later tools. */
export function toolNames(more: readonly Info[] = []): ToolNames {
  const own = new Map<string, string>();
  const builtIn = [...PACK_FACTS.values()].flatMap(({ cards }) => [...cards.values()]);
  for (const { name, aliases = [] } of builtIn) for (const alias of aliases) own.set(alias.name, name);
  for (const { id, definition } of more)
    if (typeof definition !== 'function') for (const { name } of definition.aliases ?? []) own.set(name, id);
  for (const { manifest } of PACK_FACTS.values()) for (const name of manifest.tools) own.set(name, name);
  for (const { id } of more) own.set(id, id);
  return { canonical: name => own.get(name) ?? name, names: () => own.keys() };
}
