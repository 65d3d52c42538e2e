import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CallRequest, Outcome } from '../../index.ts';
import { readSaidText, recordOf } from '../read-said.ts';

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
      return { name: 'edit_file', args: { path: given.path, old_text: given.old_str, new_text: given.new_str ?? '' } };
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

/** The provider's `bash` keeps a shell that can be started anew; ours keeps a folder, which then is the root again. */
export function fromBash(input: unknown, root: string): Pick<CallRequest, 'args'> {
  const { restart, command, ...rest } = recordOf(input);
  if (restart === undefined) return { args: input };
  if (restart !== true || command !== undefined) return { args: { ...rest, command } };
  return { args: { command: `cd ${quote(root)}`, description: 'Begin anew in the root of the workspace' } };
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Lines around the place that are repeated, so that the edit finds the place and sees that it is still the same. */
const AROUND = 10;

interface Insertion {
  readonly path: unknown;
  /** The line after which the text goes; 0 is the beginning. */
  readonly line: number;
  readonly text: string;
}

/** Reads the lines around the place. */
export const lookAround = ({ path, line }: Insertion): Pick<CallRequest, 'name' | 'args'> => ({
  name: 'read_file',
  args: { path, offset: firstOf(line), limit: 2 * AROUND },
});

const firstOf = (line: number): number => Math.max(1, line - AROUND + 1);

/** The edit that inserts the text, or why there can be none. */
export function insertLines({ path, line, text }: Insertion, { value }: Outcome): TranslatedCall | { error: string } {
  const { content, lines: total } = recordOf(value);
  if (typeof total !== 'number') return { error: `INVALID_ARGUMENTS: ${String(path)} is no text file` };
  if (line > total)
    return { error: `INVALID_ARGUMENTS: insert_line must be from 0 to ${total}, the lines of the file` };
  const around = readSaidText(content).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const split = line === 0 ? 0 : line - firstOf(line) + 1;
  const [before, after] = [around.slice(0, split).join(''), around.slice(split).join('')];
  return { name: 'edit_file', args: { path, old_text: before + after, new_text: joined(before, text, after) } };
}

/** The text as lines of its own, with the line ends of the file. */
function joined(before: string, text: string, after: string): string {
  const end = /\r\n/.test(before + after) ? '\r\n' : '\n';
  const lines = text.replace(/\r?\n$/, '').replace(/\r?\n/g, end);
  const open = before === '' || before.endsWith('\n') ? before : before + end;
  const closed = after !== '' || before.endsWith('\n') || before === '' ? end : '';
  return `${open}${lines}${closed}${after}`;
}
