import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bothForms, type CaseTable, coerceAndCheck, wrapCases } from '../../../test/cases/tool/coerce/both-forms.ts';
import { testTables } from '../../../test/cases/tool/coerce/test-tables.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { compileSchema } from './check/compile.ts';
import { coerce } from './coerce.ts';

const read = z.object({ path: z.string(), limit: z.int().optional() });
const wrappers = ['input', 'arguments', 'args', 'parameters', 'params', 'tool_input', 'toolInput', 'Input', 'ARGS'];

const wrapped: CaseTable = {
  schema: read,
  repaired: [
    ...wrappers.map(key => [{ [key]: { path: 'a' } }, { path: 'a' }] as const),
    ...wrappers.map(key => [{ [key]: '{"path":"a","limit":"5"}' }, { path: 'a', limit: 5 }] as const),
    [{ input: { Path: 'a', Limit: '5' } }, { path: 'a', limit: 5 }],
    [{ input: { path: 'a', limit: null } }, { path: 'a' }],
    [{ input: "{'path': 'a'}" }, { path: 'a' }],
    [{ input: '```json\n{"path":"a"}\n```' }, { path: 'a' }],
    [{ input: { arguments: { path: 'a' } } }, { path: 'a' }],
    [{ arguments: '{"input":{"path":"a"}}' }, { path: 'a' }],
    ['{"path":"a"}', { path: 'a' }],
    ['{"input":{"path":"a"}}', { path: 'a' }],
  ],
  refused: [
    { input: { path: 'a' }, limit: 5 },
    { input: { path: 'a' }, args: {} },
    { name: 'read', arguments: { path: 'a' } },
    { data: { path: 'a' } },
    { body: { path: 'a' } },
    { value: { path: 'a' } },
    { inputs: { path: 'a' } },
    { input: [{ path: 'a' }] },
    { input: { limit: 5 } },
    { input: { path: 'a', extra: 1 } },
    { input: '{"path":"a"' },
    { input: 'a' },
    { input: null },
    { input: {} },
    { input: ['a'] },
    { arguments: '' },
    {},
    [],
    [{ path: 'a' }, { path: 'b' }],
    ['a'],
    'a',
    '"a"',
    5,
    null,
    true,
  ],
  kept: [{ path: 'a' }, { path: 'a', limit: 5 }, { path: '{"input":1}' }],
};

