import { estimateTokenCount } from 'tokenx';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bothForms } from '../../../test/cases/tool/coerce/both-forms.ts';
import type { ToolError } from '../error.ts';
import { type CompiledSchema, compileSchema } from './check/compile.ts';
import { coerce } from './coerce.ts';
import { validate } from './validate.ts';

function errorOf(parameters: CompiledSchema, value: unknown, options?: { again: boolean }): ToolError {
  const result = validate({ id: 'edit_file', parameters }, value, options);
  if (result instanceof Promise || result.ok) throw new Error('not refused');
  return result.error;
}

const schema = z.object({
  file_path: z.string(),
  limit: z.int().min(1).max(100).optional(),
  mode: z.enum(['fast', 'slow']).optional(),
  edits: z.array(z.object({ old_text: z.string(), new_text: z.string() })).optional(),
});

describe('the error lists every problem at once', () => {
  for (const { name, schema: form } of bothForms(schema)) {
    test(name, () => {
      const error = errorOf(form, {
        file_pth: 'a',
        limit: 500,
        mode: 'fasst',
        edits: [{ old_text: 5, newtext2: 'x' }],
      });
      expect(error.code).toBe('INVALID_ARGUMENTS');
      expect(error.type).toBe('validation_error');
      expect(error.details?.problems).toEqual([
        { path: 'file_pth', expected: 'a known parameter', got: 'unknown "file_pth"', suggestion: 'file_path' },
        { path: 'edits.0.newtext2', expected: 'a known parameter', got: 'unknown "newtext2"', suggestion: 'new_text' },
        { path: 'file_path', expected: 'string', got: 'nothing' },
        { path: 'limit', expected: 'integer from 1 to 100', got: '500' },
        { path: 'mode', expected: 'one of "fast", "slow"', got: '"fasst"', suggestion: '"fast"' },
        { path: 'edits.0.new_text', expected: 'string', got: 'nothing' },
        { path: 'edits.0.old_text', expected: 'string', got: '5' },
      ]);
      expect(error.details?.parameters).toEqual(['file_path', 'limit', 'mode', 'edits']);
      expect(error.details?.example).toEqual({ file_path: '<file_path>' });
      expect(error.message).toBe(
        [
          '7 problems in the arguments; nothing was changed.',
          '- file_pth: unknown parameter; did you mean file_path?',
          '- edits.0.newtext2: unknown parameter; did you mean new_text?',
          '- file_path: missing, expected string',
          '- limit: expected integer from 1 to 100, got 500',
          '- mode: expected one of "fast", "slow", got "fasst"; did you mean "fast"?',
          '- edits.0.new_text: missing, expected string',
          '- edits.0.old_text: expected string, got 5',
          'Parameters: file_path (string, required), limit (integer from 1 to 100), mode (one of "fast", "slow"), edits (array of object)',
          'Example: edit_file {"file_path":"<file_path>"}',
        ].join('\n'),
      );
    });
  }
});

describe('the same error again adds the schema of what failed', () => {
  for (const { name, schema: form } of bothForms(schema)) {
    test(name, () => {
      const error = errorOf(form, { file_path: 'a', limit: 'x' }, { again: true });
      expect(error.details?.schema).toEqual({ limit: { type: 'integer', minimum: 1, maximum: 100 } });
      expect(error.message).toContain('Schema of limit: {"type":"integer","minimum":1,"maximum":100}');
      expect(errorOf(form, { file_path: 'a', limit: 'x' }).message).not.toContain('Schema of');
      const unknown = errorOf(form, { file_path: 'a', zzz: 'x' }, { again: true });
      expect(unknown.message).toContain('Schema of the arguments: {');
    });
  }

  test('the same error again adds the schema of what failed with formats and patterns as they were', () => {
    const form = compileSchema(z.object({ to: z.email(), hint: z.string().regex(/^a/i) }));
    const { details } = errorOf(form, { to: 'x', hint: 5 }, { again: true });
    expect(details?.schema).toMatchObject({
      to: { type: 'string', format: 'email' },
      hint: { type: 'string', pattern: '^a' },
    });
  });
});

