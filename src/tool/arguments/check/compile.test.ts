import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bothForms } from '../../../../test/cases/tool/coerce/both-forms.ts';
import type { StandardSchemaV1 } from '../../../schema/libraries/standard.ts';
import type { JsonSchema } from '../../../schema/schema.ts';
import { type CheckResult, compileOutputSchema, compileSchema } from './compile.ts';

const sync = (checked: CheckResult | Promise<CheckResult>): CheckResult => {
  if (checked instanceof Promise) throw new Error('not sync');
  return checked;
};
const paths = (checked: CheckResult) => (checked.ok ? [] : checked.issues.map(issue => issue.path.join('.')).sort());

test('a schema object is compiled once', () => {
  const schema = z.object({ a: z.string() });
  const json = { type: 'object', properties: {} };
  expect(compileSchema(schema)).toBe(compileSchema(schema));
  expect(compileSchema(json)).toBe(compileSchema(json));
  expect(compileOutputSchema(schema)).toBe(compileOutputSchema(schema));
  expect(compileOutputSchema(schema)).not.toBe(compileSchema(schema));
});

test('the JSON Schema is that of the input: defaults are optional', () => {
  const { json } = compileSchema(z.object({ a: z.string().default('x'), b: z.string().transform(s => s.length) }));
  expect(json).toMatchObject({
    type: 'object',
    properties: { a: { default: 'x', type: 'string' }, b: { type: 'string' } },
  });
  expect(json.required).toEqual(['b']);
});

test('types that JSON does not have compile', () => {
  const schema = z.object({
    d: z.date().optional(),
    n: z.bigint().optional(),
    m: z.map(z.string(), z.number()).optional(),
    f: z.custom<() => void>().optional(),
    t: z.transform(v => v).optional(),
    u: z.undefined().optional(),
  });
  const compiled = compileSchema(schema);
  expect(sync(compiled.check({})).ok).toBe(true);
  expect(sync(compiled.check({ d: new Date() })).ok).toBe(true);
});

test('both forms validate and fill defaults alike', () => {
  const schema = z.object({
    path: z.string(),
    depth: z.number().default(3),
    deep: z.object({ on: z.boolean().default(true) }).default({ on: false }),
    list: z.array(z.object({ n: z.number().default(1) })).optional(),
  });
  for (const { name, schema: form } of bothForms(schema)) {
    expect([name, form.check({ path: 'a' })]).toEqual([
      name,
      { ok: true, value: { path: 'a', depth: 3, deep: { on: false } } },
    ]);
    expect(form.check({ path: 'a', depth: 1, deep: {}, list: [{}, { n: 2 }] })).toEqual({
      ok: true,
      value: { path: 'a', depth: 1, deep: { on: true }, list: [{ n: 1 }, { n: 2 }] },
    });
  }
});

test('defaults are fresh each time, and the sent value is not changed', () => {
  const compiled = compileSchema({ type: 'object', properties: { list: { type: 'array', default: [] } } });
  const sent = {};
  const first = sync(compiled.check(sent));
  const second = sync(compiled.check(sent));
  if (!first.ok || !second.ok) throw new Error('refused');
  expect((first.value as { list: unknown }).list).not.toBe((second.value as { list: unknown }).list);
  expect(sent).toEqual({});
});

