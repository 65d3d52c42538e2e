import type { JsonSchema } from '../../src/schema/schema.ts';

/** How a part of a schema is asked for. */
export type Field =
  | { readonly kind: 'text'; readonly schema: JsonSchema }
  | { readonly kind: 'number'; readonly schema: JsonSchema; readonly whole: boolean }
  | { readonly kind: 'boolean'; readonly schema: JsonSchema }
  | { readonly kind: 'choice'; readonly schema: JsonSchema; readonly values: readonly unknown[] }
  | { readonly kind: 'list'; readonly schema: JsonSchema; readonly items: JsonSchema }
  | { readonly kind: 'object'; readonly schema: JsonSchema; readonly properties: readonly Property[] }
  /** What no form can say well: written as JSON. */
  | { readonly kind: 'json'; readonly schema: JsonSchema };

export interface Property {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** `root` has the definitions that references point to. */
export function fieldOf(given: JsonSchema, root: JsonSchema): Field {
  const schema = withoutNull(resolved(given, root), root);
  if (Array.isArray(schema.enum)) return { kind: 'choice', schema, values: schema.enum };
  if ('const' in schema) return { kind: 'choice', schema, values: [schema.const] };
  switch (schema.type) {
    case 'string':
      return { kind: 'text', schema };
    case 'number':
    case 'integer':
      return { kind: 'number', schema, whole: schema.type === 'integer' };
    case 'boolean':
      return { kind: 'boolean', schema };
    case 'array':
      return isSchema(schema.items) ? { kind: 'list', schema, items: schema.items } : { kind: 'json', schema };
    case 'object':
      return objectOf(schema);
    default:
      return { kind: 'json', schema };
  }
}

/** One that takes any further name, or has alternatives, cannot be asked for name by name. */
function objectOf(schema: JsonSchema): Field {
  const { properties } = schema;
  const open = isSchema(schema.additionalProperties) || isSchema(schema.patternProperties);
  if (!isSchema(properties) || open || ['anyOf', 'oneOf', 'allOf'].some(key => key in schema)) {
    return Object.keys(isSchema(properties) ? properties : {}).length === 0 && schema.additionalProperties === false
      ? { kind: 'object', schema, properties: [] }
      : { kind: 'json', schema };
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const all = Object.entries(properties).map(([name, each]) => ({
    name,
    schema: isSchema(each) ? each : {},
    required: required.has(name),
  }));
  return {
    kind: 'object',
    schema,
    properties: [...all.filter(one => one.required), ...all.filter(one => !one.required)],
  };
}

const MOST_STEPS = 10;

function resolved(schema: JsonSchema, root: JsonSchema, steps = 0): JsonSchema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith('#') || steps > MOST_STEPS) return schema;
  let found: unknown = root;
  for (const part of $ref.slice(1).split('/').filter(Boolean)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isSchema(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isSchema(found) ? { ...resolved(found, root, steps + 1), ...rest } : schema;
}

/** "This or null" is asked for as this: what is left empty is left out. */
function withoutNull(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter(type => type !== 'null');
    return types.length === 1 ? { ...schema, type: types[0] } : schema;
  }
  for (const key of ['anyOf', 'oneOf']) {
    const ways = schema[key];
    if (!Array.isArray(ways)) continue;
    const others = ways.filter(way => isSchema(way) && way.type !== 'null');
    if (others.length !== 1) return schema;
    const { [key]: _, ...rest } = schema;
    return { ...resolved(others[0], root), ...rest };
  }
  return schema;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a new item of a list starts with. */
export function blank(schema: JsonSchema, root: JsonSchema, depth = 0): unknown {
  const field = fieldOf(schema, root);
  if (depth > MOST_STEPS) return null;
  if ('default' in field.schema) return field.schema.default;
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'choice':
      return field.values[0];
    case 'list':
      return [];
    case 'object':
      return Object.fromEntries(
        field.properties
          .filter(({ required }) => required)
          .map(({ name, schema: each }) => [name, blank(each, root, depth + 1)]),
      );
    default:
      return null;
  }
}
