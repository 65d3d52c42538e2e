import fc from 'fast-check';
import { z } from 'zod';

/** A random Zod schema together with random values that it takes. For properties in tests. */
interface SchemaSample {
  readonly schema: z.ZodType;
  readonly values: fc.Arbitrary<unknown>;
}

const sampled = (schema: z.ZodType, values: fc.Arbitrary<unknown>): SchemaSample => ({ schema, values });

/** Numbers that have one spelling, so that text and number can be told to be the same. */
const tame = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.integer({ min: -9999, max: 9999 }).map(n => n / 4),
);
const bounds = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 0, max: 30 }));
/** Text that neither looks like a container nor like another type. */
const word = fc.stringMatching(/^[g-mp-rG-M][a-z0-9 _.-]{0,10}$/);
const key = fc.stringMatching(/^[a-z]{1,6}(_[a-z]{1,5})?$/);
const listed = fc.uniqueArray(fc.stringMatching(/^[b-k][a-z]{2,6}(_[a-z]{2,4})?$/), {
  minLength: 1,
  maxLength: 5,
  selector: text => text.replace('_', ''),
});

const leaf: fc.Arbitrary<SchemaSample> = fc.oneof(
  fc.constant(sampled(z.string(), word)),
  fc.integer({ min: 1, max: 5 }).map(n =>
    sampled(
      z.string().min(n),
      word.filter(text => text.length >= n),
    ),
  ),
  fc.constant(sampled(z.number(), tame)),
  fc.constant(sampled(z.int(), fc.integer({ min: -1e6, max: 1e6 }))),
  bounds.map(([min, more]) =>
    sampled(
      z
        .int()
        .min(min)
        .max(min + more),
      fc.integer({ min, max: min + more }),
    ),
  ),
  fc.constant(sampled(z.boolean(), fc.boolean())),
  listed.map(words => sampled(z.enum(words as [string]), fc.constantFrom(...words))),
);

const nested = (unions: boolean) =>
  fc.letrec<{ any: SchemaSample; object: SchemaSample }>(tie => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      tie('object'),
      tie('any').map(({ schema, values }) => sampled(z.array(schema), fc.array(values, { maxLength: 3 }))),
      tie('any').map(({ schema, values }) =>
        sampled(z.record(z.string(), schema), fc.dictionary(key, values, { maxKeys: 3 })),
      ),
      tie('any').map(({ schema, values }) => sampled(schema.nullable(), fc.option(values, { nil: null }))),
      ...(unions
        ? [
            fc
              .tuple(tie('any'), tie('any'))
              .map(([a, b]) => sampled(z.union([a.schema, b.schema]), fc.oneof(a.values, b.values))),
          ]
        : []),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('any'), fc.boolean()), {
        maxLength: 4,
        selector: ([name]) => name.replace('_', ''),
      })
      .map(members => objectOf(members)),
  }));

function objectOf(members: readonly (readonly [string, SchemaSample, boolean])[]): SchemaSample {
  const shape: Record<string, z.ZodType> = {};
  const values: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [name, member, optional] of members) {
    shape[name] = optional ? member.schema.optional() : member.schema;
    values[name] = member.values;
    if (!optional) requiredKeys.push(name);
  }
  const record = fc.record(values, { requiredKeys, noNullPrototype: true });
  return sampled(z.object(shape), record);
}

/** An object schema, as the arguments of a tool have. */
export const anySchema: fc.Arbitrary<SchemaSample> = nested(false).object;

/** The same with unions, where a damaged value may have more than one way back. */
export const anyUnionSchema: fc.Arbitrary<SchemaSample> = nested(true).object;
