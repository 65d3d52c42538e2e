import type { ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import type { EditorPaths } from './editor-paths.ts';

const KINDS: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  read: ['read_file', 'get_file_info', 'list_directory', 'bash_output', 'git_status', 'git_diff', 'git_log'],
  edit: ['write_file', 'edit_file', 'apply_patch', 'format_code', 'undo_file', 'undo_turn', 'redo'],
  delete: ['delete_file'],
  move: ['move_file'],
  search: ['glob', 'grep', 'search_code', 'find_tools', 'web_search'],
  execute: ['bash', 'bash_kill', 'run_code', 'run_tests', 'install_package', 'git_commit', 'git_push', 'git_branch'],
  think: ['todowrite', 'todoread'],
  fetch: ['web_fetch'],
};

const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, tools]) => tools.map(tool => [tool, kind as ToolKind] as const)),
);

export const toolKind = (tool: string): ToolKind => KIND_OF.get(tool) ?? 'other';

const PATHS = ['path', 'from', 'to'] as const;

export function locationsIn(args: unknown, { toEditor }: EditorPaths): ToolCallLocation[] {
  const given = (args ?? {}) as Readonly<Record<string, unknown>>;
  const paths = PATHS.flatMap(name => {
    const path = given[name];
    return typeof path === 'string' ? (toEditor(path) ?? []) : [];
  });
  const { offset } = given;
  const line = Number.isSafeInteger(offset) && (offset as number) > 0 ? { line: offset as number } : {};
  return paths.map(path => ({ path, ...line }));
}
