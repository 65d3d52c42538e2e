import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { anySchema } from '../../../test/cases/schema/any-zod-schema.ts';
import { runs } from '../../../test/support/suite.ts';
import { compileSchema } from '../../tool/arguments/check/compile.ts';
import type { JsonSchema } from '../schema.ts';
import { exampleOf } from './example.ts';

const ok = (json: JsonSchema) => {
  const example = exampleOf(json);
  const checked = compileSchema(json).check(example);
  return !(checked instanceof Promise) && checked.ok ? example : { refused: example };
};

test('an example has what is required and no more', () => {
  const json = compileSchema(
    z.object({ path: z.string(), limit: z.int().optional(), mode: z.enum(['fast', 'slow']) }),
  ).json;
  expect(exampleOf(json)).toEqual({ path: '<path>', mode: 'fast' });
});

test('the author’s examples and defaults come first', () => {
  const json = {
    type: 'object',
    properties: { a: { type: 'string', examples: ['src/a.ts'] }, b: { type: 'number', default: 7 } },
    required: ['a', 'b'],
  };
  expect(exampleOf(json)).toEqual({ a: 'src/a.ts', b: 7 });
});

test.each([
  { type: 'string', minLength: 30 },
  { type: 'string', maxLength: 2 },
  { type: 'string', minLength: 3, maxLength: 3, pattern: '^[A-Z]+$' },
  { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  { type: 'string', pattern: '^(foo|bar)-[a-f0-9]{8}$' },
  { type: 'string', pattern: '^https?://[^\\s/]+\\.[a-z]{2,}(/.*)?$' },
  { type: 'string', pattern: '^[^a-z]+$' },
  { type: 'string', pattern: '[.]ts$' },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'uri' },
  { type: 'string', format: 'date-time' },
  { type: 'string', format: 'uuid' },
  { type: 'integer', minimum: 17, maximum: 17 },
  { type: 'integer', exclusiveMinimum: 5, multipleOf: 4 },
  { type: 'integer', maximum: -3 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: 'number', minimum: 0.25, maximum: 0.3 },
  { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
  { type: 'array', items: {}, contains: { const: 'x' } },
  { type: 'object', minProperties: 2, additionalProperties: { type: 'number' } },
  {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  { oneOf: [{ type: 'string' }, { type: 'number' }] },
  {
    allOf: [
      { properties: { a: { type: 'number', minimum: 3 } }, required: ['a'] },
      { properties: { a: { type: 'integer', maximum: 3 } } },
    ],
  },
  {
    $ref: '#/$defs/tree',
    $defs: {
      tree: {
        type: 'object',
        properties: { v: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/tree' } } },
        required: ['v', 'kids'],
      },
    },
  },
  { type: ['null', 'string'] },
  { const: null },
  {},
] as JsonSchema[])('%j has a valid example', json => {
  expect(ok(json) ?? {}).not.toHaveProperty('refused');
});

test('Zod’s formats have valid examples', () => {
  const formats = {
    email: z.email(),
    url: z.url(),
    uuid: z.uuid(),
    date: z.iso.date(),
    at: z.iso.datetime(),
    time: z.iso.time(),
  };
  const more = {
    v4: z.ipv4(),
    v6: z.ipv6(),
    b64: z.base64(),
    hex: z.hex(),
    ulid: z.ulid(),
    cidr: z.cidrv4(),
    span: z.iso.duration(),
  };
  for (const [name, schema] of Object.entries({ ...formats, ...more })) {
    const compiled = compileSchema(z.object({ v: schema }));
    expect([name, compiled.check(exampleOf(compiled.json))]).toMatchObject([name, { ok: true }]);
  }
});

test('a schema that nothing satisfies has no example', () => {
  expect(exampleOf({ not: {} })).toBeUndefined();
  expect(exampleOf({ type: 'object', properties: { a: false }, required: ['a'] })).toBeUndefined();
  expect(
    exampleOf({
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] } },
    }),
  ).toBeUndefined();
});

test('of two bounds that hold together the example keeps the tighter one', () => {
  const entries = { type: 'object', additionalProperties: { type: 'boolean' } };
  expect(exampleOf({ ...entries, allOf: [{ minProperties: 2 }, { minProperties: 1 }] })).toEqual({
    key1: false,
    key2: true,
  });
});

test('the example of any schema validates, in both forms', () => {
  fc.assert(
    fc.property(anySchema, ({ schema }) => {
      const compiled = compileSchema(schema);
      const example = exampleOf(compiled.json);
      expect(compiled.check(example)).toMatchObject({ ok: true });
      expect(compileSchema(compiled.json).check(example)).toMatchObject({ ok: true });
    }),
    { numRuns: runs(50) },
  );
});
