import { z } from 'zod';
import { type Case, type Group, refused, repaired, valid } from './case.ts';

const spellings = ['filePath', 'FilePath', 'file-path', 'file path', 'FILE_PATH', 'filepath', 'File Path', 'file_Path'];
const mistyped = ['file_pth', 'fle_path', 'file_paths', 'filepat', 'path', 'file', 'filename', 'f', 'file.path', ''];
const explanations = ['reasoning', 'explanation', 'thought', 'description', 'toolSummary', '_', '$schema', 'id'];

const wrappers = ['input', 'arguments', 'args', 'parameters', 'params', 'tool_input'];
const otherWrappers = ['toolInput', 'Input', 'Arguments', 'TOOL_INPUT', 'tool-input'];
const strangers = ['payload', 'data', 'body', 'kwargs', 'function', 'properties', 'value', 'json', 'arg', 'request'];
const meant = { path: 'a', limit: 5 };

const inside = (key: string): Case[] => [
  repaired({ [key]: { path: 'a', limit: 5 } }, meant),
  repaired({ [key]: '{"path": "a", "limit": 5}' }, meant),
  repaired({ [key]: { Path: 'a', limit: '5' } }, meant),
  refused({ [key]: { path: 'a', limit: 5 }, path: 'b' }),
  refused({ [key]: { path: 'a', limit: 5 }, name: 'tool' }),
  refused({ [key]: { pth: 'a' } }),
  refused({ [key]: '{"path": "a", "lim' }),
  refused({ [key]: 'a' }),
  refused({ [key]: ['a'] }),
  refused({ [key]: [{ path: 'a' }] }),
  refused({ [key]: null }),
];

