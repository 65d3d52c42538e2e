import { type Zod3, zod3Of } from '../../schema/libraries/zod3.ts';
import type { JsonSchema, Schema } from '../../schema/schema.ts';

/**
 * The schema of a tool of another library. A Zod 3 schema gives no JSON Schema: its visible parts are told to the
 * model, and the tool itself checks the rest.
 */
export function foreignSchema(schema: unknown): Schema {
  const old = zod3Of(schema);
  return old ? { additionalProperties: true, ...describe(old) } : ((schema ?? { type: 'object' }) as Schema);
}

const TYPES: Readonly<Record<string, JsonSchema>> = {
  ZodString: { type: 'string' },
  ZodNumber: { type: 'number' },
  ZodBoolean: { type: 'boolean' },
  ZodRecord: { type: 'object' },
};

/** Wrappers, each with the key of the schema that it wraps. */
const INSIDE: Readonly<Record<string, string>> = {
  ZodOptional: 'innerType',
  ZodDefault: 'innerType',
  ZodEffects: 'schema',
};

function describe(schema: Zod3): JsonSchema {
  const { _def: def, description } = schema;
  const type = String(def.typeName);
  const inner = zod3Of(def[INSIDE[type] ?? '']);
  const said = description === undefined ? {} : { description };
  if (inner) return { ...describe(inner), ...said };
  if (type === 'ZodObject') return { ...describeObject(def), ...said };
  if (type === 'ZodEnum') return { enum: def.values, ...said };
  const item = type === 'ZodArray' ? zod3Of(def.type) : undefined;
  if (item) return { type: 'array', items: describe(item), ...said };
  return { ...TYPES[type], ...said };
}

function describeObject(def: Zod3['_def']): JsonSchema {
  const shape = (typeof def.shape === 'function' ? def.shape() : {}) as Record<string, Zod3>;
  const entries = Object.entries(shape);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, value]) => [key, describe(value)])),
    required: entries.filter(([, value]) => value.isOptional?.() === false).map(([key]) => key),
  };
}
