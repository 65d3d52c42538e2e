import { z } from 'zod';
import { each, type Group, pairs, refused, repaired, valid } from './case.ts';

const json = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** Listed values and alternatives: R2, R10. */
export const choices: readonly Group[] = [
  {
    title: 'a choice of words',
    zod: z.object({ color: z.enum(['red', 'Green', 'BLUE']) }),
    json: json({ color: { type: 'string', enum: ['red', 'Green', 'BLUE'] } }),
    cases: [
      ...each(valid, 'color', ['red', 'Green', 'BLUE']),
      ...pairs('color', [
        ['Red', 'red'],
        ['RED', 'red'],
        [' red ', 'red'],
        ['green\n', 'Green'],
        ['blue', 'BLUE'],
      ]),
      ...each(refused, 'color', [
        'rde',
        'crimson',
        'r',
        'redd',
        'red.',
        '"red"',
        'red, blue',
        'red|blue',
        'red blue',
        'reds',
        'not red',
        '',
        'null',
        null,
        0,
        1,
        true,
        ['red'],
        { color: 'red' },
      ]),
    ],
  },
  {
    title: 'a choice of words with separators',
    zod: z.object({ status: z.enum(['in_progress', 'to do', 'not-started', 'done']) }),
    json: json({ status: { enum: ['in_progress', 'to do', 'not-started', 'done'] } }),
    cases: [
      ...pairs('status', [
        ['IN_PROGRESS', 'in_progress'],
        ['in progress', 'in_progress'],
        ['In Progress', 'in_progress'],
        ['To Do', 'to do'],
        ['to  do', 'to do'],
        ['Not-Started', 'not-started'],
        ['DONE', 'done'],
      ]),
      ...each(refused, 'status', ['progress', 'in', 'not done', 'done!', 'started', 'in progres', '-', '_', ' ']),
    ],
  },
  {
    title: 'words that differ by case alone',
    zod: z.object({ flag: z.enum(['i', 'I', 'x']) }),
    json: json({ flag: { enum: ['i', 'I', 'x'] } }),
    cases: [
      ...each(valid, 'flag', ['i', 'I']),
      repaired({ flag: 'X' }, { flag: 'x' }),
      refused({ flag: ' i ' }),
      refused({ flag: 'l' }),
    ],
  },
  {
    title: 'words with a sign',
    zod: z.object({ sort: z.enum(['name', '-date', '-size', '+rank']) }),
    json: json({ sort: { enum: ['name', '-date', '-size', '+rank'] } }),
    cases: [
      ...pairs('sort', [
        ['Name', 'name'],
        ['-DATE', '-date'],
        [' -size', '-size'],
        ['+Rank', '+rank'],
      ]),
      ...each(refused, 'sort', ['date', 'size', '-name', '_date', '- date -', 'rank', '-rank', '--date', 'date-']),
    ],
  },
  {
    title: 'numbers as words',
    zod: z.object({ level: z.enum(['-1', '0', '10', 'v1-0', '2.5']) }),
    json: json({ level: { enum: ['-1', '0', '10', 'v1-0', '2.5'] } }),
    cases: [
      ...pairs('level', [
        [-1, '-1'],
        [0, '0'],
        [10, '10'],
        [2.5, '2.5'],
        ['V1-0', 'v1-0'],
        [' 10', '10'],
      ]),
      ...each(refused, 'level', ['1', 1, '1-0', '1_0', '1 0', '-10', '0-', '-0', 'v10', '25', '2 5', '2-5', '01']),
    ],
  },
  {
    title: 'signs as words',
    zod: z.object({ op: z.enum(['<', '<=', '==', '-', 'c', 'c++']) }),
    json: json({ op: { enum: ['<', '<=', '==', '-', 'c', 'c++'] } }),
    cases: [
      ...each(valid, 'op', ['<', '-', 'c']),
      repaired({ op: 'C++' }, { op: 'c++' }),
      repaired({ op: ' <= ' }, { op: '<=' }),
      repaired({ op: 'C' }, { op: 'c' }),
      ...each(refused, 'op', ['=', '>', '<<', '--', '_', 'c+', 'C#', '']),
    ],
  },
  {
    title: 'a choice of numbers',
    zod: z.object({ n: z.literal([1, 2, 3.5]) }),
    json: json({ n: { enum: [1, 2, 3.5] } }),
    cases: [
      ...pairs('n', [
        ['1', 1],
        ['2.0', 2],
        ['3.5', 3.5],
      ]),
      ...each(refused, 'n', ['4', 4, 'two', '3', 3, true, '1,2', null, '']),
    ],
  },
  {
    title: 'a choice of booleans and a word',
    zod: z.object({ when: z.literal([true, false, 'auto']) }),
    json: json({ when: { enum: [true, false, 'auto'] } }),
    cases: [
      ...each(valid, 'when', [true, false, 'auto']),
      ...pairs('when', [
        ['true', true],
        ['False', false],
        ['AUTO', 'auto'],
      ]),
      ...each(refused, 'when', ['yes', 'never', '', null, 'automatic']),
    ],
  },
  {
    title: 'booleans as words',
    zod: z.object({ raw: z.enum(['true', 'false']) }),
    json: json({ raw: { enum: ['true', 'false'] } }),
    cases: [
      ...pairs('raw', [
        [true, 'true'],
        [false, 'false'],
        ['True', 'true'],
      ]),
      ...each(refused, 'raw', [1, '1', 'yes', null]),
    ],
  },
  {
    title: 'one word',
    zod: z.object({ kind: z.literal('file'), path: z.string() }),
    json: json({ kind: { const: 'file' }, path: { type: 'string' } }),
    cases: [
      repaired({ kind: 'File', path: 'a' }, { kind: 'file', path: 'a' }),
      refused({ kind: 'folder', path: 'a' }),
      refused({ path: 'a' }),
    ],
  },
  {
    title: 'a text or an integer',
    zod: z.object({ id: z.union([z.string(), z.int()]) }),
    json: json({ id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
    cases: [...each(valid, 'id', ['5', 5, '', 'null']), ...each(refused, 'id', [null, [5], ['a'], {}])],
  },
  {
    title: 'an integer or a boolean',
    zod: z.object({ v: z.union([z.int(), z.boolean()]) }),
    json: json({ v: { type: ['integer', 'boolean'] } }),
    cases: [
      ...each(valid, 'v', [0, 1, true]),
      ...pairs('v', [
        ['5', 5],
        ['true', true],
        ['FALSE', false],
      ]),
      ...each(refused, 'v', ['1', '0', 'yes', '1.5', null, '', [1]]),
    ],
  },
  {
    title: 'a text or a list of texts',
    zod: z.object({ glob: z.union([z.string(), z.array(z.string())]) }),
    json: json({ glob: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } }),
    cases: [
      ...each(valid, 'glob', ['a', ['a'], '["a"]', 'a,b', []]),
      repaired({ glob: [1, 'a'] }, { glob: ['1', 'a'] }),
      ...each(refused, 'glob', [null, {}, [null], [['a']], { a: 1 }]),
    ],
  },
  {
    title: 'an integer or a list of integers',
    zod: z.object({ id: z.union([z.int(), z.array(z.int())]) }),
    json: json({ id: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] } }),
    cases: [
      repaired({ id: '[1, 2]' }, { id: [1, 2] }),
      repaired({ id: ['1', 2] }, { id: [1, 2] }),
      repaired({ id: '1,2' }, { id: [1, 2] }),
      ...each(refused, 'id', ['1,x', '[1', 'all', null, {}]),
    ],
  },
  {
    title: 'an object or a text',
    zod: z.object({ where: z.union([z.string(), z.object({ id: z.int() })]) }),
    json: json({
      where: {
        anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }],
      },
    }),
    cases: [
      ...each(valid, 'where', ['{"id": 5}', 'id = 5', { id: 5 }]),
      repaired({ where: { id: '5' } }, { where: { id: 5 } }),
      repaired({ where: [{ id: 5 }] }, { where: { id: 5 } }),
      ...each(refused, 'where', [{ id: 'x' }, { ID: 5, id: 6 }, [{ id: 5 }, { id: 5 }], null]),
    ],
  },
  {
    title: 'a discriminated union',
    zod: z.object({
      shape: z.discriminatedUnion('type', [
        z.object({ type: z.literal('circle'), radius: z.number() }),
        z.object({ type: z.literal('rect'), w: z.number(), h: z.number() }),
      ]),
    }),
    json: json({
      shape: {
        oneOf: [
          {
            type: 'object',
            properties: { type: { const: 'circle' }, radius: { type: 'number' } },
            required: ['type', 'radius'],
          },
          {
            type: 'object',
            properties: { type: { const: 'rect' }, w: { type: 'number' }, h: { type: 'number' } },
            required: ['type', 'w', 'h'],
          },
        ],
      },
    }),
    cases: [
      valid({ shape: { type: 'circle', radius: 5 } }),
      ...pairs('shape', [
        [
          { type: 'circle', radius: '5' },
          { type: 'circle', radius: 5 },
        ],
        [
          { type: 'Circle', Radius: 5 },
          { type: 'circle', radius: 5 },
        ],
        [
          { Type: 'RECT', w: '1', h: 2 },
          { type: 'rect', w: 1, h: 2 },
        ],
        ['{"type": "rect", "w": 1, "h": 2}', { type: 'rect', w: 1, h: 2 }],
      ]),
      ...each(refused, 'shape', [
        { radius: 5 },
        { type: 'circle' },
        { type: 'circle', w: 1, h: 2 },
        { type: 'triangle', radius: 5 },
        { type: 'circle', radius: '5cm' },
        { type: 'circle', radius: 5, color: 'red' },
        'circle',
        '{"type": "rect", "w": 1, "h": 2',
        [{ type: 'circle', radius: 5 }, {}],
        null,
      ]),
    ],
  },
  {
    title: 'one of two objects',
    zod: z.object({ by: z.union([z.object({ id: z.int() }), z.object({ name: z.string() })]) }),
    json: json({
      by: {
        anyOf: [
          { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
          { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        ],
      },
    }),
    cases: [
      ...pairs('by', [
        [{ id: '5' }, { id: 5 }],
        [{ name: 5 }, { name: '5' }],
        [{ ID: 5 }, { id: 5 }],
        ['{"name": "a"}', { name: 'a' }],
      ]),
      ...each(refused, 'by', [{}, { nam: 'a' }, { id: 'x' }, { id: null }, 'a', 5]),
    ],
  },
  {
    title: 'arguments of two forms',
    zod: z.union([
      z.object({ action: z.literal('add'), item: z.string() }),
      z.object({ action: z.literal('remove'), index: z.int() }),
    ]),
    json: {
      type: 'object',
      anyOf: [
        {
          type: 'object',
          properties: { action: { const: 'add' }, item: { type: 'string' } },
          required: ['action', 'item'],
        },
        {
          type: 'object',
          properties: { action: { const: 'remove' }, index: { type: 'integer' } },
          required: ['action', 'index'],
        },
      ],
    },
    cases: [
      valid({ action: 'add', item: '5' }),
      repaired({ action: 'Add', item: 5 }, { action: 'add', item: '5' }),
      repaired({ action: 'remove', index: '0' }, { action: 'remove', index: 0 }),
      repaired({ input: { Action: 'remove', Index: '0' } }, { action: 'remove', index: 0 }),
      refused({ action: 'remove', item: 'a' }),
      refused({ action: 'remove', index: 'first' }),
      refused({ index: 0 }),
      refused({ action: 'delete', index: 0 }),
    ],
  },
  {
    title: 'a key that only another branch knows is not dropped',
    zod: z.object({
      by: z.union([
        z.object({ id: z.int() }),
        z.object({ id: z.int(), name: z.string() }),
        z.object({ tag: z.string() }),
      ]),
    }),
    cases: [
      valid({ by: { id: 5 } }),
      valid({ by: { id: 5, name: 'x' } }),
      valid({ by: { id: 5, tag: 'x' } }),
      repaired({ by: { id: '5' } }, { by: { id: 5 } }),
      repaired({ by: { id: '5', name: 'x' } }, { by: { id: 5, name: 'x' } }),
      refused({ by: { id: 5, nmae: 'x' } }),
    ],
  },
];
