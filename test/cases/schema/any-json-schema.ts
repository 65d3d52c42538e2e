import fc from 'fast-check';
import type { JsonSchema } from '../../../src/index.ts';
import { setKey } from '../../../src/schema/json.ts';

/** A random JSON Schema together with random values that it takes. For properties in tests. */
export interface JsonSchemaSample {
  readonly schema: JsonSchema;
  readonly values: fc.Arbitrary<unknown>;
}

const sampled = (schema: JsonSchema, values: fc.Arbitrary<unknown>): JsonSchemaSample => ({ schema, values });

/** Some that providers refuse, and those that lowering itself uses. */
const FOREIGN = [
  'a b',
  '$filter',
  'é',
  '',
  'x'.repeat(70),
  '1st',
  'a/b',
  'a~b',
  'key',
  'value',
  'item_1',
  'more_items',
];
const name = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,4}$/) },
  { weight: 1, arbitrary: fc.constantFrom(...FOREIGN, 'arguments', 'other_entries', 'a_b', 'root') },
);
const text = fc.string({ maxLength: 6 });
const described = (schema: JsonSchema): fc.Arbitrary<JsonSchema> =>
  fc.constantFrom(schema, schema, { ...schema, description: 'What it is' }, { ...schema, title: 'T' });

const strings: fc.Arbitrary<JsonSchemaSample> = fc.oneof(
  fc.constant(sampled({ type: 'string' }, text)),
  fc.constant(sampled({ type: 'string', minLength: 1, maxLength: 6 }, fc.string({ minLength: 1, maxLength: 6 }))),
  fc.constant(sampled({ type: 'string', pattern: '^[a-c]+$' }, fc.stringMatching(/^[a-c]+$/))),
  fc.constant(sampled({ type: 'string', pattern: '^(?!b)[a-c]+$' }, fc.stringMatching(/^a[a-c]*$/))),
  fc.constant(sampled({ type: 'string', format: 'uuid' }, fc.uuid())),
  fc.constant(sampled({ type: 'string', format: 'color', default: 'red' }, fc.constant('red'))),
);

const numbers: fc.Arbitrary<JsonSchemaSample> = fc.oneof(
  fc.constant(
    sampled(
      { type: 'number' },
      fc.integer({ min: -4000, max: 4000 }).map(n => n / 4),
    ),
  ),
  fc.constant(sampled({ type: 'integer', minimum: 0, maximum: 9 }, fc.integer({ min: 0, max: 9 }))),
  fc.constant(sampled({ type: 'number', exclusiveMinimum: 0, multipleOf: 5 }, fc.constantFrom(5, 10, 15))),
);

const json = fc
  .jsonValue({ maxDepth: 2, noUnicodeString: true } as fc.JsonSharedConstraints)
  .map(value => JSON.parse(JSON.stringify(value)));

const choices: fc.Arbitrary<JsonSchemaSample> = fc.oneof(
  fc
    .uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 4 })
    .map(list => oneOfValues({ type: 'string' }, list)),
  fc.constant(oneOfValues({}, ['a', 1, true, null])),
  fc.constant(oneOfValues({}, [{ a: [1, 'x'] }, [1, { b: null }], 'c'])),
  fc.constantFrom('a', 7, false, null).map(value => sampled({ const: value }, fc.constant(value))),
  fc.constant(sampled({ type: 'boolean' }, fc.boolean())),
  fc.constant(sampled({ type: 'null' }, fc.constant(null))),
  fc.constant(sampled({ type: ['string', 'integer', 'null'] }, fc.oneof(text, fc.integer(), fc.constant(null)))),
);

function oneOfValues(around: JsonSchema, list: readonly unknown[]): JsonSchemaSample {
  return sampled({ ...around, enum: list }, fc.constantFrom(...list));
}

const free: fc.Arbitrary<JsonSchemaSample> = fc.constantFrom(
  sampled({}, json),
  sampled({ type: 'object' }, fc.dictionary(fc.stringMatching(/^[a-z]$/), json, { noNullPrototype: true })),
  sampled({ type: 'array' }, fc.array(json, { maxLength: 2 })),
);

