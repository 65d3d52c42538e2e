import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CallRequest } from '../../index.ts';
import { recordOf } from '../read-said.ts';
import type { Insertion } from './insert-lines.ts';

export const TEXT_EDITOR = 'str_replace_based_edit_tool';

type Input = Readonly<Record<string, unknown>>;
type TranslatedCall = Pick<CallRequest, 'name' | 'args'>;

/** A command of the provider's text editor as a call of ours. An unknown command stays unknown. */
export function fromTextEditor(input: unknown, root: string): TranslatedCall | Insertion {
  const { command, ...given } = recordOf(input);
  switch (command) {
    case 'view':
      return view(given, root);
    case 'create':
      return { name: 'write_file', args: { path: given.path, content: given.file_text, createDirs: true } };
    case 'str_replace':
      return {
        name: 'edit_file',
        args: { path: given.path, old_text: given.old_str, new_text: given.new_str ?? '' },
      };
    case 'insert':
      return insertion(given);
    default:
      return { name: `${TEXT_EDITOR} ${String(command)}`, args: given };
  }
}

/** A view as a call. A range is a pair of lines, the last of which may be -1, the end. */
function view({ path, view_range }: Input, root: string): TranslatedCall {
  if (isFolder(path, root)) return { name: 'list_directory', args: { path } };
  if (view_range === undefined || view_range === null) return { name: 'read_file', args: { path } };
  const [first, last] = Array.isArray(view_range) ? view_range : [view_range];
  const end = last === undefined || last === -1 ? {} : { end_line: last };
  return { name: 'read_file', args: { path, offset: first, ...end } };
}

/** Whether a path is a folder. The answer only chooses the tool; whether the call may look there is for the gate. */
function isFolder(path: unknown, root: string): boolean {
  try {
    return typeof path === 'string' && statSync(resolve(root, path)).isDirectory();
  } catch {
    return false;
  }
}

/** An insertion; without a place or a text it becomes a plain edit, and the gate says what is missing. */
function insertion({ path, insert_line: line, insert_text, new_str }: Input): TranslatedCall | Insertion {
  const text = insert_text ?? new_str;
  const fits = typeof line === 'number' && Number.isInteger(line) && line >= 0 && typeof text === 'string';
  return fits ? { path, line, text } : { name: 'edit_file', args: { path, insert_line: line, insert_text: text } };
}
