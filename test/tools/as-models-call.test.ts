import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Toolgate } from '../../src/gate/toolgate.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../../src/testing/temporary-workspace.ts';

const APP = 'import { upper } from "./upper";\nexport function greet(name: string) {\n  return upper(name);\n}\n';
let workspace: TemporaryWorkspace;
let gate: Toolgate;

beforeAll(async () => {
  workspace = temporaryWorkspace({
    'README.md': '# Demo\n\nA small project.\n',
    'src/app.ts': APP,
    'src/upper.ts': 'export const upper = (text: string) => text.toUpperCase();\n',
    'old.txt': 'old\n',
  });
  gate = await workspace.gate({ store: 'memory', approver: () => 'allow_once' });
});
afterAll(() => workspace.remove());

/** Names and arguments as model families write them; `ROOT` stands for the absolute path of the workspace. */
const CALLS: readonly [name: string, args: object | string, output: string][] = [
  // Read, Grep, Edit and the like, with their own names of parameters
  ['read', { file_path: 'ROOT/src/app.ts', offset: 2, limit: 1 }, '     2\texport function greet'],
  ['read', { file_paths: '["README.md"]', limit: '1' }, '     1\t# Demo'],
  [
    'grep',
    { pattern: 'greet', path: 'ROOT/src', output_mode: 'content', '-n': true, '-A': 1, head_limit: 5 },
    '3-  ret',
  ],
  ['grep', { pattern: 'GREET', '-i': true, output_mode: 'files_with_matches' }, 'src/app.ts'],
  ['glob', { pattern: '**/*.ts', path: 'ROOT' }, 'src/upper.ts'],
  ['list', { path: 'ROOT/src' }, 'app.ts  '],
  ['edit', { file_path: 'ROOT/README.md', old_string: 'small', new_string: 'tiny' }, 'A tiny project.'],
  ['write', { file_path: 'ROOT/new.md', content: 'x\n' }, 'Created new.md'],
  ['todowrite', { todos: [{ content: 'Fix', status: 'in_progress', activeForm: 'Fixing', id: 1 }] }, '[>] 1. Fix'],
  // absolute paths, ranges of lines
  ['read_file', { absolute_path: 'ROOT/src/app.ts', offset: 0, limit: 1 }, '     1\timport'],
  ['read_file', { file_path: 'src/app.ts', start_line: 2, end_line: 2 }, '[Lines 2-2 of 4'],
  ['read_file', { filePath: 'src/app.ts', startLine: 3, endLine: 4 }, '     4\t}'],
  [
    'read_file',
    { target_file: 'src/app.ts', start_line_one_indexed: 1, end_line_one_indexed_inclusive: 1 },
    '[Lines 1-1 of 4',
  ],
  ['read_file', { path: 'src/app.ts', head: 2 }, '[Lines 1-2 of 4'],
  ['list_directory', { dir_path: 'ROOT/src' }, 'upper.ts  '],
  ['list_directory', { relative_workspace_path: 'src' }, 'upper.ts  '],
  ['list_files', { path: 'src', recursive: 'true' }, 'app.ts  '],
  ['search_files', { path: 'src', regex: 'gre+t', file_pattern: '*.ts' }, '2:export function greet'],
  ['grep', { query: 'upper', include_pattern: 'upper.*' }, 'src/upper.ts\n1:'],
  // edits
  ['edit_file', { path: 'src/app.ts', old_str: 'greet(name', new_str: 'hello(name' }, 'hello(name'],
  ['edit_file', { path: 'src/app.ts', edits: [{ oldText: 'hello(', newText: 'greet(' }] }, 'greet(name'],
  ['edit_file', '{"filePath":"src/app.ts","oldString":"upper(name)","newString":"name"}', 'return name;'],
  [
    'apply_patch',
    {
      input: '*** Begin Patch\n*** Update File: src/app.ts\n@@\n-  return name;\n+  return upper(name);\n*** End Patch',
    },
    'Updated src/app.ts',
  ],
  ['write_file', { path: 'more/a.txt', file_text: 'a\n', create_directories: true }, 'Created more/a.txt'],
  ['move_file', { source: 'old.txt', destination: 'more/old.txt' }, 'Moved old.txt to more/old.txt'],
  ['delete_file', { target_file: 'more/old.txt' }, 'Deleted 1 path'],
  ['undo_file', { file_path: 'more/old.txt' }, 'created again'],
  ['get_file_info', { file_path: 'ROOT/src/app.ts' }, 'lines: 4'],
  // tasks
  ['task_create', { subject: 'Write the parser', id: 'parser' }, 'Created parser (Write the parser): ready.'],
  ['create_task', { title: 'Test it', dependencies: '["parser"]' }, 'It waits for parser.'],
  ['task_list', {}, 't1  pending  Test it · waits for parser'],
  ['list_tasks', { state: 'ready' }, 'parser  ready'],
  ['task_update', { taskId: 'parser', status: 'In Progress' }, 'It is yours'],
  ['task_update', { task_id: 'parser', state: 'submitted', output: 'src/app.ts' }, 'parser  submitted'],
  ['task_get', { task: 'parser' }, 'result:\nsrc/app.ts'],
  ['complete_task', { task_id: 'parser' }, 'Ready now: t1.'],
];