describe('keys that the schema does not know are refused at any depth', () => {
  const cases: [string, z.ZodType, unknown, string[]][] = [
    ['top', z.object({ a: z.string() }), { a: 'x', b: 1 }, ['b']],
    ['no parameters', z.object({}), { a: 1 }, ['a']],
    ['nested', z.object({ o: z.object({ a: z.string() }) }), { o: { a: 'x', b: 1 } }, ['o.b']],
    [
      'in lists',
      z.object({ l: z.array(z.object({ a: z.string() })) }),
      { l: [{ a: 'x' }, { a: 'x', b: 1 }] },
      ['l.1.b'],
    ],
    ['in tuples', z.object({ t: z.tuple([z.object({ a: z.string() })]) }), { t: [{ a: 'x', b: 1 }] }, ['t.0.b']],
    [
      'in records',
      z.object({ r: z.record(z.string(), z.object({ a: z.string() })) }),
      { r: { k: { a: 'x', b: 1 } } },
      ['r.k.b'],
    ],
    ['in optionals', z.object({ o: z.object({ a: z.string() }).optional() }), { o: { a: 'x', b: 1 } }, ['o.b']],
    ['in nullables', z.object({ o: z.object({ a: z.string() }).nullable() }), { o: { a: 'x', b: 1 } }, ['o.b']],
    ['in defaults', z.object({ o: z.object({ a: z.string() }).default({ a: '' }) }), { o: { a: 'x', b: 1 } }, ['o.b']],
    [
      'in unions',
      z.object({ u: z.union([z.object({ a: z.string() }), z.string()]) }),
      { u: { a: 'x', b: 1 } },
      ['u.b'],
    ],
    [
      'in intersections',
      z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
      { a: '', b: '', c: 1 },
      ['c'],
    ],
    ['strict', z.strictObject({ a: z.string() }), { a: 'x', b: 1 }, ['b']],
    [
      'several',
      z.object({ a: z.object({}), b: z.object({}) }),
      { a: { x: 1 }, b: { y: 1 }, c: 1 },
      ['a.x', 'b.y', 'c'],
    ],
    ['__proto__', z.object({ a: z.string() }), JSON.parse('{"a":"x","__proto__":{"b":1}}'), ['__proto__']],
    [
      '__proto__ in records',
      z.object({ r: z.record(z.string(), z.any()) }),
      JSON.parse('{"r":{"__proto__":1}}'),
      ['r.__proto__'],
    ],
    ['constructor', z.object({ a: z.string() }), { a: 'x', constructor: 1 }, ['constructor']],
    ['toString', z.object({ a: z.string() }), { a: 'x', toString: 1 }, ['toString']],
  ];
  test.each(cases)('%s', (_name, schema, value, unknown) => {
    for (const { name, schema: form } of bothForms(schema)) {
      const checked = sync(form.check(value));
      expect([name, checked.ok, paths(checked)]).toEqual([name, false, expect.arrayContaining(unknown)]);
    }
  });

  test('a recursive schema', () => {
    const node = z.object({
      v: z.string(),
      get kids() {
        return z.array(node);
      },
    });
    for (const { schema: form } of bothForms(node)) {
      const sent = { v: 'a', kids: [{ v: 'b', kids: [{ v: 'c', kids: [], x: 1 }] }] };
      expect(paths(sync(form.check(sent)))).toEqual(['kids.0.kids.0.x']);
    }
  });
});

describe('keys that some branch welcomes are not refused', () => {
  const cases: [string, z.ZodType, unknown][] = [
    ['loose', z.looseObject({ a: z.string() }), { a: 'x', b: 1 }],
    ['catchall', z.object({ a: z.string() }).catchall(z.number()), { a: 'x', b: 1 }],
    ['record', z.record(z.string(), z.number()), { a: 1, b: 2 }],
    ['any', z.object({ a: z.any() }), { a: { b: { c: 1 } } }],
    ['any in a list', z.object({ a: z.array(z.unknown()) }), { a: [{ b: 1 }] }],
    [
      'union with a record',
      z.object({ u: z.union([z.object({ a: z.string() }), z.record(z.string(), z.string())]) }),
      { u: { a: 'x', b: 'y' } },
    ],
    ['undefined', z.object({ a: z.string() }), { a: 'x', b: undefined }],
  ];
  test.each(cases)('%s', (_name, schema, value) => {
    for (const { name, schema: form } of bothForms(schema))
      expect([name, sync(form.check(value)).ok]).toEqual([name, true]);
  });
});

