import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../schema.ts';
import { lowerSchema } from './lower-schema.ts';

const object = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...rest });
const property = (schema: JsonSchema, name: string): JsonSchema =>
  (schema.properties as Record<string, JsonSchema>)[name]!;

describe('OpenAI strict', () => {
  const lowered = (properties: JsonSchema, rest?: JsonSchema) => lowerSchema(object(properties, rest), 'openai-strict');

  test('an optional property may be null, and null is taken out again', () => {
    const { schema, strict, lift, losses } = lowered(
      { a: { type: 'string' }, b: { type: 'integer', default: 5 } },
      { required: ['a'] },
    );
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: ['integer', 'null'], description: '(default 5)' } },
      required: ['a', 'b'],
      additionalProperties: false,
    });
    expect([strict, losses]).toEqual([true, []]);
    expect(lift({ a: 'x', b: null })).toEqual({ a: 'x' });
    expect(lift({ a: null, b: 1 })).toEqual({ a: null, b: 1 });
  });

  test('a record is a list of pairs', () => {
    const { schema, lift, lower } = lowered(
      { env: { type: 'object', additionalProperties: { type: 'string' } } },
      { required: ['env'] },
    );
    expect(property(schema, 'env')).toMatchObject({ type: 'array', items: { properties: { key: {}, value: {} } } });
    expect(lower({ env: { A: '1' } })).toEqual({ env: [{ key: 'A', value: '1' }] });
    expect(lift({ env: [{ key: 'A', value: '1' }] })).toEqual({ env: { A: '1' } });
    expect(lift({ env: { A: '1' } })).toEqual({ env: { A: '1' } });
  });

  test('a default is shown in the form that is sent', () => {
    const { schema } = lowered({
      env: { type: 'object', additionalProperties: { type: 'string' }, default: { A: '1' } },
    });
    expect(property(schema, 'env').description).toBe('(default [{"key":"A","value":"1"}])');
  });

  test('pairs that name a key twice are left for the gate to refuse', () => {
    const { lift } = lowered({ env: { type: 'object', additionalProperties: { type: 'string' } } });
    const twice = {
      env: [
        { key: 'A', value: '1' },
        { key: 'A', value: '2' },
      ],
    };
    expect(lift(twice)).toEqual(twice);
  });

  test('a key called __proto__ is a key', () => {
    const { lift } = lowered({ env: { type: 'object', additionalProperties: { type: 'string' } } });
    const lifted = lift({ env: [{ key: '__proto__', value: 'x' }] }) as { env: object };
    expect(Object.getPrototypeOf(lifted.env)).toBe(Object.prototype);
    expect(JSON.stringify(lifted)).toBe('{"env":{"__proto__":"x"}}');
  });

  test('further entries beside properties are pairs in a property of their own', () => {
    const { lift, lower } = lowered({ a: { type: 'string' } }, { additionalProperties: { type: 'number' } });
    expect(lower({ a: 'x', n: 1 })).toEqual({ a: 'x', other_entries: [{ key: 'n', value: 1 }] });
    expect(lift({ a: null, other_entries: [{ key: 'n', value: 1 }] })).toEqual({ n: 1 });
  });

  test('a tuple is an object with a property for each place', () => {
    const tuple = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 };
    const { lift, lower } = lowered({ at: tuple });
    expect(lower({ at: ['x', 1] })).toEqual({ at: { item_1: 'x', item_2: 1 } });
    expect(lift({ at: { item_1: 'x', item_2: 1 } })).toEqual({ at: ['x', 1] });
    expect(lift({ at: ['x', 1] })).toEqual({ at: ['x', 1] });
  });

  test('a tuple of one kind stays a list', () => {
    const pair = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 };
    const { schema } = lowered({ at: pair }, { required: ['at'] });
    expect(property(schema, 'at')).toEqual({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 });
  });

  test('bounds that are not held are said in the description and reported', () => {
    const { schema, losses } = lowered(
      { a: { type: 'string', minLength: 1, pattern: '^x(?=y)', description: 'A' } },
      { required: ['a'] },
    );
    expect(property(schema, 'a')).toEqual({
      type: 'string',
      description: 'A (not empty; matches /^x(?=y)/)',
    });
    expect(losses.map(loss => [loss.path, loss.keyword])).toEqual([
      ['a', 'minLength'],
      ['a', 'pattern'],
    ]);
  });

  test('OpenAI strict: where anything may stand there is no strict mode', () => {
    const { schema, strict, losses } = lowered({ args: { type: 'object' } });
    expect(strict).toBe(false);
    expect(property(schema, 'args')).toEqual({ type: 'object', properties: {}, additionalProperties: {} });
    expect(losses[0]).toMatchObject({ keyword: 'strict' });
  });

  test('too much for strict mode is sent without it', () => {
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`p${i}`, { type: 'string' }]));
    const { strict, losses } = lowered(many);
    expect(strict).toBe(false);
    expect(losses[0]!.says).toContain('5001 properties');
  });

  test('a union at the root goes into a property, and comes out of it', () => {
    const forms = {
      oneOf: [
        object({ a: { type: 'string' } }, { required: ['a'] }),
        object({ b: { type: 'string' } }, { required: ['b'] }),
      ],
    };
    const { schema, strict, lift } = lowerSchema(forms, 'openai-strict');
    expect(strict).toBe(true);
    expect(Object.keys(schema.properties as object)).toEqual(['arguments']);
    expect(lift({ arguments: { b: 'x' } })).toEqual({ b: 'x' });
    expect(lift({ b: 'x' })).toEqual({ b: 'x' });
  });

  test('a value with a mistake in it is still lifted by the form that it names', () => {
    const forms = z.toJSONSchema(
      z.object({
        do: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('a'), n: z.number(), note: z.string().optional() }),
          z.object({ kind: z.literal('b'), s: z.string(), note: z.string().optional() }),
        ]),
      }),
    );
    const { lift } = lowerSchema(forms, 'openai-strict');
    expect(lift({ do: { kind: 'a', n: '5', note: null } })).toEqual({ do: { kind: 'a', n: '5' } });
  });
});

