import type { JsonSchema } from '../../schema/schema.ts';
import { canonicalJson } from '../text/canonical-json.ts';

/** Arguments without those that say what the schema says anyway, for what people read. Never throws. */
export function withoutDefaults(args: unknown, schema: JsonSchema | undefined): unknown {
  const properties = schema?.properties as Readonly<Record<string, { readonly default?: unknown }>> | undefined;
  if (!properties || typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  try {
    const said = Object.entries(args).filter(([key, value]) => {
      const usual = Object.hasOwn(properties, key) ? properties[key]?.default : undefined;
      return usual === undefined || !isSame(value, usual);
    });
    return said.length === Object.keys(args).length ? args : Object.fromEntries(said);
  } catch {
    // Arguments may defend themselves against being looked at.
    return args;
  }
}

const isSame = (value: unknown, usual: unknown): boolean =>
  typeof value === 'object' && value !== null ? canonicalJson(value) === canonicalJson(usual) : value === usual;
