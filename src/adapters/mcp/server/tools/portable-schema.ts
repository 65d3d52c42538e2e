import type { JsonSchema } from '../../../../index.ts';

/** Where a schema holds others, one or a list or by name. */
const ONE = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** The same schema in the words that most clients read: one type at a place, and `true` for what may be anything. */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const made: Record<string, unknown> = { ...schema };
  for (const key of ONE) if (isObject(made[key])) made[key] = portableSchema(made[key]);
  for (const key of LISTS) {
    const list = made[key];
    if (Array.isArray(list)) made[key] = list.map(each => (isObject(each) ? portableSchema(each) : each));
  }
  for (const key of NAMED) {
    const named = made[key];
    if (isObject(named)) made[key] = mapValues(named, each => (isObject(each) ? portableSchema(each) : each));
  }
  if (isObject(made.additionalProperties) && Object.keys(made.additionalProperties).length === 0)
    made.additionalProperties = true;
  if (!Array.isArray(made.type) || made.anyOf !== undefined) return made;
  const { type, ...rest } = made;
  return { ...rest, anyOf: (type as readonly string[]).map(each => ({ type: each })) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = (named: Record<string, unknown>, map: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name, map(value)]));
