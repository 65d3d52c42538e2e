import { PACK_FACTS } from '../../gate/packs/pack-facts.ts';
import { aliasSchema } from '../../registry/aliases.ts';
import type { ToolCard } from '../../registry/card.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { ToolError } from '../../tool/error.ts';

/** A built-in tool under one of its names. */
export interface BuiltIn {
  /** The name that was asked for. */
  readonly name: string;
  readonly pack: string;
  readonly card: ToolCard;
  /** The parameters under that name. */
  readonly parameters: JsonSchema;
}

export function findBuiltIn(name: string): BuiltIn | undefined {
  for (const [pack, { cards }] of PACK_FACTS) {
    for (const card of cards.values()) {
      const alias = card.aliases?.find(other => other.name === name);
      if (card.name !== name && !alias) continue;
      return { name, pack, card, parameters: alias ? aliasSchema(alias, card.parameters) : card.parameters };
    }
  }
  return undefined;
}

/** The built-in tools of these names, one for each. */
export function builtInTools<const Names extends readonly string[]>(names: Names) {
  const found = names.map(name => {
    const tool = findBuiltIn(name);
    if (tool) return tool;
    throw new ToolError('UNKNOWN_TOOL', `No built-in tool is named ${name}`);
  });
  return found as unknown as { readonly [At in keyof Names]: BuiltIn };
}

export const packsOf = (tools: readonly BuiltIn[]): readonly string[] => [...new Set(tools.map(({ pack }) => pack))];