/** In `$defs` of every schema: a tree, a list that may end, and a plain one. */
const DEFINITIONS: JsonSchema = {
  tree: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      note: { type: 'string' },
      kids: { type: 'array', items: { $ref: '#/$defs/tree' } },
    },
    required: ['name', 'kids'],
  },
  chain: {
    type: 'object',
    properties: { n: { type: 'integer' }, next: { anyOf: [{ $ref: '#/$defs/chain' }, { type: 'null' }] } },
    required: ['n', 'next'],
  },
  plain: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
};

const recursive = fc.letrec(tie => ({
  tree: fc.record(
    {
      name: text,
      note: text,
      kids: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })),
    },
    { requiredKeys: ['name', 'kids'], noNullPrototype: true },
  ),
  chain: fc.record(
    { n: fc.integer(), next: fc.oneof({ maxDepth: 3 }, fc.constant(null), tie('chain')) },
    { noNullPrototype: true },
  ),
}));
const plainValues = fc.record({ a: text, b: fc.integer() }, { requiredKeys: ['a'], noNullPrototype: true });

const references: fc.Arbitrary<JsonSchemaSample> = fc.constantFrom(
  sampled({ $ref: '#/$defs/tree' }, recursive.tree),
  sampled({ $ref: '#/$defs/chain', description: 'A chain' }, recursive.chain),
  sampled({ $ref: '#/$defs/plain' }, plainValues),
  sampled({ allOf: [{ $ref: '#/$defs/plain' }], description: 'Wrapped' }, plainValues),
);

const typed = fc.oneof(strings, numbers, choices, references);

const nested = (leaf: fc.Arbitrary<JsonSchemaSample>) =>
  fc.letrec<{ any: JsonSchemaSample; object: JsonSchemaSample; plainObject: JsonSchemaSample }>(tie => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf.chain(({ schema, values }) => described(schema).map(each => sampled(each, values))),
      tie('object'),
      fc
        .tuple(tie('any'), fc.constantFrom({}, { minItems: 1 }, { maxItems: 3 }))
        .map(([one, limits]) => listOf(one, limits)),
      fc.tuple(fc.array(tie('any'), { minLength: 1, maxLength: 3 }), fc.option(tie('any')), fc.boolean()).map(tupleOf),
      fc.tuple(tie('any'), fc.constantFrom(undefined, 'pattern', 'enum')).map(recordOf),
      tie('any').map(({ schema, values }) => sampled({ anyOf: [schema, { type: 'null' }] }, fc.option(values))),
      fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map(unionOf),
      fc.array(tie('plainObject'), { minLength: 2, maxLength: 3 }).map(discriminated),
    ),
    object: fc.oneof(
      { weight: 3, arbitrary: tie('plainObject') },
      fc.tuple(tie('plainObject'), tie('plainObject')).map(both),
    ),
    plainObject: fc
      .tuple(
        fc.uniqueArray(fc.tuple(name, tie('any'), fc.boolean()), { maxLength: 4, selector: ([key]) => key }),
        fc.oneof(fc.constant(undefined), fc.constant(false as const), tie('any')),
      )
      .map(([members, rest]) => objectOf(members, rest)),
  }));

function listOf(one: JsonSchemaSample, limits: { minItems?: number; maxItems?: number }): JsonSchemaSample {
  const values = fc.array(one.values, { minLength: limits.minItems ?? 0, maxLength: limits.maxItems ?? 3 });
  return sampled({ type: 'array', items: one.schema, ...limits }, values);
}

function tupleOf([parts, rest, all]: [JsonSchemaSample[], JsonSchemaSample | null, boolean]): JsonSchemaSample {
  const least = all ? parts.length : parts.length - 1;
  const whole = fc.tuple(...parts.map(part => part.values));
  const more = rest ? fc.array(rest.values, { maxLength: 2 }) : fc.constant([]);
  const values = fc.tuple(whole, more, fc.boolean()).map(([head, tail, cut]) => {
    return cut && !all ? head.slice(0, -1) : [...head, ...tail];
  });
  const schema = {
    type: 'array',
    prefixItems: parts.map(part => part.schema),
    items: rest?.schema ?? false,
    minItems: least,
  };
  return sampled(schema, values);
}

