import { z } from 'zod';
import { type CaseTable, wrapCases } from '../../../../test/cases/tool/coerce/both-forms.ts';
import { testTables } from '../../../../test/cases/tool/coerce/test-tables.ts';

const file = z.object({ file_path: z.string(), maxLines: z.number().optional(), 'dry-run': z.boolean().optional() });

const optional = z.object({
  path: z.string(),
  limit: z.number().optional(),
  count: z.int().default(3),
  deep: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  meta: z.object({ a: z.number() }).optional(),
  map: z.record(z.string(), z.number()).optional(),
  mode: z.enum(['fast', 'slow']).optional(),
  note: z.string().optional(),
  either: z.union([z.number(), z.boolean()]).optional(),
  loose: z.union([z.number(), z.string()]).optional(),
});

const nothings: CaseTable = {
  schema: optional,
  repaired: (['limit', 'count', 'deep', 'tags', 'meta', 'map', 'mode', 'either'] as const).flatMap(key =>
    [null, 'null', ''].map(nothing => [{ path: 'p', [key]: nothing }, { path: 'p' }] as const),
  ),
  kept: [
    { path: 'p', note: '' },
    { path: 'p', note: 'null' },
    { path: '' },
    { path: 'null' },
    { path: 'p', loose: '' },
    { path: 'p', loose: 'null' },
    { path: 'p', limit: undefined },
  ],
  refused: [
    ...['NULL', 'None', 'none', 'undefined', ' ', 'nil', 'N/A', '""', '-'].map(text => ({ path: 'p', limit: text })),
    ...['None', 'undefined', ' '].map(text => ({ path: 'p', meta: text })),
    ...[null].map(path => ({ path })),
    { path: 'p', tags: 'None' },
    { path: 'p', tags: 'undefined' },
    { path: 'p', limit: {} },
    { path: 'p', limit: [] },
    { path: 'p', meta: { a: null } },
    { path: 'p', meta: { a: '' } },
    { path: 'p', map: { a: null } },
    { path: 'p', tags: [null] },
    { path: 'p', unknown: null },
    { path: 'p', unknown: '' },
    { limit: null },
    {},
  ],
};

const moreNothings: CaseTable = {
  schema: optional,
  repaired: [
    [{ path: 'p', note: null }, { path: 'p' }],
    [{ path: 'p', loose: null }, { path: 'p' }],
    [{ path: 'p', limit: null, deep: '', tags: 'null', note: null }, { path: 'p' }],
    [
      { path: 'p', limit: null, deep: 'true' },
      { path: 'p', deep: true },
    ],
    [{ Path: 'p', Limit: null }, { path: 'p' }],
  ],
};