testTables({
  'a lone wrapper is unwrapped when only its inside validates': [
    wrapped,
    {
      schema: z.object({ input: z.string() }),
      repaired: [
        [{ input: { input: 'a' } }, { input: 'a' }],
        [{ args: { input: 'a' } }, { input: 'a' }],
        [{ Input: 'a' }, { input: 'a' }],
        [{ input: 5 }, { input: '5' }],
      ],
      refused: [{ input: { other: 'a' } }, { input: ['a'] }],
      kept: [{ input: 'a' }, { input: '{"input":"a"}' }],
    },
    {
      schema: z.object({ args: z.array(z.string()), command: z.string().optional() }),
      repaired: [
        [{ args: { args: ['a'] } }, { args: ['a'] }],
        [{ args: { args: 'a', command: 'b' } }, { args: ['a'], command: 'b' }],
        [{ args: 'a' }, { args: ['a'] }],
      ],
      refused: [{ args: { command: 'b' } }],
    },
    {
      schema: z.object({ params: z.record(z.string(), z.string()).optional(), a: z.string().optional() }),
      kept: [{ params: { a: 'x' } }, { params: {} }],
      refused: [{ params: { a: { b: 1 } } }],
    },
    // As a record and as a wrapper: two readings.
    {
      schema: z.object({ params: z.record(z.string(), z.string()).optional(), n: z.string().optional() }),
      refused: [{ Params: { n: 'x' } }, { params: { n: 5 } }],
    },
    {
      schema: z.object({}),
      repaired: [
        [{ input: {} }, {}],
        [{ arguments: '{}' }, {}],
      ],
      refused: [{ input: { a: 1 } }, { a: 1 }, { input: null }],
      kept: [{}],
    },
    { schema: z.looseObject({}), kept: [{ input: { a: 1 } }, { a: 1 }, {}] },
  ],
  'of a union, a valid value is never touched and an invalid one needs one reading': [
    wrapCases(z.union([z.string(), z.number()]), {
      kept: ['5', 5, 'a', '', 'true', '[1]'],
      repaired: [[true, 'true']],
      refused: [null, [], {}],
    }),
    wrapCases(z.union([z.number(), z.boolean()]), {
      kept: [1, true],
      repaired: [
        ['5', 5],
        ['true', true],
        ['FALSE', false],
        ['2.5', 2.5],
      ],
      refused: ['1', '0', 'x', '', null, []],
    }),
    wrapCases(z.union([z.boolean(), z.string()]), {
      kept: [true, 'true', '1'],
      repaired: [[5, '5']],
      refused: [1, 0, null],
    }),
    wrapCases(z.union([z.int(), z.number()]), {
      kept: [5, 5.5],
      repaired: [
        ['5', 5],
        ['5.5', 5.5],
      ],
      refused: ['x'],
    }),
    wrapCases(z.union([z.string(), z.array(z.string())]), {
      kept: ['a', ['a'], '["a"]', '', '[1'],
      repaired: [
        [
          [5, 'a'],
          ['5', 'a'],
        ],
      ],
      refused: [5, true, null, {}],
    }),
    wrapCases(z.union([z.number(), z.array(z.number())]), {
      kept: [5, [5]],
      repaired: [
        ['[1,2]', [1, 2]],
        [['1'], [1]],
      ],
      refused: ['5', 'x', '', null],
    }),
    wrapCases(z.union([z.object({ a: z.string() }), z.array(z.object({ a: z.string() }))]), {
      kept: [{ a: 'x' }, [{ a: 'x' }]],
      repaired: [['[{"a":"x"}]', [{ a: 'x' }]]],
      refused: ['{"a":"x"}', '{"a":', 'x'],
    }),
    wrapCases(z.union([z.object({ a: z.string() }), z.string()]), {
      kept: ['{"a":"x"}', { a: 'x' }],
      refused: [{ b: 1 }, ['x']],
    }),
    wrapCases(z.union([z.object({ a: z.number() }), z.object({ b: z.string() })]), {
      kept: [{ a: 1 }, { b: 'x' }],
      repaired: [
        [{ a: '1' }, { a: 1 }],
        [{ B: 'x' }, { b: 'x' }],
        [{ b: 5 }, { b: '5' }],
        ['{"a":1}', { a: 1 }],
      ],
      refused: [{ c: 1 }, {}, { a: 'x' }],
    }),
    wrapCases(z.union([z.object({ file_path: z.string() }), z.object({ filepath: z.string() })]), {
      refused: [{ filePath: 'a' }, { 'file-path': 'a' }],
      kept: [{ file_path: 'a' }, { filepath: 'a' }],
    }),
    wrapCases(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('replace'), old_text: z.string(), all: z.boolean().optional() }),
        z.object({ kind: z.literal('insert'), line: z.int(), text: z.string() }),
      ]),
      {
        kept: [
          { kind: 'replace', old_text: 'a' },
          { kind: 'insert', line: 1, text: 'a' },
        ],
        repaired: [
          [
            { kind: 'Replace', oldText: 'a', all: 'true' },
            { kind: 'replace', old_text: 'a', all: true },
          ],
          [
            { kind: 'insert', line: '1', text: 'a' },
            { kind: 'insert', line: 1, text: 'a' },
          ],
          [
            { Kind: 'INSERT', Line: '1', Text: 5 },
            { kind: 'insert', line: 1, text: '5' },
          ],
          ['{"kind":"insert","line":1,"text":"a"}', { kind: 'insert', line: 1, text: 'a' }],
          [
            { kind: 'replace', old_text: 'a', all: null },
            { kind: 'replace', old_text: 'a' },
          ],
        ],
        refused: [
          { kind: 'delete', line: 1 },
          { kind: 'insert', line: 'x', text: 'a' },
          { kind: 'insert', text: 'a' },
          { line: '1', text: 'a' },
          { kind: 'replace', old_text: 'a', unknown: 1 },
          { kind: 'insert', line: null, text: 'a' },
        ],
      },
    ),
    wrapCases(z.intersection(z.object({ a: z.number() }), z.object({ b: z.boolean() })), {
      kept: [{ a: 1, b: true }],
      repaired: [
        [
          { A: '1', b: 'true' },
          { a: 1, b: true },
        ],
        ['{"a":1,"b":"0"}', { a: 1, b: false }],
      ],
      refused: [{ a: 1 }, { a: 1, b: true, c: 1 }],
    }),
  ],
});