function recordOf([{ schema, values }, keys]: [JsonSchemaSample, 'pattern' | 'enum' | undefined]): JsonSchemaSample {
  const names =
    keys === 'enum' ? { propertyNames: { enum: ['a', 'b c'] } } : { propertyNames: { pattern: '^[a-z]+$' } };
  const key = keys === 'enum' ? fc.constantFrom('a', 'b c') : keys ? fc.stringMatching(/^[a-z]+$/) : name;
  const plain = key.filter(each => each !== '__proto__');
  return sampled(
    { type: 'object', additionalProperties: schema, ...(keys ? names : {}) },
    fc.dictionary(plain, values, { maxKeys: 3, noNullPrototype: true }),
  );
}

function unionOf(parts: readonly JsonSchemaSample[]): JsonSchemaSample {
  return sampled({ anyOf: parts.map(part => part.schema) }, fc.oneof(...parts.map(part => part.values)));
}

/** Objects that a `kind` tells apart. */
function discriminated(parts: readonly JsonSchemaSample[]): JsonSchemaSample {
  const schemas = parts.map((part, i) => {
    const { properties, required = [], ...rest } = part.schema as { properties: object; required?: string[] };
    return {
      ...rest,
      properties: { ...properties, kind: { const: `k${i}` } },
      required: [...required.filter(key => key !== 'kind'), 'kind'],
    };
  });
  const values = parts.map((part, i) => part.values.map(value => ({ ...(value as object), kind: `k${i}` })));
  return sampled({ oneOf: schemas }, fc.oneof(...values));
}

/** An intersection; the keys of both are kept apart, so that a value is one of each. */
function both([a, b]: [JsonSchemaSample, JsonSchemaSample]): JsonSchemaSample {
  const [left, right] = [prefixed(a, 'l_'), prefixed(b, 'r_')];
  const values = fc.tuple(left.values, right.values).map(([x, y]) => ({ ...(x as object), ...(y as object) }));
  return sampled({ allOf: [left.schema, right.schema] }, values);
}

function prefixed({ schema, values }: JsonSchemaSample, prefix: string): JsonSchemaSample {
  const { properties, required = [] } = schema as { properties: object; required?: string[] };
  const rename = (value: unknown) =>
    Object.fromEntries(Object.entries(value as object).map(([key, inside]) => [prefix + key, inside]));
  const known = new Set(Object.keys(properties));
  const own = values.map(value =>
    rename(Object.fromEntries(Object.entries(value as object).filter(([key]) => known.has(key)))),
  );
  return sampled({ type: 'object', properties: rename(properties), required: required.map(key => prefix + key) }, own);
}

function objectOf(
  members: readonly (readonly [string, JsonSchemaSample, boolean])[],
  rest: JsonSchemaSample | false | undefined,
): JsonSchemaSample {
  const properties: Record<string, JsonSchema> = {};
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  const required: string[] = [];
  for (const [key, member, optional] of members) {
    setKey(properties, key, member.schema);
    setKey(values, key, member.values);
    if (!optional) required.push(key);
  }
  const own = fc.record(values, { requiredKeys: required, noNullPrototype: true });
  const additionalProperties = rest === undefined ? {} : { additionalProperties: rest ? rest.schema : false };
  const schema = { type: 'object', properties, required, ...additionalProperties };
  if (!rest) return sampled(schema, own);
  const others = fc.dictionary(fc.stringMatching(/^o[0-9]$/), rest.values, { maxKeys: 2, noNullPrototype: true });
  return sampled(
    schema,
    fc.tuple(others, own).map(([some, fixed]) => ({ ...some, ...(fixed as object) })),
  );
}

const withDefinitions = ({ schema, values }: JsonSchemaSample): JsonSchemaSample =>
  sampled({ ...schema, $defs: DEFINITIONS }, values);

const strictOnes = nested(typed);
const all = nested(fc.oneof({ weight: 4, arbitrary: typed }, { weight: 1, arbitrary: free }));

/** As the arguments of a tool: an object, and everything in it has a type. */
export const typedSchema: fc.Arbitrary<JsonSchemaSample> = strictOnes.object.map(withDefinitions);

/** Also with parts that take anything. */
export const anyJsonSchema: fc.Arbitrary<JsonSchemaSample> = all.object.map(withDefinitions);

/** Also unions, lists and texts at the root, as a stranger may send them. */
export const anyRoot: fc.Arbitrary<JsonSchemaSample> = all.any.map(withDefinitions);
