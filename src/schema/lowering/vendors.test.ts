import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import fc from 'fast-check';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { expect, test } from 'vitest';
import { typedSchema } from '../../../test/cases/schema/any-json-schema.ts';
import type { JsonSchema } from '../schema.ts';
import { lowerSchema } from './lower-schema.ts';

/** Schemas that are strict once they are lowered. */
const strict = (profile: 'openai-strict' | 'anthropic-strict') =>
  typedSchema.map(({ schema }) => lowerSchema(schema, profile)).filter(lowered => lowered.strict);

test("OpenAI's own package finds nothing to change in a strict schema", () => {
  fc.assert(
    fc.property(strict('openai-strict'), ({ schema }) => {
      expect(toStrictJsonSchema(schema as Parameters<typeof toStrictJsonSchema>[0])).toEqual(schema);
    }),
    { numRuns: 50, seed: 7 },
  );
});

test("Anthropic's own package moves nothing of a strict schema into words", () => {
  fc.assert(
    fc.property(strict('anthropic-strict'), ({ schema }) => {
      const transformed = transformJSONSchema(schema as unknown as Parameters<typeof transformJSONSchema>[0]);
      expect(descriptions(transformed)).toEqual(descriptions(schema));
    }),
    { numRuns: 50, seed: 7 },
  );
});

function descriptions(schema: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(schema, (key, value) => {
    if (key === 'description' && typeof value === 'string') found.push(value);
    return value;
  });
  return found.sort();
}

test('what the packages themselves refuse or lose is lowered', () => {
  const record = { type: 'object', properties: { env: { type: 'object', additionalProperties: { type: 'string' } } } };
  expect(() => toStrictJsonSchema(record as Parameters<typeof toStrictJsonSchema>[0])).toThrow();
  expect(lowerSchema(record as JsonSchema, 'openai-strict').strict).toBe(true);
  const { lift } = lowerSchema(record as JsonSchema, 'anthropic-strict');
  expect(lift({ env: [{ key: 'A', value: '1' }] })).toEqual({ env: { A: '1' } });
});
