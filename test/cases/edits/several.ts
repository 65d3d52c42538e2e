import type { TrueEdit } from './cases.ts';
import type { CorpusCase } from './measure.ts';
import { blank, indentOf } from './mistakes.ts';
import type { NamedEdit } from './sources.ts';

/** Two edits of one file in one call, both without the indentation that they share. */
export function* severalDedented(edits: readonly NamedEdit[]): Generator<CorpusCase> {
  for (const [at, { path, edit }] of edits.entries()) {
    const other = edits
      .slice(at + 1)
      .find(each => each.path === path && isSameFile(each.edit, edit) && isApart(each, { path, edit }))?.edit;
    if (!other) continue;
    const all = [...edit.old, ...edit.new, ...other.old, ...other.new].filter(line => !blank(line));
    const cut = Math.min(...all.map(line => indentOf(line).length));
    if (cut === 0 || [edit, other].some(each => each.new.length === 0 || each.old.every(blank))) continue;
    const bare = (lines: readonly string[]) => lines.map(line => (blank(line) ? line : line.slice(cut))).join('\n');
    const result = [...edit.before];
    for (const each of [edit, other].sort((a, b) => b.from - a.from)) {
      result.splice(each.from, each.old.length, ...each.new);
    }
    const flat = (lines: readonly string[]) => `\n${lines.map(line => line.replace(/\s+/g, '')).join('\n')}\n`;
    if ([edit, other].some(each => flat(edit.before).split(flat(each.old)).length !== 2)) continue;
    yield {
      kind: 'several edits dedented alike',
      class: 'decidable',
      path,
      file: edit.before.join('\n'),
      edits: [edit, other].map(each => ({ old_text: bare(each.old), new_text: bare(each.new) })),
      result: result.join('\n'),
    };
  }
}

/** Commits have several versions of a file. */
const isSameFile = (one: TrueEdit, other: TrueEdit): boolean => one.before.join('\n') === other.before.join('\n');

function isApart(one: NamedEdit, other: NamedEdit): boolean {
  const [a, b] = [one.edit, other.edit];
  return a.from + a.old.length < b.from || b.from + b.old.length < a.from;
}
