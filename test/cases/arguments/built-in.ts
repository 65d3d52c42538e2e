import type { Kind } from './case.ts';
import { changingTools } from './changing-tools.ts';
import { readingTools } from './reading-tools.ts';
import { sessionTools } from './session-tools.ts';

/** A call of a built-in tool; `want` is the plain call, in the tool's own words, that it must come to. */
export interface Call {
  readonly kind: Kind;
  readonly name: string;
  readonly sent: unknown;
  readonly want?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
}

const a = { path: 'a.txt' };

/** Calls of call_tool become those of the tool that they name. */
const DELEGATED: readonly (readonly [sent: unknown, args: Readonly<Record<string, unknown>>])[] = [
  [{ name: 'read_file', args: a }, a],
  [{ name: 'read', args: { file_path: 'a.txt' } }, a],
  [{ tool: 'read_file', arguments: a }, a],
  [{ tool_name: 'read_file', input: a }, a],
  [{ toolName: 'read_file', args: a }, a],
  [{ name: 'read_file', args: '{"path": "a.txt"}' }, a],
  [{ name: 'read_file', arguments: "{'path': 'a.txt'}" }, a],
  [
    { name: 'read_file', args: '{"file_path": "a.txt", "limit": "2"}' },
    { ...a, limit: 2 },
  ],
  [{ input: { name: 'read_file', args: a } }, a],
  [{ arguments: { name: 'read_file', arguments: { path: 'a.txt' } } }, a],
  [{ name: 'read_file', args: { input: a } }, a],
  ['{"name": "read_file", "arguments": "{\\"path\\": \\"a.txt\\"}"}', a],
];

const NOT_DELEGATED: readonly unknown[] = [
  {},
  { args: a },
  { name: 'read_file' },
  { name: 'read_file', args: null },
  { name: 'read_file', args: '{"path": "a.t' },
  { name: 'read_file', args: 'a.txt' },
  { name: 'read_file', args: ['a.txt'] },
  { name: 'read_file', args: { pth: 'a.txt' } },
  { name: 'raed_file', args: a },
  { name: 'call_tool', args: { name: 'read_file', args: a } },
  { name: 'read_file', path: 'a.txt' },
  { name: 'read_file', args: a, reason: 'x' },
];

/** Every case under every name of its tool. */
export const builtIn: readonly Call[] = [
  ...[...readingTools, ...changingTools, ...sessionTools].flatMap(({ names, meant, refused }) =>
    names.flatMap(name => [
      ...meant.map(
        ([sent, args]): Call => ({
          kind: isPlain(sent, args) ? 'valid' : 'repaired',
          name,
          sent,
          want: { name: names[0] === 'search_files' ? 'grep' : names[0]!, args },
        }),
      ),
      ...refused.map((sent): Call => ({ kind: 'refused', name, sent })),
    ]),
  ),
  ...DELEGATED.map(
    ([sent, args]): Call => ({ kind: 'repaired', name: 'call_tool', sent, want: { name: 'read_file', args } }),
  ),
  ...NOT_DELEGATED.map((sent): Call => ({ kind: 'refused', name: 'call_tool', sent })),
];

function isPlain(sent: unknown, args: unknown): boolean {
  return JSON.stringify(sent) === JSON.stringify(args);
}
