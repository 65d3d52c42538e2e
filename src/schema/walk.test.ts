import { expect, test } from 'vitest';
import { isWellFormed } from './keywords.ts';
import { rewriteSchema, schemasIn } from './walk.ts';

const INSIDE = { type: 'string' };
const ONE =
  'items additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames not if then else';
const LISTS = 'items prefixItems allOf anyOf oneOf';
const MAPS = '$defs definitions properties patternProperties dependentSchemas dependencies';

const holders = [
  ...ONE.split(' ').map(keyword => ({ [keyword]: INSIDE })),
  ...LISTS.split(' ').map(keyword => ({ [keyword]: [INSIDE] })),
  ...MAPS.split(' ').map(keyword => ({ [keyword]: { a: INSIDE } })),
];

test.each(holders)('a schema is found and rewritten inside of %j', schema => {
  expect([...schemasIn(schema)].map(([, inside]) => inside)).toEqual([INSIDE]);
  const marked = rewriteSchema(schema, { schema: () => 'rewritten', value: () => 'value' });
  expect(JSON.stringify(marked)).toBe(JSON.stringify(schema).replace(JSON.stringify(INSIDE), '"rewritten"'));
});

test('what only looks like a schema is a value: data, lists of names, unknown keywords', () => {
  const schema = { const: INSIDE, default: INSIDE, enum: [INSIDE], dependencies: { a: ['b'] }, 'x-mine': INSIDE };
  expect([...schemasIn(schema)]).toEqual([]);
  expect(rewriteSchema(schema, { schema: () => 'rewritten', value: value => value })).toEqual(schema);
});

test('names may be changed or left out, and a key called __proto__ stays one', () => {
  const schema = { properties: JSON.parse('{"__proto__":{},"a":{},"b":{}}') };
  const name = (given: string) => (given === 'a' ? undefined : given.replace('b', 'c'));
  const made = rewriteSchema(schema, { schema: inside => inside, value: value => value, name });
  expect(JSON.stringify(made)).toBe('{"properties":{"__proto__":{},"c":{}}}');
});

test('a keyword must hold what the table says', () => {
  expect(isWellFormed('items', [INSIDE])).toBe(false);
  expect(isWellFormed('dependencies', { a: ['b'], c: INSIDE })).toBe(true);
  expect(isWellFormed('dependencies', { a: 5 })).toBe(false);
  expect(isWellFormed('multipleOf', 0)).toBe(false);
  expect(isWellFormed('x-mine', 5)).toBe(true);
});
