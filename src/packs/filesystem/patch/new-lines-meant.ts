import type { FileView } from '../edit/readings.ts';
import { indentOf, isBlank } from '../edit/white-space.ts';
import type { Hunk, HunkLine } from './patch-file.ts';

interface Placed extends HunkLine {
  /** The file's line, where this is not a new one. */
  readonly own: string;
}

/**
 * Whether the new lines of a hunk whose context is indented otherwise than the file are meant as they are written, or
 * to be moved as the context is. A removed line tells, and context that stands as written; else how the new lines
 * stand to those beside them.
 */
export function newLinesMeant(
  view: FileView,
  { lines }: Hunk,
  own: readonly string[],
): 'as written' | 'moved' | 'unclear' {
  let at = 0;
  const placed: Placed[] = lines.map(line => ({ ...line, own: line.mark === '+' ? '' : own[at++]! }));
  const old = placed.filter(line => line.mark !== '+' && !isBlank(line.text));
  if (old.some(line => indentOf(line.text) === indentOf(line.own))) return 'as written';
  if (!placed.some(line => line.mark === '+' && !isBlank(line.text))) return 'as written';
  const moved = scoreOf(view, placed, line => line.text);
  const written = scoreOf(view, placed, line => (line.mark === '+' ? line.text : line.own));
  if (moved === written) return 'unclear';
  return moved > written ? 'moved' : 'as written';
}

/** How many new lines stand to the context beside them as code does. */
function scoreOf(view: FileView, placed: readonly Placed[], textOf: (line: Placed) => string): number {
  const lines = placed.filter(line => !isBlank(line.text));
  let score = 0;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (!next || (line.mark === '+') === (next.mark === '+')) continue;
    const by = indentOf(textOf(next)).length - indentOf(textOf(line)).length;
    if (by === stepOf(view, line.text, next.text)) score++;
  }
  return score;
}

function stepOf({ unit = '' }: FileView, line: string, next: string): number {
  const opens = /[{([:]\s*$/.test(line);
  const closes = /^\s*[})\]]/.test(next);
  return opens === closes ? 0 : opens ? unit.length : -unit.length;
}
