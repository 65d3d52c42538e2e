import { z } from 'zod';
import { type Case, each, type Group, pairs, refused, repaired, valid } from './case.ts';

const optionalMembers = {
  limit: { type: 'integer' },
  deep: { type: 'boolean' },
  ratio: { type: 'number' },
  mode: { enum: ['fast', 'slow'] },
  tags: { type: 'array', items: { type: 'string' } },
  ids: { type: 'array', items: { type: 'integer' } },
  options: { type: 'object', properties: { a: { type: 'integer' } } },
  env: { type: 'object', additionalProperties: { type: 'string' } },
};

const nothing = ['limit', 'deep', 'ratio', 'mode', 'tags', 'ids', 'options', 'env'].flatMap(key =>
  [null, 'null', ''].map(sent => repaired({ path: 'a', [key]: sent }, { path: 'a' })),
);

const wordsForNothing = ['limit', 'deep', 'ratio', 'mode', 'tags', 'ids', 'options', 'env'].flatMap((key): Case[] =>
  ['None', 'undefined', 'nil'].map(sent => refused({ path: 'a', [key]: sent })),
);

/** Nothing said in many ways: R5. */
export const absence: readonly Group[] = [
  {
    title: 'optional parameters that are no text',
    zod: z.object({
      path: z.string(),
      limit: z.int().optional(),
      deep: z.boolean().optional(),
      ratio: z.number().optional(),
      mode: z.enum(['fast', 'slow']).optional(),
      tags: z.array(z.string()).optional(),
      ids: z.array(z.int()).optional(),
      options: z.object({ a: z.int().optional() }).optional(),
      env: z.record(z.string(), z.string()).optional(),
    }),
    json: { type: 'object', properties: { path: { type: 'string' }, ...optionalMembers }, required: ['path'] },
    cases: [
      valid({ path: 'a' }),
      ...nothing,
      ...wordsForNothing,
      valid({ path: 'null' }),
      valid({ path: '' }),
      refused({ path: null }),
      refused({ path: null, limit: null }),
      repaired({ path: 'a', limit: null, deep: 'null', ratio: '', mode: null }, { path: 'a' }),
      repaired({ path: 'a', options: { a: null } }, { path: 'a', options: {} }),
      repaired({ path: 'a', options: { a: '' } }, { path: 'a', options: {} }),
      repaired({ path: 'a', options: '{}' }, { path: 'a', options: {} }),
      repaired({ path: 'a', tags: '[]' }, { path: 'a', tags: [] }),
      refused({ path: 'a', tags: [null] }),
      refused({ path: 'a', tags: {} }),
      refused({ path: 'a', ids: [null] }),
      refused({ path: 'a', ids: ['null'] }),
      refused({ path: 'a', env: { A: null } }),
      refused({ path: 'a', limit: 'none' }),
      refused({ path: 'a', limit: 'n/a' }),
      refused({ path: 'a', limit: '-' }),
      refused({ path: 'a', limit: 'default' }),
      refused({ path: 'a', mode: 'default' }),
      refused({ path: 'a', unknown: null }),
      refused({ path: 'a', limti: null }),
    ],
  },
  {
    title: 'an optional text',
    zod: z.object({ note: z.string().optional() }),
    json: { type: 'object', properties: { note: { type: 'string' } } },
    cases: [
      ...each(valid, 'note', ['', 'null', 'None', 'undefined', ' ']),
      valid({}),
      repaired({ note: null }, {}),
      repaired({ note: 5 }, { note: '5' }),
      refused({ note: [] }),
      refused({ note: {} }),
    ],
  },
  {
    title: 'an optional text of at least one character',
    zod: z.object({ note: z.string().min(1).optional() }),
    json: { type: 'object', properties: { note: { type: 'string', minLength: 1 } } },
    cases: [valid({ note: 'null' }), repaired({ note: null }, {}), refused({ note: '' })],
  },
  {
    title: 'required and nullable',
    zod: z.object({ limit: z.int().nullable(), name: z.string().nullable() }),
    json: {
      type: 'object',
      properties: { limit: { type: ['integer', 'null'] }, name: { type: ['string', 'null'] } },
      required: ['limit', 'name'],
    },
    cases: [
      valid({ limit: null, name: null }),
      valid({ limit: 5, name: 'null' }),
      valid({ limit: 5, name: '' }),
      repaired({ limit: 'null', name: null }, { limit: null, name: null }),
      repaired({ limit: '', name: 'a' }, { limit: null, name: 'a' }),
      repaired({ limit: '5', name: 5 }, { limit: 5, name: '5' }),
      refused({ limit: 'None', name: 'a' }),
      refused({ name: 'a' }),
      refused({ limit: 5 }),
      refused({}),
    ],
  },
  {
    title: 'optional and nullable',
    zod: z.object({ limit: z.int().nullish(), when: z.union([z.enum(['now', 'later']), z.null()]).optional() }),
    json: {
      type: 'object',
      properties: {
        limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        when: { anyOf: [{ enum: ['now', 'later'] }, { type: 'null' }] },
      },
    },
    cases: [
      valid({}),
      valid({ limit: null, when: null }),
      ...pairs('limit', [
        ['null', null],
        ['', null],
        ['5', 5],
      ]),
      ...pairs('when', [
        ['null', null],
        ['', null],
        ['Now', 'now'],
      ]),
      refused({ when: 'never' }),
      refused({ limit: 'none' }),
    ],
  },
  {
    title: 'defaults',
    zod: z.object({
      limit: z.int().default(10),
      mode: z.enum(['fast', 'slow']).default('fast'),
      all: z.boolean().default(false),
      path: z.string().default('.'),
    }),
    json: {
      type: 'object',
      properties: {
        limit: { type: 'integer', default: 10 },
        mode: { enum: ['fast', 'slow'], default: 'fast' },
        all: { type: 'boolean', default: false },
        path: { type: 'string', default: '.' },
      },
    },
    cases: [
      valid({}, { limit: 10, mode: 'fast', all: false, path: '.' }),
      repaired({ limit: null }, { limit: 10, mode: 'fast', all: false, path: '.' }),
      repaired({ limit: '' }, { limit: 10, mode: 'fast', all: false, path: '.' }),
      repaired({ mode: 'null', all: null }, { limit: 10, mode: 'fast', all: false, path: '.' }),
      repaired({ path: null }, { limit: 10, mode: 'fast', all: false, path: '.' }),
      repaired({ limit: '7', mode: 'SLOW', all: 'true' }, { limit: 7, mode: 'slow', all: true, path: '.' }),
      valid({ path: '' }, { limit: 10, mode: 'fast', all: false, path: '' }),
      refused({ limit: 'many' }),
      refused({ mode: 'medium' }),
      refused({ limits: 5 }),
    ],
  },
  {
    title: 'required and no text',
    zod: z.object({
      ids: z.array(z.int()),
      tags: z.array(z.string()),
      options: z.object({ a: z.int().optional() }),
      mode: z.enum(['on', 'off']),
    }),
    json: {
      type: 'object',
      properties: {
        ids: { type: 'array', items: { type: 'integer' } },
        tags: { type: 'array', items: { type: 'string' } },
        options: { type: 'object', properties: { a: { type: 'integer' } } },
        mode: { enum: ['on', 'off'] },
      },
      required: ['ids', 'tags', 'options', 'mode'],
    },
    cases: [
      valid({ ids: [], tags: [], options: {}, mode: 'on' }),
      ...['ids', 'tags', 'options', 'mode'].flatMap(key =>
        [null, 'null', '', 'None', undefined].map(sent =>
          refused({ ids: [], tags: [], options: {}, mode: 'on', [key]: sent }),
        ),
      ),
    ],
  },
  {
    title: 'an optional choice that has a word for nothing',
    zod: z.object({ style: z.enum(['none', 'null', 'bold']).optional() }),
    json: { type: 'object', properties: { style: { enum: ['none', 'null', 'bold'] } } },
    cases: [
      ...each(valid, 'style', ['none', 'null', 'bold']),
      ...pairs('style', [
        ['None', 'none'],
        ['NULL', 'null'],
      ]),
      repaired({ style: null }, {}),
      repaired({ style: '' }, {}),
    ],
  },
];
