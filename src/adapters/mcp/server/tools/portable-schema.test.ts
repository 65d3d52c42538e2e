import { expect, it } from 'vitest';
import { portableSchema } from './portable-schema.ts';

it('a schema has one type at each place, however deep, and keeps the rest', () => {
  const schema = {
    type: 'object',
    properties: {
      code: { type: ['number', 'null'], description: 'or none', minimum: 0 },
      list: { type: 'array', items: { anyOf: [{ type: ['string', 'boolean'] }] } },
      type: { type: 'string', enum: ['number', 'null'], default: 'number' },
    },
    required: ['code'],
    additionalProperties: {},
  };
  expect(portableSchema(schema)).toEqual({
    type: 'object',
    properties: {
      code: { anyOf: [{ type: 'number' }, { type: 'null' }], description: 'or none', minimum: 0 },
      list: { type: 'array', items: { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }] } },
      type: { type: 'string', enum: ['number', 'null'], default: 'number' },
    },
    required: ['code'],
    additionalProperties: true,
  });
});

it('what is data in a schema is left alone', () => {
  const schema = { const: { type: ['a'], additionalProperties: {} }, examples: [{ type: ['b'] }], not: true };
  expect(portableSchema(schema)).toEqual(schema);
});
