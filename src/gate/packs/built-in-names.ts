import type { ToolNames } from '../../policy/rules/check-rule.ts';
import type { Info } from '../../tool/define.ts';
import { PACK_FACTS } from './pack-facts.ts';

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
