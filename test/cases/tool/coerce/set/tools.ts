import type { JsonSchema } from '../../../../../src/schema/schema.ts';

/** A tool as strangers write them, and calls of it that are right. */
export interface SampleTool {
  readonly id: string;
  readonly schema: JsonSchema;
  readonly calls: readonly Record<string, unknown>[];
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const flag = { type: 'boolean' };
const list = (items: JsonSchema) => ({ type: 'array', items });
const object = (properties: Record<string, JsonSchema>, required: string[] = [], more: JsonSchema = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const CLOSED = { additionalProperties: false };

const CODE = 'function add(a, b) {\n\treturn a + b; // "sum"\n}\n';
const REGEX = '^\\d{3}-\\w+\\.(ts|js)$';
const WINDOWS = 'C:\\Users\\new\\table.txt';
const JSON_TEXT = '{"name": "x", "list": [1, 2], "on": true}';

export const TOOLS: readonly SampleTool[] = [
  {
    id: 'read_file',
    schema: object({ path: text, offset: whole, limit: { type: 'integer', minimum: 1, maximum: 2000 } }, ['path']),
    calls: [{ path: 'src/a.ts' }, { path: WINDOWS, offset: 10, limit: 50 }, { path: 'a b.txt', limit: 1 }],
  },
  {
    id: 'write_file',
    schema: object({ file_path: text, content: text, overwrite: flag }, ['file_path', 'content'], CLOSED),
    calls: [
      { file_path: 'add.js', content: CODE, overwrite: true },
      { file_path: 'x.json', content: JSON_TEXT },
      { file_path: 'e.txt', content: '' },
      { file_path: 'it.md', content: "it's “quoted”, isn't it? null" },
    ],
  },
  {
    id: 'edit_files',
    schema: object(
      {
        edits: list(
          object({ path: text, old_text: text, new_text: text, all: flag }, ['path', 'old_text', 'new_text']),
        ),
      },
      ['edits'],
    ),
    calls: [
      { edits: [{ path: 'a', old_text: CODE, new_text: '  x  ' }] },
      {
        edits: [
          { path: 'a', old_text: '{', new_text: '[', all: true },
          { path: 'b', old_text: '1', new_text: '2' },
        ],
      },
    ],
  },
  {
    id: 'grep',
    schema: object(
      {
        pattern: text,
        glob: text,
        case_sensitive: flag,
        outputMode: { enum: ['content', 'files_with_matches', 'count'] },
        context: { type: ['integer', 'null'] },
      },
      ['pattern'],
      CLOSED,
    ),
    calls: [
      { pattern: REGEX, outputMode: 'files_with_matches' },
      { pattern: 'foo, bar; baz', glob: '*.{ts,tsx}', case_sensitive: false, context: 3 },
      { pattern: '"a": *\\[', outputMode: 'count', context: null },
    ],
  },
  {
    id: 'run_command',
    schema: object(
      { command: text, args: list(text), timeout_ms: whole, env: { type: 'object', additionalProperties: text } },
      ['command'],
    ),
    calls: [
      { command: 'ls', args: ['-la', '/tmp'] },
      { command: 'echo "a, b" | tr , \'\\n\' && exit 1', timeout_ms: 30000 },
      { command: 'make', env: { CC: 'gcc', PATH: '/bin:/usr/bin' } },
      { command: 'node', args: ['--version'] },
    ],
  },
  {
    id: 'http_request',
    schema: object(
      {
        url: { type: 'string', format: 'uri' },
        method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'DELETE'], default: 'GET' },
        headers: { type: 'object', properties: {} },
        body: text,
        retries: { type: 'integer', minimum: 0, maximum: 5 },
      },
      ['url'],
    ),
    calls: [
      {
        url: 'https://example.com/a?b=1&c=2',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON_TEXT,
      },
      { url: 'https://example.com', headers: {}, retries: 0 },
    ],
  },
  {
    id: 'create_event',
    schema: object(
      {
        title: text,
        start: { type: 'string', format: 'date-time' },
        attendees: list({ type: 'string', format: 'email' }),
        reminder_minutes: list(whole),
        location: { anyOf: [object({ city: text, room: whole }, ['city'], CLOSED), { type: 'null' }] },
      },
      ['title', 'start'],
      CLOSED,
    ),
    calls: [
      {
        title: 'Lunch, maybe',
        start: '2026-01-02T10:00:00Z',
        attendees: ['a@b.example', 'c@d.example'],
        location: null,
      },
      { title: '5', start: '2026-01-02T10:00:00Z', reminder_minutes: [5, 10], location: { city: 'Graz', room: 3 } },
    ],
  },
  {
    id: 'search',
    schema: object(
      {
        query: text,
        max_results: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
        sources: list({ enum: ['web', 'news', 'scholar_articles'] }),
        safe: flag,
        min_score: { type: 'number', minimum: 0, maximum: 1 },
      },
      ['query'],
    ),
    calls: [
      { query: 'what is 1+1, really?', max_results: 5 },
      { query: 'x', sources: ['web', 'news'], safe: true, min_score: 0.5 },
      { query: '42', sources: ['scholar_articles'] },
    ],
  },
  {
    id: 'draw',
    schema: object({ shapes: list({ $ref: '#/$defs/shape' }) }, ['shapes'], {
      $defs: {
        point: object({ x: { type: 'number' }, y: { type: 'number' } }, ['x', 'y'], CLOSED),
        shape: {
          oneOf: [
            object({ kind: { const: 'circle' }, center: { $ref: '#/$defs/point' }, radius: { type: 'number' } }, [
              'kind',
              'center',
              'radius',
            ]),
            object({ kind: { const: 'polygon' }, points: list({ $ref: '#/$defs/point' }), closed: flag }, [
              'kind',
              'points',
            ]),
          ],
        },
      },
    }),
    calls: [
      { shapes: [{ kind: 'circle', center: { x: 1, y: -2.5 }, radius: 3 }] },
      {
        shapes: [
          {
            kind: 'polygon',
            points: [
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ],
            closed: true,
          },
        ],
      },
    ],
  },
  {
    id: 'update_user',
    schema: object(
      {
        user_id: whole,
        name: { type: ['string', 'null'] },
        tags: list(text),
        settings: object(
          { theme: { enum: ['dark', 'light'] }, fontSize: whole, beta: flag },
          ['theme', 'fontSize'],
          CLOSED,
        ),
        scores: { type: 'object', additionalProperties: { type: 'number' } },
      },
      ['user_id'],
      CLOSED,
    ),
    calls: [
      { user_id: 7, name: null, tags: ['a'] },
      {
        user_id: 12,
        name: "Ann O'Neil",
        settings: { theme: 'dark', fontSize: 12, beta: false },
        scores: { math: 1.5 },
      },
      { user_id: 0, tags: ['one two', 'three'] },
    ],
  },
  {
    id: 'run_code',
    schema: object(
      { language: { enum: ['python', 'javascript'] }, code: text, stdin: text, timeoutSeconds: { type: 'number' } },
      ['language', 'code'],
    ),
    calls: [
      { language: 'python', code: "d = {'a': True, 'b': None}\nprint(d['a'], \"x\\n\")\n" },
      { language: 'javascript', code: 'const s = `a\\tb`; // {x: 1,}\nconsole.log(s)', timeoutSeconds: 2.5 },
    ],
  },
  {
    id: 'sql_query',
    schema: object(
      { sql: text, params: list({ anyOf: [{ type: 'number' }, flag, { type: 'null' }] }), limit: whole, dryRun: flag },
      ['sql'],
      CLOSED,
    ),
    calls: [
      { sql: "SELECT * FROM t WHERE a = 'x' AND b IN (1, 2);", params: [5, true, null], limit: 10 },
      { sql: 'SELECT "a" FROM "b"', dryRun: true },
    ],
  },
  {
    id: 'create_issue',
    schema: object(
      {
        title: text,
        body: text,
        labels: list(text),
        priority: { type: 'integer', enum: [1, 2, 3] },
        assignee: object({ login: text, notify: flag }, ['login']),
      },
      ['title'],
    ),
    calls: [
      { title: 'Crash: `x` is null', body: '## Steps\n1. a\n2. b\n\n```js\nfoo()\n```\n', labels: ['bug'] },
      { title: 'T', priority: 2, assignee: { login: 'ann', notify: true } },
    ],
  },
  {
    id: 'tree',
    schema: object({ root: { $ref: '#/$defs/node' } }, ['root'], {
      $defs: { node: object({ value: whole, children: list({ $ref: '#/$defs/node' }) }, ['value']) },
    }),
    calls: [{ root: { value: 1, children: [{ value: 2, children: [{ value: 3 }] }] } }, { root: { value: 0 } }],
  },
  {
    id: 'batch',
    schema: object(
      {
        operations: list(
          object({ op: { enum: ['add', 'remove', 'replace'] }, path: text, value: {} }, ['op', 'path'], CLOSED),
        ),
      },
      ['operations'],
      CLOSED,
    ),
    calls: [
      {
        operations: [
          { op: 'add', path: '/a', value: { b: [1] } },
          { op: 'remove', path: '/c' },
        ],
      },
      { operations: [{ op: 'replace', path: '/x', value: 'null' }] },
    ],
  },
  {
    id: 'set_alarm',
    schema: object(
      {
        time: { type: 'string', pattern: '^\\d\\d:\\d\\d$' },
        days: list({ type: 'integer', minimum: 0, maximum: 6 }),
        label: { type: ['string', 'null'] },
      },
      ['time', 'days'],
    ),
    calls: [
      { time: '07:30', days: [1, 2, 3], label: null },
      { time: '23:59', days: [0], label: 'late' },
    ],
  },
  {
    id: 'list_items',
    schema: object({ page: whole, per_page: whole, state: { enum: ['open', 'closed'] }, labels: list(text) }),
    calls: [
      { page: 2, per_page: 50 },
      { state: 'open', labels: ['good first issue'] },
    ],
  },
  {
    id: 'noop',
    schema: { type: 'object', properties: {}, additionalProperties: false },
    calls: [{}],
  },
  {
    id: 'pick',
    schema: object(
      {
        value: {
          anyOf: [{ type: 'number' }, object({ min: { type: 'number' }, max: { type: 'number' } }, ['min', 'max'])],
        },
        exact: flag,
      },
      ['value'],
    ),
    calls: [{ value: 5, exact: true }, { value: { min: 1, max: 2 } }],
  },
  {
    id: 'translate',
    schema: object(
      {
        texts: list(text),
        target_language: text,
        formality: { enum: ['default', 'more', 'less'], default: 'default' },
      },
      ['texts', 'target_language'],
    ),
    calls: [
      { texts: ['Hello, world; how are you?'], target_language: 'de' },
      { texts: ['one', 'two'], target_language: 'fr', formality: 'more' },
      { texts: ['good morning'], target_language: 'it' },
    ],
  },
  {
    id: 'send_mail',
    schema: object(
      {
        to: list({ type: 'string', format: 'email' }),
        subject: text,
        html: text,
        attachments: list(object({ name: text, size: whole }, ['name', 'size'], CLOSED)),
        urgent: flag,
      },
      ['to', 'subject', 'html'],
      CLOSED,
    ),
    calls: [
      {
        to: ['a@b.example'],
        subject: 'Re: "x"',
        html: '<p class="a">it\'s</p>\r\n',
        attachments: [{ name: 'a.pdf', size: 12 }],
      },
      { to: ['a@b.example', 'c@d.example'], subject: '', html: '&lt;b&gt;', urgent: false },
    ],
  },
];
