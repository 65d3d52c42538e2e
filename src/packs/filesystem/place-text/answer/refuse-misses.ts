import { diffArrays } from 'diff';
import { ToolError } from '../../../../tool/error.ts';
import type { ApplyEditsOptions, Edit, EditStatus } from '../edit.ts';
import { FileView } from '../lines/file-view.ts';
import { decodeText } from '../lines/text-encoding.ts';
import { positionAt, splitText } from '../lines/text-lines.ts';
import { isMiss, type Located, type Miss } from '../placed.ts';
import { explainMiss } from './explain-miss.ts';

export interface MissOptions extends ApplyEditsOptions {
  /** Whether the edit could have been made in another content. */
  wasThere(edit: Edit, content: FileView): boolean;
}

/** Throws for the first edit that goes nowhere, with the status of each. */
export function refuseMisses(
  view: FileView,
  edits: readonly Edit[],
  found: readonly (Located | Miss)[],
  { path, changedSinceRead, wasThere }: MissOptions,
): void {
  const at = found.findIndex(isMiss);
  if (at < 0) return;
  const statuses = found.map((each, index) => statusOf(view, each, index + 1));
  const failed = { number: at + 1, edit: edits[at]!, miss: found[at] as Miss };
  const before = changedSinceRead && new FileView(splitText(decodeText(changedSinceRead).text));
  const stale = before !== undefined && failed.miss.miss !== 'applied' && wasThere(edits[at]!, before);
  const changed = stale ? { changed: changedLines(before, view) } : {};
  const error = explainMiss(view, { path, failed, statuses, ...changed });
  const dependent = edits.slice(0, at).findIndex(edit => edit.new_text.includes(edits[at]!.old_text));
  if (failed.miss.miss !== 'none' || dependent < 0) throw error;
  throw new ToolError(error.code, error.message, {
    details: error.details,
    suggestion: `Its old_text is part of new_text of edit ${dependent + 1}; all edits are matched against the file as it was, so make one edit of both.`,
  });
}

const WORDS = {
  none: 'not_found',
  several: 'ambiguous',
  disagreement: 'ambiguous',
  refused: 'refused',
  elsewhere: 'refused',
  applied: 'already_applied',
} as const;

function statusOf(view: FileView, found: Located | Miss, edit: number): EditStatus {
  if (isMiss(found)) {
    const at = 'lines' in found ? found.lines : 'line' in found ? [found.line] : [];
    return { edit, status: WORDS[found.miss], lines: at.map(line => ({ from: line + 1, to: line + 1 })) };
  }
  const lines = found.places.flat().map(({ start, end }) => ({
    from: positionAt(view.file, start).line + 1,
    to: positionAt(view.file, end).line + 1,
  }));
  return { edit, status: 'matched', matched: found.reading, replacements: found.places.length, lines };
}

/** The lines of the content as it is, counted from 1, that are not as they were. */
function changedLines(before: FileView, { file }: FileView): number[] {
  const changed = new Set<number>();
  let line = 0;
  const parts = diffArrays([...before.file.lines], [...file.lines], { maxEditLength: 2000 }) ?? [];
  for (const { value, added, removed } of parts) {
    if (removed) changed.add(Math.min(line, file.lines.length - 1) + 1);
    else {
      if (added) for (let at = 0; at < value.length; at++) changed.add(line + at + 1);
      line += value.length;
    }
  }
  return [...changed].sort((a, b) => a - b);
}