testTables({
  'keys match but for case and separators': [
    {
      schema: file,
      repaired: [
        ...['filePath', 'FilePath', 'file-path', 'file path', 'FILE_PATH', 'File Path', 'filepath', 'File_Path'].map(
          key => [{ [key]: 'a' }, { file_path: 'a' }] as const,
        ),
        ...['"file_path"', "'filePath'", '`file_path`'].map(key => [{ [key]: 'a' }, { file_path: 'a' }] as const),
        ...['file__path', '_file_path', 'file_path_', ' file_path ', 'FILE-PATH', 'fIlEpAtH', 'file_Path'].map(
          key => [{ [key]: 'a' }, { file_path: 'a' }] as const,
        ),
        ...['max_lines', 'MaxLines', 'maxlines', 'max-lines', 'MAX_LINES'].map(
          key =>
            [
              { file_path: 'a', [key]: 5 },
              { file_path: 'a', maxLines: 5 },
            ] as const,
        ),
        ...['dryRun', 'dry_run', 'DryRun', 'dry run'].map(
          key =>
            [
              { file_path: 'a', [key]: true },
              { file_path: 'a', 'dry-run': true },
            ] as const,
        ),
        [
          { filePath: 'a', max_lines: '5', dryRun: 'true' },
          { file_path: 'a', maxLines: 5, 'dry-run': true },
        ],
        [{ filePath: 5 }, { file_path: '5' }],
      ],
      refused: [
        ...[
          'file_pth',
          'file',
          'path',
          'filepaths',
          'file.path',
          'file/path',
          'fiile_path',
          '"file_path',
          'filename',
        ].map(key => ({ [key]: 'a' })),
        { file_path: 'a', filePath: 'a' },
        { file_path: 'a', filePath: 'b' },
        { filePath: 'a', FilePath: 'b' },
        { filePath: 'a', FilePath: 'a' },
        { file_path: 'a', maxLine: 5 },
        { file_path: 'a', max_lines: 5, MaxLines: 5 },
        { file_path: 'a', maxLines: 5, max_lines: 5 },
        { file_path: 'a', extra: 1 },
        { file_path: 'a', '': 1 },
        { file_path: 'a', _: 1 },
        { file_path: 'a', constructor: 1 },
        { file_path: 'a', toString: 'x' },
        { file_path: 'a', hasOwnProperty: 1 },
        JSON.parse('{"file_path":"a","__proto__":{"maxLines":5}}'),
        JSON.parse('{"__proto__":{"file_path":"a"}}'),
        { filePath: null },
      ],
      kept: [{ file_path: 'a' }, { file_path: 'a', maxLines: 1, 'dry-run': false }],
    },
    {
      schema: z.object({ file_path: z.string().optional(), filePath: z.string().optional() }),
      refused: [{ FilePath: 'a' }, { 'file-path': 'a' }],
      kept: [{ file_path: 'a' }, { filePath: 'a' }, { file_path: 'a', filePath: 'b' }, {}],
    },
    {
      schema: z.object({ edits: z.array(z.object({ old_string: z.string(), new_string: z.string() })) }),
      repaired: [
        [
          {
            edits: [
              { oldString: 'a', newString: 'b' },
              { old_string: 'c', NewString: 'd' },
            ],
          },
          {
            edits: [
              { old_string: 'a', new_string: 'b' },
              { old_string: 'c', new_string: 'd' },
            ],
          },
        ],
        [{ Edits: { oldString: 'a', newString: 'b' } }, { edits: [{ old_string: 'a', new_string: 'b' }] }],
      ],
      refused: [
        { edits: [{ oldStrin: 'a', newString: 'b' }] },
        { edits: [{ oldString: 'a' }] },
        { edits: [{ oldString: 'a', newString: 'b', extra: 1 }] },
        { edits: [{ oldString: 'a', old_string: 'a', new_string: 'b' }] },
      ],
    },
    {
      schema: z.looseObject({ file_path: z.string(), line: z.number().optional() }),
      repaired: [
        [{ filePath: 'a' }, { file_path: 'a' }],
        [
          { filePath: 'a', Line: 5 },
          { file_path: 'a', Line: 5 },
        ],
        [
          { file_path: 'a', line: '5', other: 'x' },
          { file_path: 'a', line: 5, other: 'x' },
        ],
      ],
      refused: [{ filePath: 'a', FilePath: 'b' }, { other: 1 }],
      kept: [
        { file_path: 'a', Line: '5' },
        { file_path: 'a', filePath: 'b' },
      ],
    },
    {
      schema: z.object({ n: z.number() }).catchall(z.number()),
      repaired: [
        [
          { n: '1', other: '2' },
          { n: 1, other: 2 },
        ],
        [{ N: 1 }, { n: 1 }],
      ],
      refused: [{ n: 1, other: 'x' }],
      kept: [{ n: 1, N: 2 }],
    },
    wrapCases(z.record(z.enum(['up', 'down']), z.number()), {
      repaired: [
        [
          { Up: 1, DOWN: '2' },
          { up: 1, down: 2 },
        ],
        [
          { up: 1, down: '2' },
          { up: 1, down: 2 },
        ],
      ],
      refused: [{ up: 1 }, { up: 1, left: 2 }, { up: 1, Up: 2 }],
      kept: [{ up: 1, down: 2 }],
    }),
    wrapCases(z.record(z.string(), z.number()), {
      repaired: [
        [
          { Some_Key: '1', 'some key': 2 },
          { Some_Key: 1, 'some key': 2 },
        ],
        [{ constructor: '1' }, { constructor: 1 }],
        ['{"a": "1"}', { a: 1 }],
      ],
      refused: [{ a: 'x' }, { a: null }, { a: '' }, { a: [1] }, JSON.parse('{"__proto__":"1"}'), 'a=1', 'a: 1'],
      kept: [{}, { a: 1 }, { constructor: 1 }, { 'any key': 1 }],
    }),
  ],
  'null, "null" or empty for an optional non-text is absent': [nothings, moreNothings],
  'null, "null" or empty for a nullable is null': [
    wrapCases(z.number().nullable(), {
      repaired: [
        ['null', null],
        ['', null],
        ['5', 5],
      ],
      refused: ['None', 'x', ' ', 'NULL', {}, []],
      kept: [null, 5],
    }),
    wrapCases(z.boolean().nullable(), {
      repaired: [
        ['null', null],
        ['', null],
        ['true', true],
      ],
      refused: ['maybe'],
      kept: [null],
    }),
    wrapCases(z.array(z.string()).nullable(), {
      repaired: [
        ['null', null],
        ['', null],
        ['a', ['a']],
      ],
      kept: [null, []],
    }),
    wrapCases(z.object({ a: z.number() }).nullable(), {
      repaired: [
        ['null', null],
        ['', null],
        ['{"a":1}', { a: 1 }],
        [{ A: '1' }, { a: 1 }],
      ],
      refused: ['x', { a: null }, {}],
      kept: [null],
    }),
    wrapCases(z.enum(['a', 'b']).nullable(), {
      repaired: [
        ['null', null],
        ['', null],
        ['A', 'a'],
      ],
      refused: ['c', 'none'],
      kept: [null],
    }),
    wrapCases(z.string().nullable(), { repaired: [[5, '5']], kept: [null, '', 'null'], refused: [{}, []] }),
    wrapCases(z.string().min(2).nullable(), { refused: ['', 'x'], kept: ['null', null] }),
    wrapCases(z.array(z.number().nullable()), {
      repaired: [
        [
          ['1', 'null', ''],
          [1, null, null],
        ],
        ['[1, null]', [1, null]],
      ],
      refused: [null, 'null', '', ['x']],
      kept: [[null, 1]],
    }),
    {
      schema: z.object({ n: z.number().nullish(), s: z.string().nullish() }),
      repaired: [
        [{ n: 'null' }, { n: null }],
        [{ n: '' }, { n: null }],
        [
          { n: '', s: 5 },
          { n: null, s: '5' },
        ],
      ],
      kept: [{ n: null, s: null }, { s: '' }, { s: 'null' }, {}],
    },
  ],
  'null, "null" or empty for a required one is an error': [
    ...[
      z.number(),
      z.boolean(),
      z.array(z.string()),
      z.object({}),
      z.record(z.string(), z.string()),
      z.enum(['a', 'b']),
    ].map(schema => wrapCases(schema, { refused: [null, 'null', ''] })),
    wrapCases(z.string(), { refused: [null], kept: ['', 'null'] }),
    wrapCases(z.string().min(1), { refused: [null, ''], kept: ['null'] }),
    {
      schema: z.object({ s: z.string().min(1).optional() }),
      refused: [{ s: '' }],
      kept: [{ s: 'null' }],
      repaired: [[{ s: null }, {}]],
    },
  ],
});
