import { z } from 'zod';
import { each, type Group, pairs, refused, repaired, valid } from './case.ts';

const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };

/** Tools as people write them, with the traps of their trade. */
export const domains: readonly Group[] = [
  {
    title: 'an action with parameters of its own',
    zod: z.discriminatedUnion('action', [
      z.object({ action: z.literal('create'), title: z.string(), draft: z.boolean().optional() }),
      z.object({ action: z.literal('delete'), id: z.int(), dry_run: z.boolean().optional() }),
      z.object({ action: z.literal('list') }),
    ]),
    json: {
      oneOf: [
        { properties: { action: { const: 'create' }, title: text, draft: { type: 'boolean' } }, required: ['title'] },
        { properties: { action: { const: 'delete' }, id: integer, dry_run: { type: 'boolean' } }, required: ['id'] },
        { properties: { action: { const: 'list' } } },
      ].map(({ properties, required = [] as string[] }) => ({
        type: 'object',
        properties,
        required: ['action', ...required],
      })),
    },
    cases: [
      ...[{ action: 'list' }, { action: 'delete', id: 5, dry_run: true }].map(sent => valid(sent)),
      repaired({ action: 'Delete', ID: '5' }, { action: 'delete', id: 5 }),
      repaired({ Action: 'create', Title: 5, draft: '0' }, { action: 'create', title: '5', draft: false }),
      repaired({ arguments: '{"action":"delete","id":"5"}' }, { action: 'delete', id: 5 }),
      ...[
        { action: 'list', id: 5 },
        { action: 'create', title: 'x', dry_run: true },
        { action: 'create', title: 'x', dryRun: 'true' },
        { action: 'delete', id: 5, draft: true },
        { action: 'delete', title: 'x' },
        { action: 'remove', id: 5 },
        { id: 5 },
        {},
      ].map(refused),
    ],
  },
  {
    title: 'a table',
    zod: z.object({ rows: z.array(z.array(z.string())) }),
    json: object({ rows: { type: 'array', items: { type: 'array', items: text } } }, ['rows']),
    cases: [
      ...each(valid, 'rows', [[], [[]], [['a'], ['b', 'c']]]),
      ...pairs('rows', [
        ['[["a"], ["b"]]', [['a'], ['b']]],
        [[['a', 1]], [['a', '1']]],
      ]),
      ...each(refused, 'rows', ['a', 'a,b\nc,d', ['a', 'b'], '["a","b"]', 5, [[null]], '[["a"]', '', null, {}]),
    ],
  },
  {
    title: 'names with dots and dashes',
    zod: z.object({ 'user.name': z.string(), 'user.age': z.number().optional(), 'x-y': z.boolean().optional() }),
    json: object({ 'user.name': text, 'user.age': number, 'x-y': { type: 'boolean' } }, ['user.name']),
    cases: [
      valid({ 'user.name': 'x' }),
      repaired({ user_name: 'x' }, { 'user.name': 'x' }),
      repaired({ 'User.Name': 'x', xY: '1' }, { 'user.name': 'x', 'x-y': true }),
      repaired({ userName: 'x', 'user-age': '5' }, { 'user.name': 'x', 'user.age': 5 }),
      ...[{ user: { name: 'x' } }, { name: 'x' }, { 'user.nam': 'x' }, { 'user.name': 'x', user_name: 'y' }].map(
        refused,
      ),
    ],
  },
  {
    title: 'a payment',
    zod: z.object({
      to: z.string(),
      amount_cents: z.int().positive(),
      currency: z.enum(['EUR', 'USD']),
      at: z.iso.datetime().nullable().optional(),
    }),
    json: object(
      {
        to: text,
        amount_cents: { ...integer, exclusiveMinimum: 0 },
        currency: { enum: ['EUR', 'USD'] },
        at: { type: ['string', 'null'], format: 'date-time' },
      },
      ['to', 'amount_cents', 'currency'],
    ),
    cases: [
      repaired({ to: 'a', amount_cents: '100', currency: 'eur' }, { to: 'a', amount_cents: 100, currency: 'EUR' }),
      repaired({ To: 5, AmountCents: 100, CURRENCY: 'USD ' }, { to: '5', amount_cents: 100, currency: 'USD' }),
      ...['null', ''].map(at =>
        repaired(
          { to: 'a', amount_cents: 1, currency: 'EUR', at },
          { to: 'a', amount_cents: 1, currency: 'EUR', at: null },
        ),
      ),
      ...['1,00', '100 EUR', '-5', 100.5, '1.5', '0x64', '', null, Number.NaN, Number.POSITIVE_INFINITY].map(cents =>
        refused({ to: 'a', amount_cents: cents, currency: 'EUR' }),
      ),
      ...[
        { to: 'a', amount: 100, currency: 'EUR' },
        { to: 'a', amount_cents: 100, currency: 'euro' },
        { to: 'a', amount_cents: 100, currency: 'EUR', at: 'now' },
        { to: ['a', 'b'], amount_cents: 100, currency: 'EUR' },
        { to: 'a', amount_cents: 100, Amount_Cents: 200, currency: 'EUR' },
      ].map(refused),
    ],
  },
  {
    title: 'points of a chart',
    zod: z.object({ points: z.array(z.tuple([z.number(), z.number().nullable()])) }),
    json: object(
      {
        points: {
          type: 'array',
          items: { type: 'array', prefixItems: [number, { type: ['number', 'null'] }], items: false, minItems: 2 },
        },
      },
      ['points'],
    ),
    cases: [
      ...each(valid, 'points', [[], [[1, null]], [[1, 2]]]),
      ...pairs('points', [
        [[['1', 'null']], [[1, null]]],
        [
          '[[1, "2"], [3, null]]',
          [
            [1, 2],
            [3, null],
          ],
        ],
        [['[1, 2]'], [[1, 2]]],
      ]),
      ...each(refused, 'points', [[[1]], [[1, 2, 3]], [{ x: 1, y: 2 }], '1,2', [[null, 1]], [[Number.NaN, 1]]]),
    ],
  },
];