describe('unions speak of the branch that was meant', () => {
  const edit = z.object({
    edit: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('replace'), old: z.string(), new: z.string() }),
      z.object({ kind: z.literal('insert'), line: z.int(), text: z.string() }),
    ]),
  });
  for (const { name, schema: form } of bothForms(edit)) {
    test(name, () => {
      expect(errorOf(form, { edit: { kind: 'insert', line: 'x', text: 'y' } }).details?.problems).toEqual([
        { path: 'edit.line', expected: 'integer', got: '"x"' },
      ]);
      const { problems } = errorOf(form, { edit: 5 }).details as { problems: { expected: string }[] };
      expect(problems[0]!.expected).toBe('object with kind, old, new or object with kind, line, text');
    });
  }
});

test('refinements speak for themselves', () => {
  const form = compileSchema(
    z.object({ a: z.number(), b: z.number() }).refine(v => v.a < v.b, { message: 'a must be below b', path: ['a'] }),
  );
  expect(errorOf(form, { a: 2, b: 1 }).details?.problems).toEqual([
    { path: 'a', expected: 'a must be below b', got: '2' },
  ]);
  const whole = compileSchema(z.object({ a: z.number() }).refine(v => v.a > 5, 'too little'));
  expect(errorOf(whole, { a: 2 }).details?.problems).toEqual([{ path: '', expected: 'too little', got: '{"a":2}' }]);
});

test('a refinement speaks also where the form had to be repaired', () => {
  const form = compileSchema(
    z.object({ a: z.number(), b: z.number() }).refine(v => v.a < v.b, { message: 'a must be below b', path: ['a'] }),
  );
  const { value } = coerce(form, { a: '2', B: '1' });
  const error = errorOf(form, value);
  expect(error.details?.problems).toEqual([{ path: 'a', expected: 'a must be below b', got: '2' }]);
  expect(error.message).toContain('- a: a must be below b (got 2)');
});

describe('what is wrong inside is said', () => {
  for (const { name, schema: form } of bothForms(schema)) {
    test(`${name}: a wrapper`, () => {
      const { problems } = errorOf(form, { input: { file_path: 'a', limt: 5 } }).details!;
      expect(problems).toMatchObject([{ path: 'limt', suggestion: 'limit' }]);
    });
    test(`${name}: a container given as text`, () => {
      const { problems } = errorOf(form, { file_path: 'a', edits: '[{"old_text": "x"}]' }).details!;
      expect(problems).toEqual([{ path: 'edits.0.new_text', expected: 'string', got: 'nothing' }]);
    });
    test(`${name}: text that is broken off`, () => {
      expect(errorOf(form, { file_path: 'a', edits: '[{"old_text' }).message).toContain('broken off or no JSON');
      expect(errorOf(form, { arguments: '{"file_path": "a' }).message).toContain('broken off or no JSON');
    });
  }
});

test('an unknown key is not said twice', () => {
  const form = compileSchema({ type: 'object', properties: { a: {} }, additionalProperties: false });
  expect(errorOf(form, { b: 1 }).details?.problems).toMatchObject([{ path: 'b' }]);
});

test('a wrong constant is told all that are right', () => {
  const shape = z.object({
    shape: z.union([z.object({ type: z.literal('circle') }), z.object({ type: z.literal('rect') })]),
  });
  for (const { schema: form } of bothForms(shape)) {
    expect(errorOf(form, { shape: { type: 'ring' } }).details?.problems).toEqual([
      { path: 'shape.type', expected: 'one of "circle", "rect"', got: '"ring"' },
    ]);
  }
});

test('an example fits the refinements too', () => {
  const form = compileSchema(
    z
      .object({ path: z.string(), a: z.string().optional(), b: z.string().optional() })
      .refine(({ a, b }) => a !== undefined && b !== undefined, 'Give a and b'),
  );
  expect(errorOf(form, {}).details?.example).toEqual({ path: '<path>', a: '<a>', b: '<b>' });
});

test('an asynchronous check answers later', async () => {
  const parameters = compileSchema(z.object({ a: z.string().refine(async a => a !== 'x', 'not x') }));
  await expect(validate({ id: 't', parameters }, { a: 'y' })).resolves.toEqual({ ok: true, value: { a: 'y' } });
  const result = await validate({ id: 't', parameters }, { a: 'x' });
  expect(result.ok === false && result.error.details?.problems).toEqual([{ path: 'a', expected: 'not x', got: '"x"' }]);
});

test('no example is better than a wrong one', () => {
  const parameters = compileSchema(z.object({ a: z.string().refine(a => a === 'secret word') }));
  const error = errorOf(parameters, {});
  expect(error.message).not.toContain('Example');
  expect(error.details).not.toHaveProperty('example');
});

