import { z } from 'zod';
import { type Case, type Group, refused, repaired, valid } from './case.ts';

const meant = { path: 'a.txt', limit: 5 };
const told = JSON.stringify(meant);
const long = {
  path: 'src/it\'s "here".ts',
  content: 'line 1\n\tline 2 \\d+ \u00e9 😀\n',
  tags: ['a', 'b'],
  limit: -12.5,
  all: true,
};

/** Whole arguments as a model wrote them: R4, R7. */
export const texts: readonly Group[] = [
  {
    title: 'the arguments as one text',
    zod: z.object({ path: z.string(), limit: z.number().optional() }),
    json: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'number' } },
      required: ['path'],
    },
    cases: [
      valid(told, meant),
      valid(` \n${told}\n `, meant),
      valid(JSON.stringify(meant, null, 2), meant),
      valid('{"path":"\\u0061.txt","limit":5}', meant),
      valid('{"path":"a.txt","limit":5.0}', meant),
      ...[
        `\ufeff${told}`,
        `\u00a0${told}`,
        JSON.stringify(told),
        JSON.stringify(JSON.stringify(told)),
        ` ${JSON.stringify(told)} `,
        `\`\`\`json\n${told}\n\`\`\``,
        `\`\`\`\n${told}\n\`\`\``,
        `\`\`\`JSON\n${told}\n\`\`\`\n`,
        `\`\`\`json ${told} \`\`\``,
        `\`\`\`json\r\n${told}\r\n\`\`\``,
        `\`\`\`python\n{'path': 'a.txt', 'limit': 5}\n\`\`\``,
        '{"path":"a.txt","limit":"5"}',
        '{"Path":"a.txt","LIMIT":5}',
        "{'path': 'a.txt', 'limit': 5}",
        "{'path': 'a.txt', 'limit': 5,}",
        "{\n  'path': 'a.txt',\n  'limit': 5\n}",
        `{'path': "a.txt", "limit": 5}`,
        `{"arguments": ${told}}`,
        `{"arguments": ${JSON.stringify(told)}}`,
        `{"input": {"arguments": ${told}}}`,
        JSON.stringify(`{'path': 'a.txt', 'limit': 5}`),
        "{'input': {'path': 'a.txt', 'limit': '5'}}",
        `[${told}]`,
        `${told} // done`,
        '{"path":"a.txt","limit":5,}',
        "{path: 'a.txt', limit: +5}",
        '{"path": "a.txt" /* file */, "limit": 5}',
        '{\\"path\\": \\"a.txt\\", \\"limit\\": 5}',
        '{""path"": "a.txt", ""limit"": 5}',
        '{"path": "a.txt", "path": "a.txt", "limit": 5}',
      ].map(sent => repaired(sent, meant)),
      ...[
        '{"path": "line 1\n\tline 2"}',
        "{'path': 'line 1\n\tline 2'}",
        `\`\`\`json\n{"path":"line 1\n\tline 2",}\n\`\`\``,
      ].map(sent => repaired(sent, { path: 'line 1\n\tline 2' })),
      repaired('{"path": "\\d+\\s"}', { path: '\\d+\\s' }),
      repaired('{"path": "C:\\dir"}', { path: 'C:\\dir' }),
      repaired("{'path': 'a.txt', 'limit': None}", { path: 'a.txt' }),
      repaired('{"path":"a.txt","limit":null}', { path: 'a.txt' }),
      repaired("{'path': True}", { path: 'true' }),
      repaired(`{'path': "it's"}`, { path: "it's" }),
      repaired("{'path': 'it\\'s'}", { path: "it's" }),
      repaired(`{'path': 'say "hi"'}`, { path: 'say "hi"' }),
      repaired("{'path': 'a\\nb\\t\\\\'}", { path: 'a\nb\t\\' }),
      repaired("{'path': '\\x41\\u00e9'}", { path: 'A\u00e9' }),
      repaired("{'path': '\\d+\\.\\w'}", { path: '\\d+\\.\\w' }),
      repaired('{"path":3.10}', { path: '3.10' }),
      repaired('{"path":1.0}', { path: '1.0' }),
      repaired('{"path":1e5}', { path: '1e5' }),
      repaired('{"path":12345678901234567890}', { path: '12345678901234567890' }),
      repaired('{"path":-0}', { path: '-0' }),
      repaired('{"path":0.1000000000000000055}', { path: '0.1000000000000000055' }),
      ...[
        '',
        ' ',
        'null',
        '{}',
        '""',
        '"a.txt"',
        'a.txt',
        '5',
        'true',
        '[]',
        `${told}${told}`,
        `${told}\n${told}`,
        `${told},`,
        `${told}}`,
        `{${told}}`,
        `${told};`,
        `Here you are: ${told}`,
        `${told}\nThat reads the file.`,
        `<tool_call>${told}</tool_call>`,
        `\`\`\`json\n${told}\n\`\`\`\nThat reads the file.`,
        `\`\`\`json\n${told}`,
        `\`\`\`json\n${told}\n\`\`\`\n\`\`\`json\n${told}\n\`\`\``,
        '{"path": "\\x41"}',
        'path=a.txt',
        'path: a.txt',
        'path="a.txt", limit=5',
        "dict(path='a.txt')",
        "read(path='a.txt')",
        '{"path": a.txt}',
        '{"path": "a.txt" "limit": 5}',
        '{"path" "a.txt"}',
        '{"path": "a.txt",, "limit": 5}',
        '{, "path": "a.txt"}',
        '{"path": "a.txt", "limit": NaN}',
        '{"path": "a.txt", "limit": Infinity}',
        '{"path": "a.txt", "limit": 0x10}',
        '{"path": "a.txt", "limit": 05}',
        '{"path": "a.txt", "limit": 5_000}',
        '{"path": "a.txt", "limit": 1,000}',
        '{"path": "a.txt", "limit": 5 lines}',
        '{"path": "a.txt", "limit": undefined}',
        '{"path": "a.txt", "limit": 9007199254740993}',
        '{"path": "a.txt", "limit": 1e400}',
        '{"path": "a.txt", "limit": "5 lines"}',
        '{"path": "a.txt", "path": "b.txt"}',
        '{"path": "a.txt", "Path": "b.txt"}',
        '{"path": "a.txt", ...}',
        '{"path": "a.txt", "limit": ...}',
        '{“path”: “a.txt”}',
        "{'path': r'a\\d'}",
        "{'path': f'a'}",
        "{'path': u'a'}",
        "{'path': b'a'}",
        "{'path': 'a' 'b'}",
        "{'path': 'a' + 'b'}",
        "{'path': '''a'''}",
        "{'path': ('a')}",
        "{'path': '\\U0001F600'}",
        "{'path': '\\N{BULLET}'}",
        "{'path': '\\101'}",
        "{'path': 'a'} | {'limit': 5}",
        "{'path', 'a'}",
        "{'path': 'a', 'path': 'b'}",
        "{'path': 'C:\\dir\\new'}",
        '{"path": "\\bword\\b\\d"}',
        '{"path": "a\\d\\\\d"}',
        '{"path": "a\\x4"}',
        '{"path": "\\',
        `{"name": "tool", "arguments": ${told}}`,
        `{"arguments": ${told.slice(0, -1)}}`,
        `{"arguments": ${JSON.stringify(told.slice(0, -1))}}`,
      ].map(refused),
    ],
  },
  {
    title: 'arguments with a bit of everything, as text',
    zod: z.object({
      path: z.string(),
      content: z.string(),
      tags: z.array(z.string()),
      limit: z.number(),
      all: z.boolean().optional(),
    }),
    json: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        limit: { type: 'number' },
        all: { type: 'boolean' },
      },
      required: ['path', 'content', 'tags', 'limit'],
    },
    cases: [valid(JSON.stringify(long), long), ...forms(long).map(sent => repaired(sent, long))],
  },
];

