import { expect, test } from 'vitest';
import type { JsonSchema } from '../schema.ts';
import { examine } from './check-profile.ts';
import { lowerTogether } from './lower-schema.ts';
import { PROFILES } from './profiles.ts';

const withOptional = (count: number): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string' }])),
});

test('of one request as many tools are strict as may be, the simplest first', () => {
  const lowered = lowerTogether(
    [withOptional(18), withOptional(4), withOptional(5), withOptional(2)],
    'anthropic-strict',
  );
  expect(lowered.map(({ strict }) => strict)).toEqual([false, true, true, true]);
  expect(lowered[0]).toMatchObject({ losses: [{ keyword: 'strict' }], schema: withOptional(18) });
});

test('the limits of a request hold', () => {
  const lowered = lowerTogether(
    Array.from({ length: 60 }, (_, i) => withOptional(i % 4)),
    'anthropic-strict',
  );
  const strict = lowered.filter(each => each.strict);
  expect(strict).toHaveLength(20);
  const rules = PROFILES['anthropic-strict'];
  expect(strict.reduce((sum, { schema }) => sum + examine(schema, rules).counts.optional, 0)).toBeLessThanOrEqual(24);
});

test('others have no limits together', () => {
  const lowered = lowerTogether(
    Array.from({ length: 60 }, () => withOptional(3)),
    'openai-strict',
  );
  expect(lowered.every(({ strict }) => strict)).toBe(true);
});