test('valid values come with their defaults', () => {
  const parameters = compileSchema(z.object({ a: z.string().default('x') }));
  expect(validate({ id: 't', parameters }, {})).toEqual({ ok: true, value: { a: 'x' } });
});

test('arguments that are no object', () => {
  for (const { schema: form } of bothForms(schema)) {
    for (const value of [null, [], 'x', 5, undefined]) {
      const { problems } = errorOf(form, value).details as { problems: { path: string; expected: string }[] };
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ path: '', expected: 'object with file_path, limit?, mode?, edits?' });
    }
  }
});

describe('messages stay short', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`some_long_parameter_name_${i}`, z.int().min(i)]),
  );
  const deep = z.object({
    list: z.array(z.object({ kind: z.enum(Array.from({ length: 80 }, (_, i) => `kind_${i}`)) })),
  });
  const values: [z.ZodType, unknown][] = [
    [z.object(many), {}],
    [z.object(many), Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`unknown ${i}`, 'x'.repeat(10_000)]))],
    [deep, { list: Array.from({ length: 500 }, () => ({ kind: 'y'.repeat(5000) })) }],
    [schema, { ['k'.repeat(100_000)]: 1 }],
    [schema, { file_path: { deep: 'x'.repeat(100_000) } }],
  ];
  for (const [i, [zod, value]] of values.entries()) {
    for (const { name, schema: form } of bothForms(zod)) {
      test(`${name} ${i + 1}`, () => {
        expect(estimateTokenCount(errorOf(form, value).message)).toBeLessThan(420);
        expect(estimateTokenCount(errorOf(form, value, { again: true }).message)).toBeLessThan(600);
      });
    }
  }
});

test('names from a model are looked up as own properties only', () => {
  for (const { schema: form } of bothForms(schema)) {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const sent = JSON.parse(`{"file_path":"a",${JSON.stringify(key)}:{"limit":1}}`);
      expect(errorOf(form, sent, { again: true }).details?.problems).toMatchObject([
        { path: key, got: `unknown "${key}"` },
      ]);
    }
  }
});

test('secrets are not echoed', () => {
  const parameters = compileSchema(z.object({ password: z.int(), url: z.int() }));
  const error = errorOf(parameters, {
    password: 'hunter2',
    url: 'postgres://u:hunter2@host/db',
    more: { token: 'hunter2' },
  });
  expect(error.message).not.toContain('hunter2');
  expect(JSON.stringify(error.details)).not.toContain('hunter2');
});

test('a key of another alternative is said to be one', () => {
  const list = { action: z.literal('list') };
  const remove = { action: z.literal('delete'), id: z.int() };
  for (const object of [z.object, z.strictObject]) {
    const schema = z.discriminatedUnion('action', [object(list), object(remove)]);
    for (const { schema: form } of bothForms(schema)) {
      const { message, details } = errorOf(form, { action: 'list', id: 5 });
      expect(details?.problems).toMatchObject([{ path: 'id', expected: 'only action', got: 'unknown "id"' }]);
      expect(message).toContain('- id: unknown parameter here, where it takes only action\n');
      expect(message).toContain('Parameters: action (one of "list", "delete", required), id (integer)');
    }
  }
});

test('a number that JSON does not have is refused', () => {
  for (const { schema: form } of bothForms(z.object({ n: z.array(z.number()) }))) {
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(errorOf(form, { n: [1, n] }).details?.problems).toMatchObject([{ path: 'n.1', got: String(n) }]);
    }
  }
});

test('where further keys pass, the one that may be meant for a missing parameter is named', () => {
  const json = { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] };
  expect(errorOf(compileSchema(json), { file: 'a', other: 1 }).message).toContain(
    '- file_path: missing, expected string; is it what you sent as file?',
  );
  expect(errorOf(compileSchema(json), { file_pth: 'a' }).message).toContain(
    '- file_pth: unknown parameter; did you mean file_path?\n- file_path: missing, expected string\n',
  );
});

test('a text that may be one item or several is said to be, with what to send', () => {
  const form = compileSchema(z.object({ tags: z.array(z.string()) }));
  expect(errorOf(form, { tags: 'a,b' }).message).toContain(
    '- tags: expected array of string, got "a,b", which may be one item or several: send a JSON list',
  );
});