/** The same arguments in the forms that models send. */
export function forms(args: object): string[] {
  const json = JSON.stringify(args);
  return [
    JSON.stringify(json),
    `\`\`\`json\n${json}\n\`\`\``,
    `{"input": ${json}}`,
    `{"arguments": ${JSON.stringify(json)}}`,
    python(args),
    JSON.stringify(python(args)),
    `\`\`\`python\n${python(args)}\n\`\`\``,
  ];
}

/** As `repr` would write it. */
export function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const inside = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`);
    return `${quote}${inside}${quote}`;
  }
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inside]) => `${python(key)}: ${python(inside)}`)
    .join(', ')}}`;
}

/** Every beginning of every form: none of them may run. */
export const cutOff: Group = {
  ...texts[1]!,
  title: 'text that is cut off, at every character',
  cases: [JSON.stringify(long), ...forms(long)].flatMap(text =>
    Array.from({ length: text.length }, (_, length): Case => refused(text.slice(0, length))),
  ),
};

const list = ['src/a b.ts', "it's", '\n"', 'x'];

/** Every beginning of a list that is given as text, where a single text would be taken for the only item. */
export const cutOffInside: Group = {
  title: 'a list as text that is cut off, at every character',
  zod: z.object({ paths: z.array(z.string()) }),
  json: {
    type: 'object',
    properties: { paths: { type: 'array', items: { type: 'string' } } },
    required: ['paths'],
  },
  cases: [
    JSON.stringify(list),
    JSON.stringify(JSON.stringify(list)),
    python(list),
    python(list).replace(/^\[(.*)\]$/s, '($1)'),
    `\`\`\`json\n${JSON.stringify(list)}\n\`\`\``,
    JSON.stringify([1, true, 'a']),
  ].flatMap(text =>
    Array.from({ length: text.length }, (_, length): Case => refused({ paths: text.slice(0, length) })),
  ),
};