describe('names that a provider refuses', () => {
  const schema = object(
    { $filter: { type: 'string' }, 'a b': { type: 'number' }, a_b: { type: 'number' } },
    { required: ['$filter'] },
  );
  test.each(['anthropic', 'anthropic-strict', 'google', 'langchain'] as const)('%s', profile => {
    const { schema: sent, lift, lower, losses } = lowerSchema(schema, profile);
    expect(Object.keys(sent.properties as object)).toEqual(['_filter', 'a_b_2', 'a_b']);
    expect(property(sent, '_filter').description).toBe('$filter');
    expect(lower({ $filter: 'x', 'a b': 1, a_b: 2 })).toEqual({ _filter: 'x', a_b_2: 1, a_b: 2 });
    expect(lift({ _filter: 'x', a_b_2: 1, a_b: 2 })).toEqual({ $filter: 'x', 'a b': 1, a_b: 2 });
    expect(lift({ $filter: 'x' })).toEqual({ $filter: 'x' });
    expect(losses).toEqual([]);
  });
});

describe('roots', () => {
  const rule = object(
    { a: { type: 'string' }, b: { type: 'string' } },
    { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  );

  test('a rule at the root is said in words where it may not stand', () => {
    for (const profile of ['openai', 'anthropic', 'google', 'langchain'] as const) {
      const { schema, losses } = lowerSchema(rule, profile);
      expect(schema).toMatchObject({ type: 'object', description: '(one of these holds: a given; b given)' });
      expect(schema.anyOf).toBeUndefined();
      expect(losses).toMatchObject([{ path: '', keyword: 'anyOf' }]);
    }
    expect(lowerSchema(rule, 'mcp').schema).toBe(rule);
  });

  test('MCP gets the type that its root must have', () => {
    const forms = { anyOf: [object({ a: {} }), object({ b: {} })] };
    expect(lowerSchema(forms, 'mcp').schema).toEqual({ ...forms, type: 'object' });
  });
});

test('a schema that is taken as it is stays the same object', () => {
  const strict = object({ a: { type: ['string', 'null'] } }, { required: ['a'], additionalProperties: false });
  for (const profile of [
    'openai-strict',
    'openai',
    'anthropic',
    'anthropic-strict',
    'google',
    'mcp',
    'langchain',
  ] as const) {
    const { schema, losses } = lowerSchema(strict, profile);
    expect(schema).toBe(strict);
    expect(losses).toEqual([]);
  }
});

test('the given schema is not changed', () => {
  const schema = object(
    { a: { type: 'string', minLength: 1 }, t: { $ref: '#/$defs/t' } },
    { $defs: { t: { type: 'number' } } },
  );
  const before = structuredClone(schema);
  for (const profile of ['openai-strict', 'google', 'langchain'] as const) lowerSchema(schema, profile);
  expect(schema).toEqual(before);
});

test('Google holds a way round only where it may be left out', () => {
  const node = object({ kids: { type: 'array', items: { $ref: '#' } } }, { required: ['kids'] });
  const { schema, losses } = lowerSchema(node, 'google');
  expect(schema.required).toBeUndefined();
  expect(losses[0]).toMatchObject({ path: 'kids', keyword: 'required' });
});

test('Anthropic strict takes nothing that contains itself', () => {
  const node = object({ kids: { type: 'array', items: { $ref: '#' } } });
  expect(lowerSchema(node, 'anthropic-strict')).toMatchObject({ strict: false, schema: node });
});

test('a date is its format, not 300 letters of pattern', () => {
  const schema = z.toJSONSchema(z.object({ at: z.iso.date() })) as JsonSchema;
  const { schema: sent, losses } = lowerSchema(schema, 'openai-strict');
  expect(property(sent, 'at')).toEqual({ type: 'string', format: 'date' });
  expect(losses).toEqual([{ path: 'at', keyword: 'pattern', says: 'is left to the format date' }]);
});
