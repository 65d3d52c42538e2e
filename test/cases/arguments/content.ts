import { z } from 'zod';
import { type Case, type Group, refused, repaired, valid } from './case.ts';

/** Texts that look like something else: as content they are just text. */
const TEXTS = [
  'true',
  'False',
  '1',
  '0',
  'null',
  'None',
  'undefined',
  '',
  ' ',
  '  x  ',
  '\n',
  '\tindented\n',
  'a\r\nb\r\n',
  '[1]',
  '[]',
  '{}',
  '{"a": 1}',
  '{"a": 1',
  "{'a': 1}",
  '"quoted"',
  "'quoted'",
  '```js\ncode\n```',
  '```json\n{"a": 1}\n```',
  'a\\nb',
  '\\u0041',
  '&lt;b&gt;',
  '%20',
  '\ufeffBOM',
  'C:\\new\\table',
  '3.10',
  '1e3',
  '007',
  '0x10',
  '{"path": "other", "content": "other"}',
  '$& $1 $x',
  '\u0000\u0001',
  '😀',
  '\ud800',
  '"{\\"a\\": 1}"',
];

const written = (content: string): Case[] => {
  const meant = { path: 'a', content, overwrite: true };
  return [
    valid(meant),
    repaired({ path: 'a', content, overwrite: 'true' }, meant),
    repaired({ Path: 'a', Content: content, overwrite: 1 }, meant),
    repaired({ arguments: JSON.stringify({ path: 'a', content, overwrite: 'true' }) }, meant),
    repaired(`\`\`\`json\n${JSON.stringify(meant)}\n\`\`\``, meant),
  ];
};

/** Text that carries content: R1, R11. */
export const content: readonly Group[] = [
  {
    title: 'content is never touched',
    zod: z.object({ path: z.string(), content: z.string(), overwrite: z.boolean().optional() }),
    json: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' }, overwrite: { type: 'boolean' } },
      required: ['path', 'content'],
    },
    cases: [
      ...TEXTS.flatMap(written),
      repaired({ path: 'a', content: 5 }, { path: 'a', content: '5' }),
      repaired({ path: 'a', content: true }, { path: 'a', content: 'true' }),
      refused({ path: 'a', content: null }),
      refused({ path: 'a', content: { a: 1 } }),
      refused({ path: 'a', content: [] }),
      refused({ path: 'a', content: ['line 1', 'line 2'] }),
      refused({ path: 'a' }),
      refused({ path: 'a', content: 'x', mode: '0644' }),
      refused({ path: 'a', contents: 'x' }),
      refused({ path: 'a', content: 'x', Content: 'y' }),
    ],
  },
  {
    title: 'a value of any kind is never touched',
    zod: z.object({ value: z.unknown(), n: z.int() }),
    json: { type: 'object', properties: { value: {}, n: { type: 'integer' } }, required: ['n'] },
    cases: [
      ...['5', 'true', 'null', '[1]', '', null, [' '], { a: '1' }].flatMap(value => [
        valid({ value, n: 1 }),
        repaired({ value, n: '1' }, { value, n: 1 }),
      ]),
    ],
  },
];