/** Every parameter of every tool once, so that each other name of it can be tried. */
const WHOLE: readonly [name: string, args: Record<string, unknown>][] = [
  ['read_file', { path: 'README.md', paths: ['src/app.ts'], offset: 1, limit: 2, encoding: 'utf-8' }],
  ['read_file', { path: 'README.md', end_line: 2 }],
  ['write_file', { path: 'x/y.txt', content: 'x', encoding: 'utf-8', createDirs: true }],
  ['edit_file', { path: 'README.md', old_text: 'a', new_text: 'b', replace_all: true }],
  ['edit_file', { path: 'README.md', edits: [{ old_text: 'a', new_text: 'b' }] }],
  ['apply_patch', { patch: '*** Begin Patch\n*** Add File: z\n+z\n*** End Patch' }],
  ['delete_file', { path: 'README.md', recursive: false }],
  ['move_file', { from: 'README.md', to: 'x/R.md', overwrite: true, createDirs: true }],
  ['list_directory', { path: 'src', recursive: true, includeHidden: true, pattern: '*.ts', limit: 3 }],
  ['glob', { pattern: '*.ts', patterns: ['*.md'], path: 'src', limit: 3, includeHidden: true, includeIgnored: true }],
  [
    'grep',
    {
      pattern: 'x',
      path: 'src',
      glob: '*.ts',
      type: 'ts',
      mode: 'count',
      literal: true,
      ignoreCase: true,
      word: true,
      multiline: true,
      context: 1,
      before: 1,
      after: 1,
      limit: 3,
      lineNumbers: false,
      includeHidden: true,
      includeIgnored: true,
    },
  ],
  ['get_file_info', { path: 'README.md' }],
  ['search_code', { query: 'x', path: 'src', globs: ['*.ts'], language: 'typescript', kind: 'function', limit: 3 }],
  ['undo_file', { path: 'README.md', force: true }],
  ['undo_turn', { turn: 1, force: true }],
  ['undo_turn', { set: 'id' }],
  ['undo_turn', { turn: 1, session: 's' }],
  ['redo', { force: true }],
  ['list_changes', { path: 'README.md', turn: 1, limit: 3, diffs: true, before: 'id' }],
  ['todowrite', { todos: [{ id: '1', content: 'x', status: 'pending' }] }],
  ['todoread', {}],
  ['find_tools', { query: 'x', limit: 3 }],
  ['list_tasks', { status: ['ready'], limit: 3, after: 't1' }],
  ['get_task', { id: 't1' }],
  ['create_task', { title: 'x', description: 'y', label: 'z', depends_on: ['t1'], max_attempts: 3 }],
  ['complete_task', { id: 't1', rev: 2 }],
  ['reject_task', { id: 't1', reason: 'x', ready: true, rev: 2 }],
  [
    'task_update',
    {
      id: 't1',
      status: 'in_progress',
      result: 'x',
      reason: 'y',
      attempt: 1,
      lease_seconds: 60,
      title: 'x',
      description: 'y',
      add_dependencies: ['t2'],
      remove_dependencies: ['t3'],
      max_attempts: 3,
      rev: 1,
    },
  ],
];

describe('other names', () => {
  const definitionOf = async (name: string) => (await gate.registry.find(name)!.tool.ready()).definition;
  /** The arguments as they are judged, or what is wrong with them. */
  const judged = async (name: string, args: Record<string, unknown>) => {
    const { args: given, error } = (await gate.explain({ name, args })) as { args?: unknown; error?: { code: string } };
    return given ?? error?.code;
  };
  const renamed = (args: Record<string, unknown>, own: string, other: string) =>
    Object.fromEntries(Object.entries(args).map(([key, value]) => [key === own ? other : key, value]));

  it('name every tool and every parameter here', () => {
    const known = new Map<string, Set<string>>();
    for (const [name, args] of WHOLE) known.set(name, new Set([...(known.get(name) ?? []), ...Object.keys(args)]));
    const described = gate.registry.describe().filter(({ name }) => name !== 'call_tool');
    for (const { name, parameters } of described) {
      expect([...(known.get(name) ?? [])].sort(), name).toEqual(Object.keys(parameters.properties as object).sort());
    }
  });

  it.each(WHOLE)('other names of %s mean the same', async (name, args) => {
    const { parameterNames = {}, aliases = [] } = await definitionOf(name);
    const expected = await judged(name, args);
    expect(expected).not.toBe('INVALID_ARGUMENTS');
    for (const [other, own] of Object.entries(parameterNames)) {
      if (Object.hasOwn(args, own)) expect(await judged(name, renamed(args, own, other)), other).toEqual(expected);
    }
    for (const alias of aliases) {
      expect(await judged(alias.name, args), alias.name).toEqual(expected);
      for (const [other, own] of Object.entries(alias.rename ?? {})) {
        if (!Object.hasOwn(args, own)) continue;
        expect(await judged(alias.name, renamed(args, own, other)), `${alias.name} ${other}`).toEqual(expected);
      }
    }
  });
});

describe('calls as models write them', () => {
  it.each(CALLS)('%s %j', async (name, args, output) => {
    const text = JSON.stringify(args).replaceAll('ROOT', workspace.root);
    const outcome = await gate.execute({ name, args: JSON.parse(text) });
    expect(outcome.output).toContain(output);
    expect(outcome.ok).toBe(true);
  });

  it('calls as models write them are shown by the names that the vocabulary has', () => {
    const classic = gate.registry.describe('classic').map(({ name }) => name);
    expect(classic).toEqual(expect.arrayContaining(['read', 'write', 'edit', 'list', 'glob', 'grep', 'todowrite']));
    expect(classic).not.toContain('search_files');
  });

  it('calls as models write them leave the files as one after the other would', () => {
    expect(workspace.read('src/app.ts')).toBe(APP);
    expect(workspace.read('README.md')).toBe('# Demo\n\nA tiny project.\n');
  });
});
