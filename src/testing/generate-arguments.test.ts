import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../schema/schema.ts';
import { compileSchema } from '../tool/arguments/check/compile.ts';
import { generateArguments } from './generate-arguments.ts';
import { seededRandom } from './seeded-random.ts';

const many = (json: JsonSchema, vocabulary = {}, count = 200): unknown[] => {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => generateArguments(json, random, vocabulary));
};

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  texts: {
    type: 'object',
    properties: {
      short: { type: 'string', maxLength: 3 },
      long: { type: 'string', minLength: 20 },
      id: { type: 'string', pattern: '^[a-z]{2}-\\d+$' },
      when: { type: 'string', format: 'date-time' },
    },
    required: ['short', 'long', 'id', 'when'],
  },
  numbers: {
    type: 'object',
    properties: {
      port: { type: 'integer', minimum: 1, maximum: 65535 },
      step: { type: 'number', multipleOf: 0.25, exclusiveMinimum: 0 },
      ratio: { type: 'number', minimum: 0, maximum: 1 },
    },
    required: ['port', 'step', 'ratio'],
  },
  lists: {
    type: 'object',
    properties: {
      tags: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2, uniqueItems: true },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    },
    required: ['tags', 'pair'],
    additionalProperties: false,
  },
  choices: {
    type: 'object',
    anyOf: [
      { properties: { kind: { const: 'one' }, n: { type: 'integer' } }, required: ['kind', 'n'] },
      { properties: { kind: { const: 'two' }, s: { type: ['string', 'null'] } }, required: ['kind', 's'] },
    ],
    allOf: [{ properties: { extra: { type: 'boolean' } } }],
  },
  maps: { type: 'object', patternProperties: { '^x-[a-z]+$': { type: 'integer' } }, additionalProperties: false },
  recursive: {
    type: 'object',
    properties: { tree: { $ref: '#/$defs/tree' } },
    required: ['tree'],
    $defs: {
      tree: {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
        required: ['name'],
      },
    },
  },
};

describe('generateArguments', () => {
  it.each(Object.entries(SCHEMAS))('generateArguments gives valid %s, and different ones', (_, json) => {
    const schema = compileSchema(json);
    const values = many(json);
    for (const value of values) expect(schema.check(value), JSON.stringify(value)).toMatchObject({ ok: true });
    expect(new Set(values.map(value => JSON.stringify(value))).size).toBeGreaterThan(5);
  });

  it('generateArguments leaves optional keys out, or not', () => {
    const json = compileSchema(z.object({ a: z.string(), b: z.number().optional() })).json;
    const keys = new Set(many(json).map(value => Object.keys(value as object).join()));
    expect(keys).toEqual(new Set(['a', 'a,b']));
  });

  it('generateArguments reaches every alternative and every listed value', () => {
    const json = compileSchema(z.object({ v: z.union([z.enum(['x', 'y']), z.boolean(), z.null()]) })).json;
    const seen = new Set(many(json).map(value => (value as { v: unknown }).v));
    expect(seen).toEqual(new Set(['x', 'y', true, false, null]));
  });

  it('generateArguments names what exists where a parameter is a path, and quotes what stands there', () => {
    const json = compileSchema(z.object({ sourcePath: z.string(), old_text: z.string() })).json;
    const values = many(json, { paths: ['src/a.ts'], texts: ['const a = 1;'] }) as Record<string, string>[];
    expect(values.filter(value => value.sourcePath === 'src/a.ts').length).toBeGreaterThan(50);
    expect(values.filter(value => value.old_text === 'const a = 1;').length).toBeGreaterThan(50);
    expect(values.some(value => value.old_text === '')).toBe(true);
  });

  it('generateArguments gives nothing where nothing fits', () => {
    expect(
      generateArguments({ type: 'object', properties: { a: false }, required: ['a'] }, seededRandom(1)),
    ).toBeUndefined();
  });

  it('generateArguments gives the same for the same seed', () => {
    const json = SCHEMAS.texts!;
    fc.assert(
      fc.property(fc.integer(), seed => {
        expect(generateArguments(json, seededRandom(seed))).toEqual(generateArguments(json, seededRandom(seed)));
      }),
    );
  });
});
