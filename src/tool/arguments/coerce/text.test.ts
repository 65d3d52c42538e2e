import { expect, test } from 'vitest';
import { z } from 'zod';
import { wrapCases } from '../../../../test/cases/tool/coerce/both-forms.ts';
import { testTables } from '../../../../test/cases/tool/coerce/test-tables.ts';
import { readContents } from './text.ts';

const options = z.object({ path: z.string(), depth: z.number().optional(), all: z.boolean().optional() });
const twice = (value: unknown) => JSON.stringify(JSON.stringify(value));

testTables({
  'an object in text is that object': [
    wrapCases(options, {
      repaired: [
        ['{"path":"a"}', { path: 'a' }],
        [' {"path":"a"}\n', { path: 'a' }],
        ['{"path":"a","depth":"2"}', { path: 'a', depth: 2 }],
        ['{"Path":"a","Depth":2}', { path: 'a', depth: 2 }],
        ['{"path":"a","depth":null}', { path: 'a' }],
        ['{"path":" a "}', { path: ' a ' }],
        ['{"path":"a\\\\nb"}', { path: 'a\\nb' }],
        ['{"path":"a\\nb"}', { path: 'a\nb' }],
        ['```json\n{"path":"a"}\n```', { path: 'a' }],
        ['```\n{"path":"a"}\n```', { path: 'a' }],
        ['```JSON\n{"path":"a"}```', { path: 'a' }],
        ['```json {"path":"a"} ```', { path: 'a' }],
        ["{'path': 'a'}", { path: 'a' }],
        ["{'path': 'a', 'all': True}", { path: 'a', all: true }],
        ["{'path': 'a', 'all': False, 'depth': None}", { path: 'a', all: false }],
        ['{"path": "a", "all": True}', { path: 'a', all: true }],
        ["{'path': 'it\\'s'}", { path: "it's" }],
        ["{'path': \"it's\"}", { path: "it's" }],
        ["{'path': 'a',}", { path: 'a' }],
        ["```python\n{'path': 'a'}\n```", { path: 'a' }],
        [twice({ path: 'a' }), { path: 'a' }],
        [JSON.stringify(twice({ path: 'a' })), { path: 'a' }],
        [JSON.stringify("{'path': 'a'}"), { path: 'a' }],
        ['{"path": 1.10}', { path: '1.10' }],
        ['{"path": 12345678901234567890}', { path: '12345678901234567890' }],
        ["{'path': 3.10}", { path: '3.10' }],
        ['{"path":"a\nb\tc"}', { path: 'a\nb\tc' }],
        ['{"path":"a\r\nb",\n}', { path: 'a\r\nb' }],
        ['{path: "a"}', { path: 'a' }],
        ["{path: 'a', depth: +2, all: true,}", { path: 'a', depth: 2, all: true }],
        ['{""path"": "a"}', { path: 'a' }],
        ['{"\\"path\\"": "a"}', { path: 'a' }],
        ['{"path":"a"} // done', { path: 'a' }],
        [
          '{ // where\n"path": "// a # b /* c */", /* how */ "depth": 2 # deep\n}',
          { path: '// a # b /* c */', depth: 2 },
        ],
        ['{"path":"a","path":"a"}', { path: 'a' }],
        ['{"path":"^\\d+\\.\\w$"}', { path: '^\\d+\\.\\w$' }],
        ['{\\"path\\": \\"a\\"}', { path: 'a' }],
        ['"{\\"path\\": \\"a\nb\\"}"', { path: 'a\nb' }],
        ['[{"path":"a"}]', { path: 'a' }],
        ['{path: "+5"}', { path: '+5' }],
      ],
      refused: [
        ...[
          '{"path":"a"',
          '{"path":"a',
          '{"path":',
          '{"path"',
          '{',
          '{"path":"a",',
          '{"path":"a","depth":',
          '{"path":"a"}}',
        ],
        ...[
          "{'path': 'a'",
          "{'path': 'a",
          '```json\n{"path":"a"}',
          '```json\n{"path":"a"\n```',
          '"{\\"path\\":\\"a\\"',
          '',
        ],
        ...['path', 'path=a', 'path: a', '{"path": a}', '["a"]', '"a"', 'null', '{}', '[]'],
        ...[
          '{"path":"a"} {"path":"b"}',
          'Here: {"path":"a"}',
          '{"path":"a"} done',
          '{"path":"a"} /* done',
          '{"path": "a", "all": 1_0}',
          '{"path":"C:\\dir\\new"}',
          '{"path":"a\\$b"}',
          '{path "a"}',
          '{pa th: "a"}',
          '{""path: "a"}',
          '{"path":"a",,}',
          '{,}',
          '{"path":"a","path":"b"}',
          '{"path":"a","depth":NaN}',
          '{"path":"a","depth":Infinity}',
          '{"pth":"a"}',
        ],
        ...["{'path': 'a', 'path': 'b'}", "{'path': f'a'}", "{'path': 'a' 'b'}", "{'path': '''a'''}", "{b'path': 'a'}"],
        ...[
          '{"path":"a","depth":9007199254740993}',
          '{"path":"a","depth":0x10}',
          '<path>a</path>',
          '{"path":undefined}',
        ],
        ...['{"path":"a","__proto__":{}}', '{"__proto__":{"path":"a"}}'],
      ],
      kept: [{ path: '{"path":"a"}' }, { path: '```json\n{}\n```' }],
    }),
    wrapCases(z.object({ inner: options }), {
      repaired: [
        [{ inner: '{"path":"a"}' }, { inner: { path: 'a' } }],
        ['{"inner":"{\\"path\\":\\"a\\"}"}', { inner: { path: 'a' } }],
        ['{"inner":{"path":"a"}}', { inner: { path: 'a' } }],
      ],
      refused: [{ inner: '{"path":"a"' }, '{"inner":"{\\"path\\":\\"a\\""}'],
    }),
    wrapCases(z.record(z.string(), z.string()), {
      repaired: [
        ['{"a":"b"}', { a: 'b' }],
        ['{}', {}],
        ["{'a': 5}", { a: '5' }],
      ],
      refused: ['a', '{"a":{}}', '[]', '{"a":"b"'],
    }),
    wrapCases(z.object({}).loose(), { repaired: [['{"a":1}', { a: 1 }]], refused: ['x', '[1]', '{', '5'] }),
  ],
  'text that carries content is never touched': [
    wrapCases(z.string(), {
      kept: [
        ' padded ',
        '\ttab\n',
        'a\\nb',
        '&lt;div&gt;',
        '%20',
        '```ts\nconst a = 1;\n```',
        '{"a": 1}',
        '{"a": 1',
        '[1, 2]',
        "{'a': True}",
        '"quoted"',
        'null',
        'true',
        '5',
        '\u0000',
        '',
        '\\u0041',
        '\uFEFFbom',
        'caf\u0065\u0301',
        '\r\n',
      ],
    }),
  ],
});

test('a text is a container, a broken one, or plain', () => {
  const kinds = (texts: string[]) => texts.map(text => readContents(text).kind);
  expect(kinds(['{}', '[]', '"{}"', '```\n[]\n```', '()', '{"a":[1,{}]}'])).toEqual(Array(6).fill('container'));
  expect(kinds(['{"a"', '[1', '[1,', '"{\\"a\\"', '```json\n{', '[x]', '{x}', '["a"]]'])).toEqual(
    Array(8).fill('broken'),
  );
  expect(kinds(['[x', '[a, b', '"', '"[', '```', '```json', "('a', 'b", "('a')", '(1,', '('])).toEqual(
    Array(10).fill('broken'),
  );
  expect(kinds(['', 'a', '5', '"a"', 'null', '(a)', '[x] y', '```\na\n```', '{a}b', '`a`', '"a" or b'])).toEqual(
    Array(11).fill('plain'),
  );
});

test('deep nesting is refused, not a crash', () => {
  expect(readContents('['.repeat(100_000)).kind).toBe('broken');
  expect(readContents('['.repeat(2000) + ']'.repeat(2000)).kind).toBe('broken');
  expect(readContents('['.repeat(200) + ']'.repeat(200)).kind).toBe('container');
});