interface Tree {
  name: string;
  size?: number;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  size: z.number().optional(),
  children: z.lazy(() => z.array(tree)),
});
const list: z.ZodType<unknown> = z.lazy(() => z.array(list));

testTables({
  'recursive schemas are repaired at any depth': [
    {
      schema: z.object({ tree }),
      repaired: [
        [
          { tree: { Name: 'a', children: [{ name: 5, size: '3', children: '[]' }] } },
          { tree: { name: 'a', children: [{ name: '5', size: 3, children: [] }] } },
        ],
        [
          { tree: '{"name":"a","children":{"name":"b","children":[]}}' },
          { tree: { name: 'a', children: [{ name: 'b', children: [] }] } },
        ],
      ],
      refused: [{ tree: { name: 'a' } }, { tree: { name: 'a', children: [{ name: 'b', childs: [] }] } }],
      kept: [{ tree: { name: 'a', children: [{ name: 'b', children: [] }] } }],
    },
    wrapCases(list, { refused: ['x', 5, { a: 1 }], kept: [[[], [[]]]], repaired: [['[[]]', [[]]]] }),
  ],
});

describe('R1', () => {
  const schema = z.object({
    path: z.string(),
    n: z.number().optional(),
    list: z.array(z.object({ a: z.string() })).optional(),
  });
  for (const form of bothForms(schema)) {
    test(`${form.name}: valid arguments come back as the same object`, () => {
      const args = { path: ' {"a":1} ', n: 5, list: [{ a: '5' }] };
      expect(coerce(form.schema, args)).toEqual({ value: args, repairs: [] });
      expect(coerce(form.schema, args).value).toBe(args);
    });

    test(`${form.name}: parts that need no repair stay the same objects`, () => {
      const args = { path: 'a', n: '5', list: [{ a: 'x' }] };
      const { value } = coerce(form.schema, args);
      expect(value).toEqual({ path: 'a', n: 5, list: [{ a: 'x' }] });
      expect((value as typeof args).list).toBe(args.list);
    });

    test(`${form.name}: one part beyond repair leaves the whole as it was sent`, () => {
      const args = { path: 'a', n: '5', list: [{ b: 'x' }] };
      expect(coerce(form.schema, args).value).toBe(args);
    });
  }
});

test('a repair says where, what it was and what it became', () => {
  const schema = compileSchema(
    z.object({ file_path: z.string(), limit: z.int().optional(), tags: z.array(z.string()).optional() }),
  );
  const { repairs } = coerce(schema, { filePath: 'a', limit: '5', tags: 'x' });
  expect(repairs.map(({ path, was, now }) => [path, was, now])).toEqual([
    ['file_path', '"filePath"', '"file_path"'],
    ['limit', '"5"', '5'],
    ['tags', '"x"', '["x"]'],
  ]);
  expect(repairs.map(repair => repair.text)).toEqual([
    'file_path: "filePath" is the name "file_path"',
    'limit: "5" read as the number 5',
    'tags: "x" read as the list ["x"]',
  ]);
  expect(coerce(schema, { input: { file_path: 'a', limit: '' } }).repairs.map(each => each.text)).toEqual([
    'arguments: {"input":{"file_path":"a","limit":""}} read as its inside {"file_path":"a","limit":""}',
    'limit: "" read as nothing',
  ]);
});

test('a repair shows no secret', () => {
  const schema = compileSchema(
    z.object({ login: z.object({ api_key: z.string(), n: z.number() }), token: z.string().optional() }),
  );
  const login = { api_key: 'hunter2-hunter2', n: '5' };
  for (const args of [
    { login: JSON.stringify(login) },
    { login: { ...login, api_key: undefined, apiKey: 'hunter2-hunter2' } },
    { login, token: 123454321 },
  ]) {
    const { value, repairs } = coerce(schema, args);
    expect(value).toMatchObject({ login: { api_key: 'hunter2-hunter2', n: 5 } });
    expect(JSON.stringify(repairs)).not.toMatch(/hunter2|123454321/);
  }
});

