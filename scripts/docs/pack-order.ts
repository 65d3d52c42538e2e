import configSchema from '../../src/config/config.schema.json' with { type: 'json' };
import type { ToolRegistry } from '../../src/registry/registry.ts';

const LISTED: readonly string[] = configSchema.properties.packs.items.anyOf.flatMap(each => each.enum ?? []);
const placeOf = (pack: string): number => (LISTED.includes(pack) ? LISTED.indexOf(pack) : LISTED.length);

/** In the order in which the config lists them: those that most people need come first. */
export const packNamesOf = (registry: ToolRegistry): readonly string[] =>
  registry.listPackNames().toSorted((a, b) => placeOf(a) - placeOf(b));
