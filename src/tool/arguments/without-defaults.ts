import type { JsonSchema } from '../../schema/schema.ts';
import { canonicalJson } from '../text/canonical-json.ts';

/** Arguments without those that equal the schema's defaults, for people to read. Never throws. */
export function withoutDefaults(args: unknown, schema: JsonSchema | undefined): unknown {
  if (!schema || typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  try {
    const properties = usualIn(schema);
    if (!properties) return args;
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

type Properties = Readonly<Record<string, { readonly default?: unknown }>>;

const withUsual = new WeakMap<JsonSchema, Properties | false>();

/** The properties of a schema, where one of them has a usual value. Kept per schema: every call asks, more than once. */
function usualIn(schema: JsonSchema): Properties | false {
  let found = withUsual.get(schema);
  if (found === undefined) {
    const properties = schema.properties as Properties | undefined;
    found = properties !== undefined && Object.values(properties).some(one => one?.default !== undefined) && properties;
    withUsual.set(schema, found);
  }
  return found;
}

const isSame = (value: unknown, usual: unknown): boolean =>
  typeof value === 'object' && value !== null ? canonicalJson(value) === canonicalJson(usual) : value === usual;
