import { z } from 'zod';
import { type Group, refused, repaired, valid } from './case.ts';

interface Tree {
  name: string;
  size?: number;
  children?: Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  size: z.int().optional(),
  get children() {
    return z.array(tree).optional();
  },
});

const text = { type: 'string' };
const integer = { type: 'integer' };

/** Repairs at depth, and schemas that refer to themselves or are put together. */
export const nested: readonly Group[] = [
  {
    title: 'four levels down',
    zod: z.object({
      a: z.object({
        b: z.array(z.object({ c: z.record(z.string(), z.object({ d: z.boolean(), e: z.int().nullish() })) })),
      }),
    }),
    json: {
      type: 'object',
      properties: {
        a: {
          type: 'object',
          properties: {
            b: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  c: {
                    type: 'object',
                    additionalProperties: {
                      type: 'object',
                      properties: { d: { type: 'boolean' }, e: { type: ['integer', 'null'] } },
                      required: ['d'],
                    },
                  },
                },
                required: ['c'],
              },
            },
          },
          required: ['b'],
        },
      },
      required: ['a'],
    },
    cases: [
      repaired({ a: { b: [{ c: { x: { d: 'true' } } }] } }, { a: { b: [{ c: { x: { d: true } } }] } }),
      repaired({ a: { b: { C: { x: { D: 0, e: '7' } } } } }, { a: { b: [{ c: { x: { d: false, e: 7 } } }] } }),
      repaired({ a: '{"b": [{"c": {"x": {"d": true}}}]}' }, { a: { b: [{ c: { x: { d: true } } }] } }),
      repaired({ a: { b: '[{"c": "{\\"x\\": {\\"d\\": 1}}"}]' } }, { a: { b: [{ c: { x: { d: true } } }] } }),
      repaired({ A: { B: [{ c: { x: { d: 'TRUE', e: '' } } }] } }, { a: { b: [{ c: { x: { d: true, e: null } } }] } }),
      refused({ a: { b: [{ c: { x: { d: 'true' } } }, { c: { x: { d: 'maybe' } } }] } }),
      refused({ a: { b: [{ c: { x: { d: true, f: 1 } } }] } }),
      refused({ a: { b: [{ c: { x: null } }] } }),
      refused({ a: '{"b": [{"c": {"x": {"d": true}}}]' }),
      refused({ a: { b: '[{"c": "{\\"x\\": {\\"d\\": 1}"}]' } }),
    ],
  },
  {
    title: 'a tree',
    zod: z.object({ root: tree }),
    json: {
      type: 'object',
      properties: { root: { $ref: '#/$defs/tree' } },
      required: ['root'],
      $defs: {
        tree: {
          type: 'object',
          properties: { name: text, size: integer, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
          required: ['name'],
        },
      },
    },
    cases: [
      valid({ root: { name: 'a', children: [{ name: '[]' }] } }),
      repaired({ root: { name: 1, size: '2' } }, { root: { name: '1', size: 2 } }),
      repaired(
        { root: { Name: 'a', children: { name: 'b', children: '[{"name": "c", "size": "3"}]' } } },
        { root: { name: 'a', children: [{ name: 'b', children: [{ name: 'c', size: 3 }] }] } },
      ),
      repaired({ root: '{"name": "a", "children": null}' }, { root: { name: 'a' } }),
      refused({ root: { name: 'a', children: [{ name: 'b', children: [{}] }] } }),
      refused({ root: { name: 'a', child: [] } }),
      refused({ root: { name: 'a', children: 'b' } }),
    ],
  },
  {
    title: 'put together from two',
    zod: z.intersection(
      z.object({ id: z.int() }),
      z.object({ note: z.string().optional(), tags: z.array(z.string()).optional() }),
    ),
    json: {
      allOf: [
        { type: 'object', properties: { id: integer }, required: ['id'] },
        { type: 'object', properties: { note: text, tags: { type: 'array', items: text } } },
      ],
    },
    cases: [
      valid({ id: 1, note: '1' }),
      repaired({ id: '1', note: 2, tags: 'a' }, { id: 1, note: '2', tags: ['a'] }),
      repaired({ ID: '1', tags: '["a"]' }, { id: 1, tags: ['a'] }),
      refused({ id: 1, other: 2 }),
      refused({ note: 'a' }),
    ],
  },
  {
    title: 'many repairs at once, and one thing that is not clear',
    zod: z.object({
      path: z.string(),
      limit: z.int().min(1).optional(),
      deep: z.boolean().optional(),
      kinds: z.array(z.enum(['file', 'folder'])).optional(),
    }),
    json: {
      type: 'object',
      properties: {
        path: text,
        limit: { type: 'integer', minimum: 1 },
        deep: { type: 'boolean' },
        kinds: { type: 'array', items: { enum: ['file', 'folder'] } },
      },
      required: ['path'],
    },
    cases: [
      repaired(
        { Path: 5, LIMIT: '5', deep: 'True', kinds: 'File' },
        { path: '5', limit: 5, deep: true, kinds: ['file'] },
      ),
      repaired(
        { input: { path: 'a', limit: '', deep: '0', kinds: '["FILE", "folder"]' } },
        { path: 'a', deep: false, kinds: ['file', 'folder'] },
      ),
      refused({ Path: 'a', limit: '0', deep: 'True' }),
      refused({ Path: 'a', limit: '5', deep: 'perhaps' }),
      refused({ Path: 'a', limit: '5', kinds: ['file', 'link'] }),
      refused({ Path: 'a', limit: '5', depp: true }),
    ],
  },
];
