import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/index.ts';
import { problemsOf } from '../../../src/schema/lowering/check-profile.ts';
import { lowerSchema } from '../../../src/schema/lowering/lower-schema.ts';
import { PROFILES, type Profile } from '../../../src/schema/lowering/profiles.ts';

const nested = (depth: number, around: (inside: JsonSchema) => JsonSchema): JsonSchema => {
  let schema: JsonSchema = { type: 'string' };
  for (let i = 0; i < depth; i++) schema = around(schema);
  return schema;
};
const range = (length: number) => Array.from({ length }, (_, i) => i);
const objectOf = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });
const chain = (length: number, link: (next: string) => JsonSchema): JsonSchema =>
  Object.fromEntries(
    range(length).map(i => [`d${i}`, i === length - 1 ? { type: 'string' } : link(`#/$defs/d${i + 1}`)]),
  );

const itself: Record<string, unknown> = { type: 'object', properties: {} };
(itself.properties as Record<string, unknown>).me = itself;

const throws = () => {
  throw new Error('boom');
};

const HOSTILE: Record<string, unknown> = {
  'an object that contains itself': itself,
  'properties 1,000 deep': nested(1000, inside => ({ type: 'object', properties: { a: inside }, required: ['a'] })),
  'lists 20,000 deep': nested(20_000, inside => ({ type: 'array', items: inside })),
  'unions 1,000 deep': nested(1000, inside => ({ anyOf: [inside, { type: 'null' }] })),
  'allOf 1,000 deep': nested(1000, inside => ({ allOf: [inside] })),
  'a part met twice, 40 times over': nested(40, inside => objectOf({ a: inside, b: inside })),
  'a union met twice, 40 times over': nested(40, inside => ({ anyOf: [inside, inside, { type: 'null' }] })),
  'records of listed keys in each other': nested(30, inside => ({
    type: 'object',
    propertyNames: { enum: ['a', 'b', 'c'] },
    additionalProperties: inside,
  })),
  'thirty unions at once': {
    type: 'object',
    allOf: range(30).map(i => ({ anyOf: [objectOf({ [`a${i}`]: {} }), objectOf({ [`b${i}`]: {} })] })),
  },
  '10,000 properties': objectOf(
    Object.fromEntries(range(10_000).map(i => [`p${i}`, { type: 'string', minLength: 1 }])),
  ),
  '5,000 foreign names': objectOf(Object.fromEntries(range(5000).map(i => [`p ${i}`, { type: 'string' }]))),
  '2,000 forms': objectOf({
    u: { anyOf: range(2000).map(i => objectOf({ k: { const: i }, [`x${i}`]: { type: 'string' } })) },
  }),
  '20,000 values': objectOf({ e: { enum: range(20_000).map(i => `v${i}`) } }),
  'a reference to itself': { $ref: '#' },
  'references in a circle': { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  'an intersection with itself': {
    ...objectOf({ x: { $ref: '#/$defs/a' } }),
    $defs: {
      a: { allOf: [{ $ref: '#/$defs/b' }, objectOf({ q: {} })] },
      b: { allOf: [{ $ref: '#/$defs/a' }, objectOf({ z: { type: 'string' } })] },
    },
  },
  'references elsewhere': objectOf({
    a: { $ref: 'https://example.com/x.json' },
    b: { $ref: 'file:///etc/passwd' },
    c: { $ref: '#/nowhere' },
    d: { $ref: '#/properties/__proto__' },
    e: { $ref: '#/%' },
  }),
  'a long way of references': {
    ...objectOf({ a: { $ref: '#/$defs/d0' } }),
    $defs: chain(2000, next => ({ $ref: next })),
  },
  'a long way of objects': {
    ...objectOf({ a: { $ref: '#/$defs/d0' } }),
    $defs: chain(2000, next => objectOf({ n: { $ref: next } })),
  },
  'references that double': {
    ...objectOf({ a: { $ref: '#/$defs/d0' } }),
    $defs: chain(40, next => objectOf({ a: { $ref: next }, b: { $ref: next } })),
  },
  'names of prototypes': JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"__proto__":{}}}},"required":["__proto__","toString"]}',
  ),
  'keywords that hold anything': {
    type: ['banana', 5, null],
    properties: 7,
    required: 'x',
    additionalProperties: 'no',
    enum: 'abc',
    items: 3,
    allOf: {},
    anyOf: [1, 'a', null],
    oneOf: [],
    minLength: -1,
    pattern: '(',
    format: 9,
    $defs: [],
  },
  'parts that hold anything': objectOf({
    a: { type: 'string', pattern: '(', minimum: 'x' },
    b: 7,
    c: null,
    d: [],
    e: { type: 'array', items: [{ type: 'string' }, 5] },
    f: { const: undefined },
    g: { enum: [] },
    h: { enum: [Number.NaN, () => 1, 5n] },
    i: false,
    j: true,
    k: { default: 5n, examples: [itself], 'x-more': itself },
  } as unknown as JsonSchema),
  text: 'nope',
  null: null,
  list: [],
  nothing: undefined,
  'a getter that throws': Object.defineProperty({ type: 'object' }, 'properties', { enumerable: true, get: throws }),
  'a proxy that throws': new Proxy({}, { ownKeys: throws, get: throws, getOwnPropertyDescriptor: throws, has: throws }),
};

