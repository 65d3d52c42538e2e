import type { CallRequest, Outcome } from '../../index.ts';
import { readSaidText, recordOf } from '../read-said.ts';

/** Lines around the place that are repeated, so that the edit finds the place and sees that it is still the same. */
const AROUND = 10;

export interface Insertion {
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
export function insertLines(
  { path, line, text }: Insertion,
  { value }: Outcome,
): Pick<CallRequest, 'name' | 'args'> | { readonly error: string } {
  const { content, lines: total } = recordOf(value);
  if (typeof total !== 'number') return { error: `INVALID_ARGUMENTS: ${String(path)} is no text file` };
  if (line > total)
    return { error: `INVALID_ARGUMENTS: insert_line must be from 0 to ${total}, the lines of the file` };
  const around = readSaidText(content).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const split = line === 0 ? 0 : line - firstOf(line) + 1;
  const [before, after] = [around.slice(0, split).join(''), around.slice(split).join('')];
  return {
    name: 'edit_file',
    args: { path, old_text: before + after, new_text: joined(before, text, after) },
  };
}

/** The text as lines of its own, with the line ends of the file. */
function joined(before: string, text: string, after: string): string {
  const end = /\r\n/.test(before + after) ? '\r\n' : '\n';
  const lines = text.replace(/\r?\n$/, '').replace(/\r?\n/g, end);
  const open = before === '' || before.endsWith('\n') ? before : before + end;
  const closed = after !== '' || before.endsWith('\n') || before === '' ? end : '';
  return `${open}${lines}${closed}${after}`;
}
