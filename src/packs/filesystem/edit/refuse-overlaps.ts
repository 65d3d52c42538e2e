import { ToolError } from '../../../tool/error.ts';
import { type Splice, trimToLines } from './splice.ts';
import { positionAt, type TextLines } from './text-lines.ts';

/** A splice and the edit, counted from 0, that it comes from. */
export interface OwnedSplice {
  readonly edit: number;
  readonly splice: Splice;
}

/** Throws where two edits change the same text. They may share lines that both keep, but not only change neighbours. */
export function refuseOverlaps(file: TextLines, owned: readonly OwnedSplice[], path: string): void {
  const changed = owned
    .map(({ edit, splice }) => ({ edit, splice, core: trimToLines(file, splice) }))
    .toSorted((a, b) => a.core.start - b.core.start || a.core.end - b.core.end);
  for (const [at, one] of changed.entries()) {
    const next = changed[at + 1];
    if (!next || next.edit === one.edit || !meet(one.splice, next.splice)) continue;
    if (isLineBetween(file, one.core.end, next.core.start)) continue;
    throw overlap(path, [one.edit, next.edit], positionAt(file, next.core.start).line + 1);
  }
}

function meet(a: Splice, b: Splice): boolean {
  return (a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end);
}

function isLineBetween(file: TextLines, from: number, to: number): boolean {
  return from < to && /\S/.test(file.text.slice(from, to));
}

function overlap(path: string, edits: readonly number[], line: number): ToolError {
  const [a, b] = edits.map(edit => edit + 1).sort((x, y) => x - y);
  const why = `edits ${a} and ${b} overlap at line ${line}, and each is matched against the file as it was`;
  return new ToolError('INVALID_ARGUMENTS', `${path} was not edited: ${why}. Nothing was changed.`, {
    suggestion: 'Make one edit of both, or leave the lines that they share out of one.',
    details: { path, overlap: [a, b], line },
  });
}
