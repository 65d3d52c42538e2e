import { highlightLines, type Token } from './highlight.ts';
import { languageOf } from './languages.ts';
import { markWords, type Range } from './mark-words.ts';
import { type DiffRow, pairLines } from './pair-lines.ts';
import type { DiffFile, DiffLine } from './parse-diff.ts';

/** What is drawn of a line besides its text. */
export interface LineLook {
  readonly tokens?: readonly Token[];
  readonly marks?: readonly Range[];
}

/** How the lines of a file look: colours by hunk, for what was and for what is, and the words that have changed. */
export function looksOf(file: DiffFile, rows: readonly DiffRow[]): ReadonlyMap<DiffLine, LineLook> {
  const looks = new Map<DiffLine, LineLook>();
  const language = languageOf(file.name);
  for (const hunk of hunksOf(file.lines)) {
    for (const side of ['remove', 'add'] as const) {
      const lines = hunk.filter(({ kind }) => kind === 'same' || kind === side);
      const colours = highlightLines(lines.map(({ text }) => text).join('\n'), language);
      for (const [index, line] of lines.entries()) looks.set(line, { tokens: colours[index] ?? [] });
    }
  }
  for (const { left, right } of rows) {
    if (left?.kind !== 'remove' || right?.kind !== 'add') continue;
    const marks = markWords(left.text, right.text);
    looks.set(left, { ...looks.get(left), marks: marks.old });
    looks.set(right, { ...looks.get(right), marks: marks.new });
  }
  return looks;
}

function hunksOf(lines: readonly DiffLine[]): readonly DiffLine[][] {
  const hunks: DiffLine[][] = [[]];
  for (const line of lines) {
    if (line.kind === 'hunk') hunks.push([]);
    else if (line.kind !== 'note') hunks.at(-1)!.push(line);
  }
  return hunks.filter(({ length }) => length > 0);
}

/** A row, or unchanged ones that are folded away. */
export type ShownRow = DiffRow | { readonly folded: readonly DiffRow[] };

const LONG_RUN = 16;
const CONTEXT = 3;

/** Long runs of unchanged lines are folded but for the lines beside a change. */
export function foldRows(rows: readonly DiffRow[]): readonly ShownRow[] {
  const shown: ShownRow[] = [];
  for (let index = 0; index < rows.length; ) {
    let end = index;
    while (end < rows.length && rows[end]!.left?.kind === 'same') end++;
    const [first, last] = [index === 0 ? 0 : index + CONTEXT, end === rows.length ? end : end - CONTEXT];
    if (last - first >= LONG_RUN) {
      shown.push(...rows.slice(index, first), { folded: rows.slice(first, last) }, ...rows.slice(last, end));
    } else shown.push(...rows.slice(index, end));
    if (end < rows.length) shown.push(rows[end]!);
    index = end + 1;
  }
  return shown;
}

/** Notes that the head of a file says in its own words. */
const SAID = /^(?:diff |index |similarity |dissimilarity |rename |(?:new|deleted) (?:file|folder) )/;

/** What is drawn of a file: its rows without what its head says, and with the size of each gap in place of its `@@`. */
export function rowsOf(lines: readonly DiffLine[]): readonly DiffRow[] {
  let next = 1;
  return pairLines(lines).flatMap(row => {
    const { both, left, right } = row;
    if (left?.old !== undefined) next = left.old + 1;
    if (!both) return left || right ? [row] : [];
    if (both.kind === 'note') return SAID.test(both.text) ? [] : [row];
    const [, start = '0', count] = /^@@ -(\d+)(?:,(\d+))?/.exec(both.text) ?? [];
    const title = both.text.replace(/^@@[^@]*@@ ?/, '');
    // A hunk that only adds is named by the line before it.
    const first = Number(start) + (count === '0' ? 1 : 0);
    const gap = Math.max(0, first - next);
    next = Math.max(next, first);
    if (gap === 0 && title === '') return [];
    const skipped = gap === 0 ? '' : `${gap} unchanged ${gap === 1 ? 'line' : 'lines'}`;
    return [{ both: { kind: 'hunk', text: [skipped, title].filter(Boolean).join(' · ') } }];
  });
}
