import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../schema.ts';
import { problemsOf } from './check-profile.ts';
import { lowerSchema } from './lower-schema.ts';
import { PROFILES, type Profile } from './profiles.ts';

const node = z.object({
  name: z.string(),
  note: z.string().optional(),
  get kids() {
    return z.array(node);
  },
});

const text = fc.string({ maxLength: 5 });
const some = (value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), value, { maxKeys: 3, noNullPrototype: true });

/** As authors of tools write them, with values that they take. */
const CASES: Record<string, [schema: z.ZodType, values: fc.Arbitrary<unknown>]> = {
  record: [z.record(z.string(), z.int()), some(fc.integer())],
  'record of listed keys': [z.record(z.enum(['a', 'b']), z.string()), fc.record({ a: text, b: text })],
  'partial record': [
    z.partialRecord(z.enum(['a', 'b']), z.string()),
    fc.record({ a: text, b: text }, { requiredKeys: [] }),
  ],
  tuple: [z.tuple([z.string(), z.int(), z.boolean()]), fc.tuple(text, fc.integer(), fc.boolean())],
  'tuple with a rest': [
    z.tuple([z.string()], z.int()),
    fc.tuple(text, fc.array(fc.integer())).map(([a, b]) => [a, ...b]),
  ],
  union: [z.union([z.string(), z.int(), z.array(z.string())]), fc.oneof(text, fc.integer(), fc.array(text))],
  'discriminated union': [
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), env: z.record(z.string(), z.string()) }),
      z.object({ kind: z.literal('b'), size: z.number().optional(), at: z.tuple([z.string(), z.int()]) }),
    ]),
    fc.oneof(
      fc.record({ kind: fc.constant('a'), env: some(text) }),
      fc.record(
        { kind: fc.constant('b'), size: fc.integer(), at: fc.tuple(text, fc.integer()) },
        { requiredKeys: ['kind', 'at'] },
      ),
    ),
  ],
  default: [z.string().default('x'), text],
  nullable: [z.string().nullable(), fc.option(text)],
  'nullable object': [
    z.object({ a: z.int().optional() }).nullable(),
    fc.option(fc.record({ a: fc.integer() }, { requiredKeys: [] })),
  ],
  enum: [z.enum(['a', 'b']), fc.constantFrom('a', 'b')],
  'mixed literals': [z.literal(['a', 1, true, null]), fc.constantFrom('a', 1, true, null)],
  intersection: [
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.int().optional() })),
    fc.record({ a: text, b: fc.integer() }, { requiredKeys: ['a'] }),
  ],
  recursive: [
    node,
    fc.letrec(tie => ({
      node: fc.record(
        {
          name: text,
          note: text,
          kids: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie('node'), { maxLength: 2 })),
        },
        { requiredKeys: ['name', 'kids'] },
      ),
    })).node,
  ],
  'ISO date': [z.iso.date(), fc.constantFrom('2024-02-29', '1999-12-31')],
  'loose object': [z.looseObject({ a: z.string() }), fc.record({ a: text, more: fc.integer() })],
  catchall: [
    z.object({ a: z.string().optional() }).catchall(z.int()),
    fc.record({ a: text, n: fc.integer() }, { requiredKeys: [] }),
  ],
  any: [z.any(), fc.jsonValue()],
};

describe.each(Object.keys(PROFILES) as Profile[])('%s', profile => {
  test.each(Object.entries(CASES))('%s', (_name, [schema, values]) => {
    const parameters = z.object({ value: schema, other: schema.optional() });
    const json = z.toJSONSchema(parameters, { io: 'input' }) as JsonSchema;
    const { schema: sent, strict, lift, lower, losses } = lowerSchema(json, profile);
    expect(problemsOf(sent, PROFILES[strict ? profile : (PROFILES[profile].fallback ?? profile)])).toEqual([]);
    const both = fc.record({ value: values, other: values }, { requiredKeys: ['value'], noNullPrototype: true });
    const tells = !losses.some(({ keyword }) => keyword === 'optional' || keyword === 'anyOf');
    fc.assert(
      fc.property(both, made => {
        const value = JSON.parse(JSON.stringify(made));
        const back = lift(JSON.parse(JSON.stringify(lower(value))));
        expect(parameters.safeParse(back).success).toBe(true);
        if (tells) expect(back).toEqual(value);
      }),
      { numRuns: 20, seed: 7 },
    );
  });
});