describe('what Zod does itself is left to it', () => {
  test('preprocess is not second-guessed', () => {
    const schema = compileSchema(
      z.object({
        tags: z.preprocess(v => (typeof v === 'string' ? v.split(',') : v), z.array(z.string())),
        n: z.number(),
      }),
    );
    expect(coerce(schema, { tags: 'a,b', n: '5' }).value).toEqual({ tags: 'a,b', n: 5 });
  });

  test('patterns keep their flags', () => {
    const schema = compileSchema(z.object({ id: z.string().regex(/^ab$/i), n: z.number() }));
    expect(coerce(schema, { id: 'AB', n: '5' }).value).toEqual({ id: 'AB', n: 5 });
  });

  test('a refinement decides between readings, and over the whole', () => {
    const schema = compileSchema(z.object({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b));
    expect(coerceAndCheck(schema, { a: '1', b: 2 })?.value).toEqual({ a: 1, b: 2 });
    expect(coerceAndCheck(schema, { a: '2', b: 1 })).toBeUndefined();
    const either = compileSchema(
      z.object({ v: z.union([z.number(), z.boolean()]).refine(v => typeof v === 'number') }),
    );
    expect(coerceAndCheck(either, { v: '1' })?.value).toEqual({ v: 1 });
  });

  test('an asynchronous check is guided by the JSON Schema alone', async () => {
    const schema = compileSchema(z.object({ n: z.number().refine(async n => n > 0) }));
    const args = { n: 5 };
    expect(coerce(schema, args).value).toBe(args);
    expect(coerce(schema, { n: '5' }).value).toEqual({ n: 5 });
    await expect(schema.check({ n: 5 })).resolves.toMatchObject({ ok: true });
    await expect(schema.check({ n: -5 })).resolves.toMatchObject({ ok: false });
  });
});

describe('hand-written JSON Schema', () => {
  const run = (json: JsonSchema, args: unknown) => coerceAndCheck(compileSchema(json), args)?.value;

  test('references, allOf and old drafts', () => {
    const json = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { pos: { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] } },
      properties: {
        start: { $ref: '#/definitions/pos' },
        pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      },
      required: ['start'],
    };
    expect(run(json, { start: { Line: '3' } })).toEqual({ start: { line: 3 } });
    expect(run(json, { start: '{"line":3}', pair: ['a', '1'] })).toEqual({ start: { line: 3 }, pair: ['a', 1] });
    expect(run(json, { start: { line: 3, col: 1 } })).toEqual({ start: { line: 3, col: 1 } });
    expect(run(json, { start: { line: 3 }, pairs: [] })).toBeUndefined();
  });

  test('allOf of several objects knows the keys of all', () => {
    const json = {
      allOf: [
        { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'boolean' } } },
      ],
    };
    expect(run(json, { A: '1', B: 'true' })).toEqual({ a: 1, b: true });
    expect(run(json, { a: 1, c: 1 })).toEqual({ a: 1, c: 1 });
  });

  test('conditions beside properties', () => {
    const json = {
      type: 'object',
      properties: { url: { type: 'string' }, path: { type: 'string' }, n: { type: 'number' } },
      anyOf: [{ required: ['url'] }, { required: ['path'] }],
    };
    expect(run(json, { URL: 'x', n: '5' })).toEqual({ url: 'x', n: 5 });
    expect(run(json, { n: '5' })).toBeUndefined();
    expect(run(json, { url: 'x', other: 1 })).toEqual({ url: 'x', other: 1 });
  });

  test('a schema without type', () => {
    const json = { properties: { n: { type: 'number' }, any: {} }, required: ['n'] };
    expect(run(json, { N: '5', any: '5' })).toEqual({ n: 5, any: '5' });
  });

  test('nullable by list of types', () => {
    const json = { type: 'object', properties: { n: { type: ['integer', 'null'] }, e: { enum: ['a', null] } } };
    expect(run(json, { n: 'null' })).toEqual({ n: null });
    expect(run(json, { n: '7', e: 'A' })).toEqual({ n: 7, e: 'a' });
    expect(run(json, { e: '' })).toEqual({ e: null });
  });

  test('additionalProperties with a schema, pattern properties', () => {
    const json = {
      type: 'object',
      properties: { mode: { type: 'string' } },
      patternProperties: { '^x-': { type: 'number' } },
      additionalProperties: false,
    };
    expect(run(json, { mode: 'a', 'x-a': '5' })).toEqual({ mode: 'a', 'x-a': 5 });
    expect(run(json, { mode: 'a', y: '5' })).toBeUndefined();
    const open = { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: { type: 'boolean' } };
    expect(run(open, { a: '1', b: 'true' })).toEqual({ a: 1, b: true });
  });

  const parameters = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      max_lines: { type: 'integer' },
      options: { type: 'object', properties: { user_id: { type: 'integer' }, kind: { type: 'string' } } },
    },
    required: ['path'],
  };

  test('further keys pass where they are not forbidden, at every depth', () => {
    const args = { path: 'a', trace: true, options: { kind: 'x', Note: '5', items: [1] } };
    expect(coerce(compileSchema(parameters), args).value).toBe(args);
    expect(run(parameters, args)).toEqual(args);
    expect(run(parameters, { ...args, max_lines: '5' })).toEqual({ ...args, max_lines: 5 });
    const map = { type: 'object', properties: { headers: { type: 'object', properties: {} } } };
    expect(run(map, { headers: { 'X-Any': '1', deep: { n: 1 } } })).toEqual({
      headers: { 'X-Any': '1', deep: { n: 1 } },
    });
    expect(run({ type: 'object', properties: {} }, { any: 1 })).toEqual({ any: 1 });
  });

  test('a further key that is a typing error of a known one is refused, at every depth', () => {
    for (const key of ['max_line', 'max_lnies', 'maxlins', 'max_limes', 'option']) {
      expect([key, run(parameters, { path: 'a', [key]: 5 })]).toEqual([key, undefined]);
    }
    for (const options of [{ userId: 5 }, { user_ID: 5 }, { user_idd: 5 }, { kin: 'x' }, { '"kind"': 'x' }]) {
      expect([options, run(parameters, { path: 'a', options })]).toEqual([options, undefined]);
    }
    for (const key of ['max_depth', 'min_lines', 'pa', 'line', 'paths_to_skip', 'max_lines2']) {
      expect(run(parameters, { path: 'a', [key]: 5 })).toEqual({ path: 'a', [key]: 5 });
    }
    expect(run(parameters, { path: 'a', paths: ['b'] })).toBeUndefined();
  });

  test('a parameter in another case is that parameter; deeper a key is renamed only for one that must be there', () => {
    expect(run(parameters, { Path: 'a', maxLines: '5' })).toEqual({ path: 'a', max_lines: 5 });
    const needs = { ...parameters.properties.options, required: ['user_id'] };
    const json = { ...parameters, properties: { ...parameters.properties, options: needs } };
    expect(run(json, { path: 'a', options: { userId: '5', more: 1 } })).toEqual({
      path: 'a',
      options: { user_id: 5, more: 1 },
    });
    const welcome = { ...parameters.properties.options, additionalProperties: true };
    const open = { ...parameters, properties: { ...parameters.properties, options: welcome } };
    const args = { path: 'a', options: { userId: 5, KIND: 1 } };
    expect(run(open, args)).toEqual(args);
  });

  test('a wrapper around parameters is no further key', () => {
    const json = { type: 'object', properties: { limit: { type: 'integer' } } };
    expect(run(json, { arguments: { limit: 5 } })).toEqual({ limit: 5 });
    expect(run(json, { arguments: '{"limit": "5"}' })).toEqual({ limit: 5 });
    expect(run(json, { arguments: { limit: 'x' } })).toBeUndefined();
    expect(run(json, { arguments: {} })).toEqual({});
    expect(run(json, { arguments: '{"limit": 5' })).toBeUndefined();
    expect(run(json, { limit: 5, arguments: { limit: 6 } })).toBeUndefined();
    expect(run(json, { input: { other: 5 } })).toEqual({ input: { other: 5 } });
  });

  test('too many alternatives are not followed', () => {
    const branch = (n: number) => ({
      type: 'object',
      properties: { [`k${n}`]: { type: 'number' } },
      required: [`k${n}`],
    });
    const anyOf = Array.from({ length: 40 }, (_, n) => branch(n));
    const json = { type: 'object', properties: { v: { allOf: [{ anyOf }, { anyOf }] } } };
    const args = { v: { k0: '1' } };
    expect(coerce(compileSchema(json), args).value).toBe(args);
  });
});

test('deep and wide arguments neither crash nor stall', () => {
  const schema = compileSchema(z.object({ v: z.array(z.number()) }));
  const wide = { v: Array.from({ length: 20_000 }, (_, i) => String(i)) };
  expect((coerce(schema, wide).value as { v: number[] }).v.at(-1)).toBe(19_999);
  const any: z.ZodType = z.lazy(() => z.union([z.array(any), z.record(z.string(), any), z.number()]));
  let deep: unknown = 'x';
  for (let i = 0; i < 5000; i++) deep = { a: [deep] };
  for (const { schema: form } of bothForms(z.object({ v: any })))
    expect(coerce(form, { v: deep }).value).toEqual({ v: deep });
});
