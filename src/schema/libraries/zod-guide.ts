import { z } from 'zod';
import { HINT } from '../guide/guide.ts';
import type { JsonSchema } from '../schema.ts';

type AnyZod = z.core.$ZodType;

/** A schema made by Zod 4, also by another copy of it. */
export function isZod(schema: object): schema is AnyZod {
  return '_zod' in schema;
}

/**
 * The JSON Schema that models are shown. Types that JSON lacks become `{}`; parts that tell a model nothing are left
 * out: the dialect, and the bounds that every integer has.
 */
export function zodToJson(schema: AnyZod, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json as JsonSchema;
}

/**
 * The JSON Schema that coercion is guided by: never stricter than Zod itself. Where Zod changes the value before it
 * looks (preprocess, catch) anything goes; patterns with flags and formats are kept as a hint for messages.
 * `dropsKeys`: the branch of a union that Zod takes may leave out a key that another one knows. `coerces`: with
 * `z.coerce` Zod takes anything, null for 0 and "false" for true; there the guide is the stricter judge.
 */
export function zodToGuide(schema: AnyZod): ZodGuide {
  const types = new Set<string>();
  let coerces = false;
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      types.add(zodSchema._zod.def.type);
      coerces ||= isCoerced(zodSchema);
      loosen(zodSchema as AnyZod, jsonSchema as Record<string, unknown>);
    },
  }) as JsonSchema;
  const transforms = ['pipe', 'transform', 'catch'].some(type => types.has(type));
  return { json, dropsKeys: types.has('union') && !transforms, coerces };
}

type ZodGuide = { readonly json: JsonSchema; readonly dropsKeys: boolean; readonly coerces: boolean };
const isCoerced = (schema: AnyZod): boolean => (schema._zod.def as { coerce?: boolean }).coerce === true;

/** The types that `z.coerce` may be given where JSON has no such type. */
const COERCED: Readonly<Record<string, readonly string[]>> = {
  date: ['string', 'number'],
  bigint: ['string', 'integer'],
};

function loosen(schema: AnyZod, json: Record<string, unknown>): void {
  if (changesFirst(schema)) {
    const hint = { type: json.type };
    for (const keyword of Object.keys(json)) if (keyword !== 'default') delete json[keyword];
    if (hint.type !== undefined) json[HINT] = hint;
    return;
  }
  if (isCoerced(schema)) json.type ??= COERCED[schema._zod.def.type];
  if (json.format !== undefined) {
    json[HINT] = { ...(json[HINT] as object), format: json.format };
    delete json.format;
  }
  if (json.type === 'string' && patternsOf(schema).some(pattern => pattern.flags.replace('u', '') !== '')) {
    json[HINT] = { ...(json[HINT] as object), pattern: json.pattern };
    delete json.pattern;
    delete json.allOf;
  }
  // Looser branches may overlap where those of Zod do not.
  if (json.oneOf !== undefined) {
    json.anyOf = json.oneOf;
    delete json.oneOf;
  }
  // Zod reads the keys of a record of numbers as numbers; JSON Schema has only text there.
  const names = json.propertyNames as Record<string, unknown> | undefined;
  if (names && names.type !== 'string') delete json.propertyNames;
  const keys = (schema._zod.def as { shape?: Record<string, AnyZod> }).shape;
  if (keys && Array.isArray(json.required))
    json.required = json.required.filter(key => !Object.hasOwn(keys, key) || !changesFirst(keys[key]!));
}

function patternsOf(schema: AnyZod): RegExp[] {
  const def = schema._zod.def as { pattern?: unknown; checks?: readonly { _zod: { def: { pattern?: unknown } } }[] };
  const found = [def.pattern, ...(def.checks ?? []).map(check => check._zod.def.pattern)];
  return found.filter(pattern => pattern instanceof RegExp);
}

function changesFirst(schema: AnyZod): boolean {
  const def = schema._zod.def as { type: string; in?: AnyZod };
  if (def.type === 'catch' || def.type === 'transform') return true;
  return def.type === 'pipe' && def.in?._zod.def.type === 'transform';
}