describe.each(Object.keys(PROFILES) as Profile[])('%s can be sent something for', profile => {
  test.each(Object.entries(HOSTILE))('%s', (_name, schema) => {
    const { schema: sent, strict, lift, lower } = lowerSchema(schema as JsonSchema, profile);
    expect(problemsOf(sent, PROFILES[strict ? profile : (PROFILES[profile].fallback ?? profile)])).toEqual([]);
    expect(JSON.stringify(sent).length).toBeLessThan(2_000_000);
    for (const value of [
      undefined,
      null,
      5,
      'x',
      [],
      {},
      itself,
      { a: { a: null } },
      { u: [{ key: 'a', value: itself }] },
    ]) {
      expect(() => [lift(value), lower(value)]).not.toThrow();
    }
  });
});

test('what could not be read is reported', () => {
  const lost = (schema: JsonSchema) => lowerSchema(schema, 'openai-strict').losses.map(({ keyword }) => keyword);
  expect(lost(HOSTILE['properties 1,000 deep'] as JsonSchema)).toEqual(['strict', 'depth']);
  expect(lost(HOSTILE['references elsewhere'] as JsonSchema)).toContain('$ref');
  expect(lost(HOSTILE['references in a circle'] as JsonSchema)).toContain('$ref');
  expect(lost(HOSTILE.text as unknown as JsonSchema)).toContain('schema');
});

test('a pattern that could take for ever is not tried', () => {
  const form = (pattern: string, other: string) => ({
    ...objectOf({ a: { type: 'string', pattern }, [other]: { type: 'string' } }),
    required: ['a'],
  });
  const schema = objectOf({ u: { anyOf: [form('^(([a-z])+.)+[A-Z]([a-z])+$', 'o'), form('^(x+x+)+y$', 'p')] } });
  const { lift } = lowerSchema(schema, 'openai-strict');
  const sent = { u: { a: 'x'.repeat(5000), p: null } };
  expect(lift(sent)).toEqual({ u: { a: sent.u.a } });
});

test('arguments deeper than the stack are left alone', () => {
  const node = { type: 'object', properties: { next: { $ref: '#' }, note: { type: 'string' } } };
  let value: Record<string, unknown> = { note: null };
  for (let i = 0; i < 200_000; i++) value = { next: value, note: null };
  const { lift } = lowerSchema(node, 'openai-strict');
  expect(() => lift(value)).not.toThrow();
});
