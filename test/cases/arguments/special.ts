import { z } from 'zod';
import { each, type Group, pairs, refused, repaired, valid } from './case.ts';

const json = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

/** Schemas that are less usual: coercion by Zod itself, checks of the author's, words of other dialects. */
export const special: readonly Group[] = [
  {
    title: 'z.coerce takes no more than the type that a model is shown',
    zodAlone: true,
    zod: z.object({
      n: z.coerce.number().optional(),
      on: z.coerce.boolean().optional(),
      s: z.coerce.string().optional(),
    }),
    json: json({ n: { type: 'number' }, on: { type: 'boolean' }, s: { type: 'string' } }, []),
    cases: [
      ...pairs('n', [
        ['5', 5],
        [' 2.5', 2.5],
      ]),
      ...pairs('on', [
        ['false', false],
        ['true', true],
        ['0', false],
      ]),
      ...pairs('s', [
        [5, '5'],
        [false, 'false'],
      ]),
      ...[null, '', 'null'].map(nothing => repaired({ n: nothing }, {})),
      ...[null, '', 'null'].map(nothing => repaired({ on: nothing }, {})),
      repaired({ s: null }, {}),
      valid({ s: '' }),
      valid({ s: 'null' }),
      ...each(refused, 'n', [true, 'five', '5 lines', [], [5], {}]),
      ...each(refused, 'on', ['no', 'off', 'yes', [], {}, 'falsy']),
      ...each(refused, 's', [['a'], {}, []]),
    ],
  },
  {
    title: 'z.coerce of a date',
    zodAlone: true,
    zod: z.object({ at: z.coerce.date().transform(date => date.toISOString()) }),
    cases: [
      valid({ at: '2024-01-31' }, { at: '2024-01-31T00:00:00.000Z' }),
      ...each(refused, 'at', [null, true, [], {}, 'soon']),
      refused({}),
    ],
  },
  {
    title: 'a check of the author',
    zod: z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from < to, 'from must be below to'),
    cases: [
      valid({ from: 1, to: 2 }),
      repaired({ from: '1', To: '2' }, { from: 1, to: 2 }),
      repaired({ input: { from: '1', to: 2 } }, { from: 1, to: 2 }),
      refused({ from: 2, to: 1 }),
      refused({ from: '2', to: '1' }),
      refused({ input: { from: '2', to: '1' } }),
    ],
  },
  {
    title: 'an asynchronous check of the author',
    zod: z.object({ n: z.int() }).refine(async ({ n }) => n > 0, 'n must be above zero'),
    cases: [valid({ n: 1 }), repaired({ n: '1' }, { n: 1 }), refused({ n: '0' }), refused({ n: 0 })],
  },
  {
    title: 'what the author makes of a text',
    zod: z.object({ words: z.string().transform(text => text.split(' ')), n: z.int().optional() }),
    cases: [
      valid({ words: 'a b' }, { words: ['a', 'b'] }),
      repaired({ words: 5, n: '1' }, { words: ['5'], n: 1 }),
      refused({ words: ['a', 'b'] }),
      refused({ words: null }),
    ],
  },
  {
    title: 'nullable as OpenAPI writes it',
    json: json({ n: { type: 'integer', nullable: true }, mode: { type: 'string', enum: ['a', 'b'], nullable: true } }, [
      'n',
    ]),
    cases: [
      valid({ n: null }),
      valid({ n: null, mode: null }),
      repaired({ n: 'null' }, { n: null }),
      repaired({ n: '5', mode: 'A' }, { n: 5, mode: 'a' }),
      repaired({ n: '', mode: '' }, { n: null, mode: null }),
      refused({ n: 'none' }),
      refused({}),
    ],
  },
  {
    title: 'an integer or a word',
    zod: z.object({ width: z.union([z.int(), z.literal('auto')]) }),
    json: json({ width: { anyOf: [{ type: 'integer' }, { const: 'auto' }] } }),
    cases: [
      ...each(valid, 'width', [5, 'auto']),
      ...pairs('width', [
        ['5', 5],
        ['AUTO', 'auto'],
        [' auto ', 'auto'],
      ]),
      ...each(refused, 'width', ['5px', true, '', null, 'automatic', [5]]),
    ],
  },
  {
    title: 'a list or null',
    zod: z.object({ tags: z.array(z.string()).nullable() }),
    json: json({ tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] } }),
    cases: [
      ...pairs('tags', [
        ['null', null],
        ['', null],
        ['a', ['a']],
        ['["a"]', ['a']],
      ]),
      ...each(refused, 'tags', ['None', '["a"', {}, [null]]),
    ],
  },
  {
    title: 'a record of listed keys',
    zod: z.object({ by: z.partialRecord(z.enum(['file_count', 'size']), z.int()) }),
    json: json({
      by: {
        type: 'object',
        propertyNames: { enum: ['file_count', 'size'] },
        additionalProperties: { type: 'integer' },
      },
    }),
    cases: [
      repaired({ by: { fileCount: '1' } }, { by: { file_count: 1 } }),
      repaired({ by: '{"Size": 2}' }, { by: { size: 2 } }),
      ...each(refused, 'by', [{ count: 1 }, { size: null }, { size: 'big' }, { size: 1, Size: 2 }]),
    ],
  },
  {
    title: 'draft 7, with definitions and a tuple',
    json: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { level: { type: 'integer', minimum: 1, maximum: 3 } },
      ...json(
        {
          level: { $ref: '#/definitions/level' },
          range: { type: 'array', items: [{ type: 'integer' }, { type: 'integer' }], additionalItems: false },
        },
        ['level'],
      ),
    },
    cases: [
      repaired({ level: '2', range: ['1', '2'] }, { level: 2, range: [1, 2] }),
      repaired({ Level: 2, range: '[1, 2]' }, { level: 2, range: [1, 2] }),
      refused({ level: 4 }),
      refused({ level: '4' }),
      refused({ level: 1, range: [1, 2, 3] }),
      refused({ level: 1, range: '1-2' }),
    ],
  },
  {
    title: 'one of two keys',
    json: {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    },
    cases: [
      repaired({ id: '5' }, { id: 5 }),
      repaired({ Name: 5, id: null }, { name: '5' }),
      refused({}),
      refused({ id: null }),
      refused({ nme: 'x' }),
    ],
  },
  {
    title: 'a list of anything',
    zod: z.object({ items: z.array(z.unknown()) }),
    json: json({ items: { type: 'array' } }),
    cases: [
      ...pairs('items', [
        ['a', ['a']],
        ['5', ['5']],
        [5, [5]],
        ['[1, "a"]', [1, 'a']],
        [{ a: '1' }, [{ a: '1' }]],
        ['{"a": "1"}', [{ a: '1' }]],
      ]),
      ...each(refused, 'items', ['', null, 'null', {}, '[1', '{"a"']),
    ],
  },
  {
    title: 'an object of anything',
    zod: z.object({ data: z.record(z.string(), z.unknown()) }),
    json: json({ data: { type: 'object' } }),
    cases: [
      valid({ data: { a: '1', b: null, c: '[]' } }),
      repaired({ data: '{"a": "1", "b": [true]}' }, { data: { a: '1', b: [true] } }),
      repaired({ data: "{'a': None}" }, { data: { a: null } }),
      ...each(refused, 'data', ['a', '', null, [], '[]', '{"a": "1"', 5]),
    ],
  },
];
