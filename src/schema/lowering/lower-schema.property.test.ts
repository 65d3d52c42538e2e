import { isDeepStrictEqual } from 'node:util';
import { type Schema as Prepared, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyJsonSchema,
  anyRoot,
  type JsonSchemaSample,
  typedSchema,
} from '../../../test/cases/schema/any-json-schema.ts';
import { valuesOf } from '../../../test/cases/schema/values-of.ts';
import { runs } from '../../../test/support/suite.ts';
import type { JsonSchema } from '../schema.ts';
import { problemsOf } from './check-profile.ts';
import { type LoweredSchema, lowerSchema } from './lower-schema.ts';
import { PROFILES, type Profile } from './profiles.ts';

const RUNS = runs(3);

const takes = (schema: JsonSchema, value: unknown) =>
  new Validator(structuredClone(schema) as Prepared, '2020-12').validate(value).valid;
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const loses = (lowered: LoweredSchema, lost: string) => lowered.losses.some(({ keyword }) => keyword === lost);

/** Where the report says that null and a missing value are one, so they are here. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    const kept = Object.entries(value).filter(([, inside]) => inside !== null);
    return Object.fromEntries(kept.map(([key, inside]) => [key, withoutNulls(inside)]));
  }
  const items = value.map(withoutNulls);
  while (items.at(-1) === null) items.pop();
  return items;
}

function isSame(lowered: LoweredSchema, a: unknown, b: unknown): boolean {
  if (loses(lowered, 'anyOf')) return true;
  return loses(lowered, 'optional') ? isDeepStrictEqual(withoutNulls(a), withoutNulls(b)) : isDeepStrictEqual(a, b);
}

const withValue = (schemas: fc.Arbitrary<JsonSchemaSample>) =>
  schemas.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values.map(throughJson)));

describe.each(Object.keys(PROFILES) as Profile[])('%s', profile => {
  const law = ([schema, value]: [JsonSchema, unknown]) => {
    const lowered = lowerSchema(schema, profile);
    expect(
      problemsOf(lowered.schema, PROFILES[lowered.strict ? profile : (PROFILES[profile].fallback ?? profile)]),
    ).toEqual([]);
    expect(lowered.losses.filter(({ keyword }) => keyword === 'schema')).toEqual([]);
    if (lowered.losses.some(({ path, keyword }) => path === '' && keyword === 'type')) return;
    const sent = throughJson(lowered.lower(value));
    if (!takes(lowered.schema, sent))
      throw new Error(`the lowered schema refuses ${JSON.stringify(sent)}: ${JSON.stringify(lowered.schema)}`);
    const back = lowered.lift(sent);
    if (!takes(schema, back))
      throw new Error(`${JSON.stringify(sent)} comes back as ${JSON.stringify(back)}: ${JSON.stringify(lowered)}`);
    if (!isSame(lowered, back, value))
      throw new Error(`${JSON.stringify(value)} comes back as ${JSON.stringify(back)}: ${JSON.stringify(lowered)}`);
    // A model that sends the tool's own form is understood too.
    expect(takes(schema, lowered.lift(value))).toBe(true);
  };

  test('what was lowered comes back', () => {
    fc.assert(fc.property(withValue(typedSchema), law), { numRuns: RUNS, seed: 7 });
  });

  test('also where anything may stand', () => {
    fc.assert(fc.property(withValue(anyJsonSchema), law), { numRuns: RUNS, seed: 7 });
  });

  test('also where the root is no object', () => {
    fc.assert(fc.property(withValue(anyRoot), law), { numRuns: RUNS, seed: 7 });
  });

  test('lift leaves alone what it does not know, and never throws', () => {
    fc.assert(
      fc.property(anyRoot, fc.anything(), ({ schema }, value) => {
        const { lift, lower } = lowerSchema(schema, profile);
        expect(() => [lift(value), lower(value)]).not.toThrow();
      }),
      { numRuns: RUNS, seed: 7 },
    );
  });
});

test('whatever a strict provider may send is right for the tool, where the report is empty', () => {
  const sent = typedSchema.chain(({ schema }) => {
    const lowered = lowerSchema(schema, 'openai-strict');
    const isHeld = lowered.strict && lowered.losses.every(({ keyword }) => KEPT_APART.has(keyword));
    return fc.tuple(fc.constant({ schema, lowered }), isHeld ? valuesOf(lowered.schema) : fc.constant(undefined));
  });
  fc.assert(
    fc.property(sent, ([{ schema, lowered }, value]) => {
      fc.pre(value !== undefined);
      const lifted = lowered.lift(throughJson(value));
      // A further entry with the key of a property.
      fc.pre(!JSON.stringify(lifted).includes('other_entries'));
      if (!takes(schema, lifted)) throw new Error(`${JSON.stringify(value)} becomes ${JSON.stringify(lifted)}`);
    }),
    { numRuns: RUNS, seed: 7 },
  );
});

/** Told in the report, and kept by the values made here: no key twice; the others have two readings, both right. */
const KEPT_APART = new Set(['additionalProperties', 'optional', 'anyOf']);