describe('plain JSON Schema', () => {
  const check = (json: JsonSchema, value: unknown) => sync(compileSchema(json).check(value));

  test('the given schema is neither changed nor copied for models', () => {
    const json = Object.freeze({
      type: 'object',
      properties: Object.freeze({ a: Object.freeze({ $ref: '#/$defs/x' }) }),
      $defs: { x: { type: 'string' } },
    });
    expect(compileSchema(json).json).toBe(json);
    expect(check(json, { a: 'x' }).ok).toBe(true);
    expect(check(json, { a: 1 }).ok).toBe(false);
    expect(Object.getOwnPropertyNames(json)).toEqual(['type', 'properties', '$defs']);
  });

  test.each([
    [
      'if/then adds keys',
      JSON.parse('{"properties":{"k":{}},"if":{"properties":{"k":{"const":1}}},"then":{"properties":{"x":{}}}}'),
      { k: 1, x: 2 },
      true,
    ],
    [
      'conditions open nothing',
      { type: 'object', properties: { kind: {} }, anyOf: [{ required: ['kind'] }, { required: ['jolly'] }] },
      { jolly: 1, kin: 2 },
      false,
    ],
    [
      'conditions close nothing',
      { type: 'object', properties: { kind: {} }, anyOf: [{ required: ['kind'] }, { required: ['jolly'] }] },
      { kind: 1, other: 2 },
      true,
    ],
    ['allOf adds keys', { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { a: 1, b: 2 }, true],
    ['allOf takes others', { allOf: [{ properties: { a: {} } }, { required: ['a'] }] }, { a: 1, b: 2 }, true],
    [
      'allOf refuses typing errors',
      { allOf: [{ properties: { alpha: {} } }, { properties: { beta: {} } }] },
      { alpha: 1, betta: 2 },
      false,
    ],
    ['a list of no keys is an open map', { type: 'object', properties: {} }, { a: 1 }, true],
    [
      'what another alternative knows',
      { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      { a: 1, b: 2 },
      true,
    ],
    ['a required key that is not described', { properties: { a: {} }, required: ['b'] }, { b: 1 }, true],
    ['patternProperties', { properties: { a: {} }, patternProperties: { '^x': {} } }, { a: 1, xy: 2 }, true],
    ['patternProperties take others', { properties: { a: {} }, patternProperties: { '^x': {} } }, { a: 1, y: 2 }, true],
    [
      'patternProperties refuse others where they are forbidden',
      { properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false },
      { a: 1, y: 2 },
      false,
    ],
    ['an object without properties is free', { type: 'object' }, { a: 1 }, true],
    ['additionalProperties true', { properties: { a: {} }, additionalProperties: true }, { b: 1 }, true],
    ['unevaluatedProperties false', { properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }, false],
    [
      'a reference beside keys',
      { $ref: '#/$defs/a', properties: { b: {} }, $defs: { a: { properties: { a: {} } } } },
      { a: 1, b: 2 },
      true,
    ],
    [
      'components',
      { properties: { a: { $ref: '#/components/schemas/A' } }, components: { schemas: { A: { type: 'number' } } } },
      { a: 'x' },
      false,
    ],
    ['draft 4 bounds', { properties: { n: { type: 'number', minimum: 1, exclusiveMinimum: true } } }, { n: 1 }, false],
    [
      'a property called id',
      { type: 'object', properties: { id: { type: 'string' }, $ref: { type: 'string' } } },
      { id: 'x', $ref: 'y' },
      true,
    ],
    [
      'foreign keywords',
      { type: 'object', properties: { a: { type: 'string', 'x-id': { id: 5 }, example: { $ref: '#/none' } } } },
      { a: 'x' },
      true,
    ],
    ['a loose pattern', { properties: { a: { type: 'string', pattern: '^[\\w-.]+\\_$' } } }, { a: 'a-b._' }, true],
    ['a loose pattern refuses', { properties: { a: { type: 'string', pattern: '^[\\w-.]+\\_$' } } }, { a: '!' }, false],
  ] as [string, JsonSchema, unknown, boolean][])('%s', (_name, json, value, ok) => {
    expect(check(json, value).ok).toBe(ok);
  });

  test('a schema that cannot be evaluated refuses', () => {
    expect(check({ type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, { a: 1 })).toMatchObject({
      ok: false,
    });
    expect(check({ type: 'object', properties: { a: { pattern: '(' } } }, { a: 'x' })).toMatchObject({ ok: false });
  });

  test('values that are not JSON are refused, undefined is absent', () => {
    const json = { type: 'object', properties: { a: { type: 'string' } } };
    expect(check(json, { a: undefined }).ok).toBe(true);
    expect(check(json, { a: 5n }).ok).toBe(false);
    expect(check(json, { a: () => 1 }).ok).toBe(false);
    expect(check(json, 'text').ok).toBe(false);
  });
});

describe('any Standard Schema', () => {
  const standard = (validate: StandardSchemaV1['~standard']['validate'], json?: JsonSchema): StandardSchemaV1 => ({
    '~standard': {
      version: 1,
      vendor: 'test',
      validate,
      ...(json ? { jsonSchema: { input: () => json, output: () => json } } : {}),
    },
  });
  const json = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

  test('any Standard Schema is checked by itself and shown by its JSON Schema', () => {
    const compiled = compileSchema(standard(value => ({ value: { ...(value as object), seen: true } }), json));
    expect(compiled.json).toBe(json);
    expect(compiled.check({ a: 'x' })).toEqual({ ok: true, value: { a: 'x', seen: true } });
    expect(paths(sync(compiled.check({ a: 'x', b: 1 })))).toEqual(['b']);
  });

  test('any Standard Schema may be asynchronous', async () => {
    const compiled = compileSchema(standard(async value => ({ value }), json));
    await expect(compiled.check({ a: 'x' })).resolves.toEqual({ ok: true, value: { a: 'x' } });
    await expect(compiled.check({ a: 'x', b: 1 })).resolves.toMatchObject({ ok: false });
  });

  test('any Standard Schema refuses when its check throws, now or later', async () => {
    const now = compileSchema(
      standard(() => {
        throw new Error('boom');
      }, json),
    );
    const later = compileSchema(standard(() => Promise.reject(new Error('boom')), json));
    expect(now.check({})).toMatchObject({ ok: false, issues: [{ message: 'the check failed: boom' }] });
    await expect(later.check({})).resolves.toMatchObject({ ok: false });
  });

  test('any Standard Schema needs a JSON Schema', () => {
    expect(() => compileSchema(standard(value => ({ value })))).toThrow(/gives no JSON Schema/);
  });

  test('paths of objects with keys are read', () => {
    const compiled = compileSchema(standard(() => ({ issues: [{ message: 'no', path: [{ key: 'a' }, 0] }] }), json));
    expect(compiled.check({ a: 'x' })).toEqual({ ok: false, issues: [{ path: ['a', 0], message: 'no' }] });
  });
});

test('an output schema lets unknown keys pass', () => {
  const schema = z.object({ a: z.string(), n: z.number().default(1) });
  expect(compileOutputSchema(schema).check({ a: 'x', n: 1, b: 1 })).toEqual({ ok: true, value: { a: 'x', n: 1 } });
  expect(compileOutputSchema(schema).json).toMatchObject({ required: ['a', 'n'] });
  const json = { type: 'object', properties: { a: { type: 'string' } } };
  expect(compileOutputSchema(json).check({ a: 'x', b: 1 })).toEqual({ ok: true, value: { a: 'x', b: 1 } });
  expect(sync(compileOutputSchema(json).check({ a: 1 })).ok).toBe(false);
});

test('a union of Zod takes keys of two branches, and keeps both', () => {
  const form = compileSchema(z.object({ u: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) }));
  const value = { u: { a: 'x', b: 'y' } };
  expect(sync(form.check(value))).toEqual({ ok: true, value });
});

test('an empty object of a union takes no keys that another branch knows', () => {
  const listed = z.object({ on: z.boolean(), n: z.number().optional() });
  for (const other of [listed, z.record(z.string(), z.boolean())]) {
    const form = compileSchema(z.object({ u: z.union([z.object({}), other]) }));
    expect(sync(form.check({ u: { on: 'true' } })).ok).toBe(false);
    expect(sync(form.check({ u: { on: true } })).ok).toBe(true);
    expect(sync(form.check({ u: {} })).ok).toBe(true);
  }
});

test('a union drops no key that another branch knows', () => {
  const union = z.union([z.object({ id: z.int() }), z.object({ id: z.int(), name: z.string() })]);
  for (const { schema: form } of bothForms(z.object({ by: z.array(union) }))) {
    const by = [{ id: 1 }, { id: 2, name: 'x' }];
    expect(sync(form.check({ by }))).toEqual({ ok: true, value: { by } });
  }
});

test('z.coerce takes what the model is shown, and nothing more', () => {
  const form = compileSchema(z.object({ n: z.coerce.number(), on: z.coerce.boolean().optional() }));
  expect(sync(form.check({ n: 5, on: false }))).toEqual({ ok: true, value: { n: 5, on: false } });
  for (const value of [{ n: null }, { n: '' }, { n: '5' }, { n: 5, on: 'false' }, { n: 5, on: null }, {}])
    expect(sync(form.check(value)).ok).toBe(false);
});

test('nullable is a word of OpenAPI', () => {
  const form = compileSchema({ type: 'object', properties: { n: { type: 'integer', nullable: true } } });
  expect(sync(form.check({ n: null })).ok).toBe(true);
  expect(sync(form.check({ n: 'x' })).ok).toBe(false);
});