/** Names of parameters and wrappers: R6, R9. */
export const keys: readonly Group[] = [
  {
    title: 'keys but for case and separators',
    zod: z.object({ file_path: z.string(), lineNumber: z.int().optional(), 'is-regex': z.boolean().optional() }),
    json: {
      type: 'object',
      properties: { file_path: { type: 'string' }, lineNumber: { type: 'integer' }, 'is-regex': { type: 'boolean' } },
      required: ['file_path'],
    },
    cases: [
      valid({ file_path: 'a', lineNumber: 1, 'is-regex': true }),
      ...spellings.map(key => repaired({ [key]: 'a' }, { file_path: 'a' })),
      ...mistyped.map(key => refused({ [key]: 'a' })),
      ...mistyped.map(key => refused({ file_path: 'a', [key]: 'b' })),
      ...explanations.map(key => refused({ file_path: 'a', [key]: 'because' })),
      repaired(
        { FILEPATH: 'a', line_number: '7', isRegex: 'true' },
        { file_path: 'a', lineNumber: 7, 'is-regex': true },
      ),
      repaired({ file_path: 'a', 'line number': 7 }, { file_path: 'a', lineNumber: 7 }),
      repaired({ filePath: 5 }, { file_path: '5' }),
      refused({ file_path: 'a', filePath: 'b' }),
      refused({ file_path: 'a', filePath: 'a' }),
      refused({ filePath: 'a', FilePath: 'b' }),
      refused({ filePath: null }),
      refused({ file_path: 'a', lineNumbr: 7 }),
      refused({ file_path: 'a', line: 7 }),
      refused({ file_path: 'a', lineNumber: 7, line_number: 8 }),
    ],
  },
  {
    title: 'two keys that differ by separators alone',
    zod: z.object({ user_id: z.string().optional(), userid: z.string().optional() }),
    json: { type: 'object', properties: { user_id: { type: 'string' }, userid: { type: 'string' } } },
    cases: [valid({ user_id: 'a', userid: 'b' }), refused({ userId: 'a' }), refused({ USER_ID: 'a' })],
  },
  {
    title: 'keys further down',
    zod: z.object({
      target: z.object({ hostName: z.string(), portNumber: z.int() }),
      rules: z.array(z.object({ rule_id: z.string(), is_on: z.boolean().optional() })),
    }),
    json: {
      type: 'object',
      properties: {
        target: {
          type: 'object',
          properties: { hostName: { type: 'string' }, portNumber: { type: 'integer' } },
          required: ['hostName', 'portNumber'],
        },
        rules: {
          type: 'array',
          items: {
            type: 'object',
            properties: { rule_id: { type: 'string' }, is_on: { type: 'boolean' } },
            required: ['rule_id'],
          },
        },
      },
      required: ['target', 'rules'],
    },
    cases: [
      repaired(
        { target: { host_name: 'h', PORT_NUMBER: '80' }, rules: [{ ruleId: 1, isOn: 'false' }, { rule_id: 'b' }] },
        { target: { hostName: 'h', portNumber: 80 }, rules: [{ rule_id: '1', is_on: false }, { rule_id: 'b' }] },
      ),
      repaired(
        { Target: { hostname: 'h', portNumber: 80 }, RULES: { ruleID: 'a' } },
        { target: { hostName: 'h', portNumber: 80 }, rules: [{ rule_id: 'a' }] },
      ),
      refused({ target: { hostName: 'h', portNumber: 80, portNum: 81 }, rules: [] }),
      refused({ target: { host: 'h', portNumber: 80 }, rules: [] }),
      refused({ target: { hostName: 'h', portNumber: 80 }, rules: [{ rule_id: 'a', isOnn: true }] }),
      refused({ target: { hostName: 'h', portNumber: 80 }, rules: [{ rule_id: 'a', note: 'why' }] }),
      refused({ target: { hostName: 'h', portNumber: 80 }, rules: [{ rule_id: 'a' }, { ruleId: 'b', rule_id: 'c' }] }),
    ],
  },
  {
    title: 'an open object',
    zod: z.looseObject({ file_path: z.string(), note: z.string().optional() }),
    json: {
      type: 'object',
      properties: { file_path: { type: 'string' }, note: { type: 'string' } },
      required: ['file_path'],
      additionalProperties: true,
    },
    cases: [
      valid({ file_path: 'a', other: 1, more: [null] }),
      valid({ file_path: 'a', Note: 'kept as another key' }),
      repaired({ filePath: 'a', other: '5' }, { file_path: 'a', other: '5' }),
      refused({ other: 1 }),
      refused({ pth: 'a' }),
    ],
  },
  {
    title: 'keys that the caller chooses',
    zod: z.object({ env: z.record(z.string(), z.string()) }),
    json: {
      type: 'object',
      properties: { env: { type: 'object', additionalProperties: { type: 'string' } } },
      required: ['env'],
    },
    cases: [
      valid({ env: { 'A-B': '1', A_B: '2', aB: '3', '': '' } }),
      repaired({ env: { PORT: 8080, DEBUG: true, 'a b': 'c' } }, { env: { PORT: '8080', DEBUG: 'true', 'a b': 'c' } }),
      repaired({ Env: { a: 'b' } }, { env: { a: 'b' } }),
      repaired({ env: '{"A": "b"}' }, { env: { A: 'b' } }),
      repaired({ env: "{'A': 'b', 'N': 1}" }, { env: { A: 'b', N: '1' } }),
      repaired({ env: '{}' }, { env: {} }),
      refused({ env: 'A=b' }),
      refused({ env: ['A=b'] }),
      refused({ env: [] }),
      refused({ env: [['A', 'b']] }),
      refused({ env: { A: null } }),
      refused({ env: { A: ['b'] } }),
      refused({ env: { A: { b: 1 } } }),
      refused({ env: '{"A": "b"' }),
      refused({ A: 'b' }),
    ],
  },
  {
    title: 'a lone wrapper',
    zod: z.object({ path: z.string(), limit: z.int().optional() }),
    json: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer' } },
      required: ['path'],
    },
    cases: [
      ...wrappers.flatMap(inside),
      ...otherWrappers.map(key => repaired({ [key]: meant }, meant)),
      ...strangers.map(key => refused({ [key]: meant })),
      repaired({ arguments: { input: meant } }, meant),
      repaired({ input: { arguments: '{"path": "a", "limit": "5"}' } }, meant),
      repaired({ args: "{'path': 'a', 'limit': 5}" }, meant),
      repaired({ params: '```json\n{"path": "a", "limit": 5}\n```' }, meant),
      repaired('{"arguments": "{\\"path\\": \\"a\\", \\"limit\\": 5}"}', meant),
      refused({ name: 'tool', arguments: meant }),
      refused({ tool: 'tool', args: meant }),
      refused({ type: 'function', function: { name: 'tool', arguments: meant } }),
      refused({ input: meant, arguments: meant }),
      refused({ path: { path: 'a' } }),
      refused({ input: {} }),
      refused({ '': meant }),
    ],
  },
  {
    title: 'a parameter that is called like a wrapper',
    zod: z.object({ input: z.string(), mode: z.string().optional() }),
    json: {
      type: 'object',
      properties: { input: { type: 'string' }, mode: { type: 'string' } },
      required: ['input'],
    },
    cases: [
      valid({ input: 'x' }),
      valid({ input: '{"input": "x"}' }),
      repaired({ input: { input: 'x' } }, { input: 'x' }),
      repaired({ arguments: { input: 'x', mode: 'm' } }, { input: 'x', mode: 'm' }),
      repaired({ input: { input: 5 } }, { input: '5' }),
      refused({ input: { text: 'x' } }),
      refused({ input: { mode: 'm' } }),
      refused({ input: { input: 'x' }, mode: 'm' }),
      refused({ input: ['x'] }),
    ],
  },
  {
    title: 'a list that is called like a wrapper',
    zod: z.object({ args: z.array(z.string()), cwd: z.string().optional() }),
    json: {
      type: 'object',
      properties: { args: { type: 'array', items: { type: 'string' } }, cwd: { type: 'string' } },
      required: ['args'],
    },
    cases: [
      valid({ args: ['ls'] }),
      repaired({ args: 'ls' }, { args: ['ls'] }),
      repaired({ args: { args: ['ls'] } }, { args: ['ls'] }),
      repaired({ args: { args: ['ls'], cwd: 'x' } }, { args: ['ls'], cwd: 'x' }),
      repaired({ input: { args: 'ls -la' } }, { args: ['ls -la'] }),
      refused({ args: { command: 'ls' } }),
    ],
  },
  {
    title: 'all optional',
    zod: z.object({ query: z.string().optional(), limit: z.int().optional() }),
    json: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } } },
    cases: [
      valid({}),
      repaired({ input: { query: 'x' } }, { query: 'x' }),
      repaired({ arguments: {} }, {}),
      repaired({ arguments: '{}' }, {}),
      refused({ input: { qeury: 'x' } }),
      refused({ input: 'x' }),
      refused({ query: { query: 'x' } }),
      refused({ q: 'x' }),
    ],
  },
  {
    title: 'other names of parameters',
    names: { file: 'path', text: 'content', input: 'content', '-n': 'count' },
    zod: z.object({
      path: z.string(),
      content: z.string(),
      count: z.int().optional(),
      env: z.record(z.string(), z.string()).optional(),
      parts: z.array(z.object({ content: z.string(), note: z.string().optional() })).optional(),
    }),
    json: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        count: { type: 'integer' },
        env: { type: 'object', additionalProperties: { type: 'string' } },
        parts: {
          type: 'array',
          items: {
            type: 'object',
            properties: { content: { type: 'string' }, note: { type: 'string' } },
            required: ['content'],
          },
        },
      },
      required: ['path', 'content'],
    },
    cases: [
      repaired({ file: 'a', text: ' x ' }, { path: 'a', content: ' x ' }),
      repaired({ File: 'a', TEXT: 5, '-n': '2' }, { path: 'a', content: '5', count: 2 }),
      repaired('{"file": "a", "text": 3.10}', { path: 'a', content: '3.10' }),
      repaired({ path: 'a', input: 'x' }, { path: 'a', content: 'x' }),
      repaired({ input: { file: 'a', text: 'x' } }, { path: 'a', content: 'x' }),
      repaired({ args: { input: '{"file": "a", "text": "x"}' } }, { path: 'a', content: 'x' }),
      repaired(
        { file: 'a', text: 'x', parts: [{ text: 'y' }, { Text: 5, note: 'z' }] },
        { path: 'a', content: 'x', parts: [{ content: 'y' }, { content: '5', note: 'z' }] },
      ),
      valid({ path: 'a', content: 'x', env: { file: 'b', text: 'c', input: 'd' } }),
      repaired(
        { file: 'a', text: 'x', env: { file: 'b', text: 1 } },
        { path: 'a', content: 'x', env: { file: 'b', text: '1' } },
      ),
      refused({ file: 'a', path: 'b', content: 'x' }),
      refused({ path: 'a', text: 'x', input: 'y' }),
      refused({ path: 'a', content: 'x', n: 2 }),
      refused({ path: 'a', content: 'x', '-N': 2 }),
      refused({ path: 'a', content: 'x', parts: [{ content: 'y', text: 'z' }] }),
      refused({ path: 'a', content: 'x', parts: [{ file: 'y' }] }),
      refused({ fil: 'a', content: 'x' }),
    ],
  },
  {
    title: 'a lone record is not a wrapper',
    names: { file: 'path' },
    zod: z.object({ env: z.record(z.string(), z.string()), path: z.string().optional() }),
    json: {
      type: 'object',
      properties: { env: { type: 'object', additionalProperties: { type: 'string' } }, path: { type: 'string' } },
      required: ['env'],
    },
    cases: [
      valid({ env: { file: 'a' } }),
      repaired({ env: { file: 5 } }, { env: { file: '5' } }),
      repaired({ input: { env: { file: 'a' }, file: 'b' } }, { env: { file: 'a' }, path: 'b' }),
    ],
  },
  {
    title: 'a record that is called like a wrapper',
    names: { file: 'path' },
    zod: z.object({ input: z.record(z.string(), z.string()), path: z.string().optional() }),
    json: {
      type: 'object',
      properties: { input: { type: 'object', additionalProperties: { type: 'string' } }, path: { type: 'string' } },
      required: ['input'],
    },
    cases: [
      valid({ input: { file: 'a' } }),
      valid({ input: { input: 'a' } }),
      repaired({ input: { file: 5 } }, { input: { file: '5' } }),
      repaired({ Input: { File: 'a' } }, { input: { File: 'a' } }),
    ],
  },
];
