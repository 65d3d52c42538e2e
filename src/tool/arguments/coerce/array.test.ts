import { z } from 'zod';
import { wrapCases } from '../../../../test/cases/tool/coerce/both-forms.ts';
import { testTables } from '../../../../test/cases/tool/coerce/test-tables.ts';

const words = z.array(z.string());
const edit = z.object({ line: z.number(), text: z.string() });

testTables({
  'a single value for a list is wrapped': [
    wrapCases(words, {
      repaired: [
        ['a', ['a']],
        ['a b', ['a b']],
        [' a ', [' a ']],
        ['"a"', ['"a"']],
        ['5', ['5']],
        [5, ['5']],
        [true, ['true']],
        ['true', ['true']],
        ['[slug]/page.tsx', ['[slug]/page.tsx']],
        ['[abc]*.ts', ['[abc]*.ts']],
        ['*.{ts,tsx}', ['*.{ts,tsx}']],
        ['{a,b}/*.ts', ['{a,b}/*.ts']],
        ['(foo|bar)', ['(foo|bar)']],
        ['app/(group)/page.tsx', ['app/(group)/page.tsx']],
        ["what's new?", ["what's new?"]],
        ['C:\\new', ['C:\\new']],
        ['-', ['-']],
      ],
      refused: [
        ...[null, '', 'null', 'None', 'none', 'undefined', 'NULL', 'nil', {}, { a: 1 }, { v: ['a'] }, { 0: 'a' }],
        ...['a,b', 'a, b', 'a;b', 'a\nb', 'a\tb', 'a|b', 'a]', '```\ncode\n```', 'print(x)', 'if (a > b) c', 'f({})'],
        ...['{ a: b }c', 'foo[0]', '- a\n- b'],
      ],
      kept: [[], ['a'], ['a', 'b'], [''], ['null'], ['["a"]'], ['[1'], ['a,b']],
    }),
    wrapCases(z.array(z.number()), {
      repaired: [
        [5, [5]],
        ['5', [5]],
        [0, [0]],
        [
          ['1', '2'],
          [1, 2],
        ],
        [
          ['1', 2],
          [1, 2],
        ],
        ['1,2', [1, 2]],
        ['1, -2.5; 3\n4', [1, -2.5, 3, 4]],
        ['1000,2000', [1000, 2000]],
      ],
      refused: [
        '1,000',
        '12,345,678',
        '1,2,',
        '1,,2',
        '1,a',
        '1, 2 3',
        '1 2',
        'a',
        '',
        null,
        true,
        [null],
        ['a'],
        [[1]],
        ['1,2'],
        {},
        '5.',
        [''],
      ],
      kept: [[], [1]],
    }),
    wrapCases(z.array(z.boolean()), {
      repaired: [
        ['true', [true]],
        [0, [false]],
        [
          ['True', 1],
          [true, true],
        ],
      ],
      refused: ['yes', 2],
    }),
    wrapCases(z.array(z.enum(['read', 'write_file'])), {
      repaired: [
        ['read', ['read']],
        ['READ', ['read']],
        [
          ['Read', 'writeFile'],
          ['read', 'write_file'],
        ],
        ['["Read"]', ['read']],
        ['read,write_file', ['read', 'write_file']],
        ['Read, write file', ['read', 'write_file']],
      ],
      refused: ['read,all', 'read,', 'read write_file', ['red'], 'all'],
    }),
    wrapCases(z.array(edit), {
      repaired: [
        [{ line: 1, text: 'a' }, [{ line: 1, text: 'a' }]],
        [{ Line: '1', TEXT: 5 }, [{ line: 1, text: '5' }]],
        ['{"line":1,"text":"a"}', [{ line: 1, text: 'a' }]],
        ['[{"line":1,"text":"a"}]', [{ line: 1, text: 'a' }]],
        [['{"line":1,"text":"a"}'], [{ line: 1, text: 'a' }]],
        [
          ['{"line":1,"text":"a"}', { line: 2, text: 'b' }],
          [
            { line: 1, text: 'a' },
            { line: 2, text: 'b' },
          ],
        ],
        ["[{'line': 1, 'text': 'a'}]", [{ line: 1, text: 'a' }]],
        ['```json\n[{"line":1,"text":"a"}]\n```', [{ line: 1, text: 'a' }]],
      ],
      refused: [
        { line: 1 },
        { line: 1, text: 'a', extra: 2 },
        '{"line":1,"text":"a"',
        '[{"line":1,"text":"a"}',
        '[{"line":1,"text":"a"},',
        '{"line":1,"text":"a"}{"line":2,"text":"b"}',
        '{"line":1,"text":"a"}\n{"line":2,"text":"b"}',
        { 0: { line: 1, text: 'a' } },
        { item: [{ line: 1, text: 'a' }] },
        'line 1: a',
        null,
        [
          [
            { line: 1, text: 'a' },
            { line: 2, text: 'b' },
          ],
        ],
      ],
      kept: [[], [{ line: 1, text: 'a' }]],
    }),
    wrapCases(z.array(z.string()).min(2), { refused: ['a', ['a'], '["a"]'], repaired: [['["a","b"]', ['a', 'b']]] }),
    wrapCases(z.array(z.string()).max(1), { refused: [['a', 'b'], '["a","b"]'], repaired: [['a', ['a']]] }),
    wrapCases(z.array(z.any()).max(1), {
      refused: [[1, 2], '[1,2]'],
      repaired: [
        [1, [1]],
        [{ a: 1 }, [{ a: 1 }]],
      ],
      kept: [[[1, 2]]],
    }),
    wrapCases(z.array(z.unknown()), {
      repaired: [
        ['a', ['a']],
        ['{"a":1}', [{ a: 1 }]],
        ['[1]', [1]],
      ],
      refused: [null, '', '[1'],
    }),
  ],
  'a list in text is that list, not an item': [
    wrapCases(words, {
      repaired: [
        ['["a"]', ['a']],
        ['["a","b"]', ['a', 'b']],
        [' ["a"] ', ['a']],
        ['[]', []],
        ['[1,2]', ['1', '2']],
        ["['a', 'b']", ['a', 'b']],
        ["('a', 'b')", ['a', 'b']],
        ["('a',)", ['a']],
        ['["a",]', ['a']],
        ['"[\\"a\\"]"', ['a']],
        ['```json\n["a"]\n```', ['a']],
        ['```\n["a"]\n```', ['a']],
        ['["a,b"]', ['a,b']],
        ['[" a "]', [' a ']],
        ['["1.10", 1.10]', ['1.10', '1.10']],
      ],
      refused: [
        ...[
          '["a"',
          '["a',
          '["a",',
          '[',
          '["a" "b"]',
          '[a, b]',
          '[a]',
          '["a"],',
          '["a"] ["b"]',
          "['a'",
          '["a\\',
          '[[',
          '{',
        ],
        ...[
          '{"a":1}',
          "{'a', 'b'}",
          '{"a"',
          '"[\\"a\\"',
          '```json\n["a"\n```',
          '```json\n["a"]',
          '[null]',
          '[["a"]]',
          '[{}]',
        ],
      ],
    }),
  ],
  'lists of lists have two readings': [
    wrapCases(z.array(z.array(z.number())), {
      repaired: [
        [[['1']], [[1]]],
        ['[[1,2]]', [[1, 2]]],
        [
          [[1], 2],
          [[1], [2]],
        ],
        [[1], [[1]]],
      ],
      refused: [[1, 2], ['1', '2'], '[1,2]', '1,2', 5, '5'],
      kept: [[], [[]], [[1], [2]]],
    }),
    wrapCases(z.array(z.tuple([z.number(), z.number()])), {
      repaired: [
        [[1, 2], [[1, 2]]],
        [[['1', '2']], [[1, 2]]],
      ],
      refused: [[1], [1, 2, 3], 1],
    }),
  ],
  'tuples are read item by item': [
    wrapCases(z.tuple([z.string(), z.number()]), {
      repaired: [
        [
          ['a', '1'],
          ['a', 1],
        ],
        [
          [5, '1'],
          ['5', 1],
        ],
        ['["a", 1]', ['a', 1]],
        ["('a', 1)", ['a', 1]],
      ],
      refused: ['a,1', ['a'], ['a', 1, 2], ['a', 'b'], 'a', [1, 'a']],
      kept: [['a', 1]],
    }),
    wrapCases(z.tuple([z.number()]), {
      repaired: [
        ['5', [5]],
        [5, [5]],
      ],
      refused: [[5, 6], [], 'a', '5,6'],
    }),
    wrapCases(z.tuple([z.string()], z.number()), {
      repaired: [
        [
          ['a', '1', '2'],
          ['a', 1, 2],
        ],
        ['a', ['a']],
      ],
      refused: [['a', 'b']],
    }),
  ],
  'a list of one object is that object where no list can be': [
    wrapCases(edit, {
      repaired: [
        [[{ line: 1, text: 'a' }], { line: 1, text: 'a' }],
        [[{ Line: '1', text: 'a' }], { line: 1, text: 'a' }],
        ['[{"line":1,"text":"a"}]', { line: 1, text: 'a' }],
        [['{"line":1,"text":"a"}'], { line: 1, text: 'a' }],
      ],
      refused: [[], [[]], [{ line: 1, text: 'a' }, {}], [{ line: 1 }]],
    }),
    wrapCases(z.union([edit, z.array(edit)]), {
      repaired: [['[{"line":1,"text":"a"}]', [{ line: 1, text: 'a' }]]],
      kept: [[{ line: 1, text: 'a' }], { line: 1, text: 'a' }],
    }),
  ],
  'a list is never taken for its single value': [
    wrapCases(z.string(), { refused: [['a'], ['a', 'b'], []] }),
    wrapCases(z.number(), { refused: [[5], ['5']] }),
  ],
});
