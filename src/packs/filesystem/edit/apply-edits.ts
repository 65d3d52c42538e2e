import { diffArrays } from 'diff';
import { ToolError } from '../../../tool/error.ts';
import type { ApplyEditsOptions, Edit, EditResult, EditStatus } from './edit.ts';
import { changedRanges, excerptOf } from './excerpt.ts';
import { explainMiss } from './explain-miss.ts';
import { locateEdit } from './locate-edit.ts';
import { isMiss, type Located, type Miss } from './located.ts';
import { findPlaceholder } from './placeholders.ts';
import { FileView } from './readings.ts';
import { applySplices, type Splice, trimSplice } from './splice.ts';
import { type DecodedText, decodeText } from './text-encoding.ts';
import { positionAt, splitFor, splitText } from './text-lines.ts';

/**
 * Makes all edits in the content of a file, or throws and makes none. Each is matched against the original; what no
 * edit touches keeps its bytes. Wrong arguments are INVALID_ARGUMENTS (an empty search, no change, left-out code, two
 * edits of the same text, characters that the file's encoding lacks), no place is EDIT_NOT_FOUND, more than one
 * EDIT_AMBIGUOUS, and a place that was there when the file was read STALE_FILE.
 */
export function applyEdits(content: Uint8Array, edits: readonly Edit[], options: ApplyEditsOptions): EditResult {
  const decoded = decodeText(content);
  const view = new FileView(splitText(decoded.text));
  const plain = edits.map(withoutBom);
  refuseWrongArguments(decoded, plain, options);
  const found = plain.map(edit => locate(view, edit, options.path));
  refuseMisses(view, plain, found, options);
  const located = found as readonly Located[];
  const owned = located.flatMap(({ splices }, edit) => splices.map(splice => ({ edit, splice })));
  owned.sort((a, b) => a.splice.start - b.splice.start || a.splice.end - b.splice.end);
  refuseOverlaps(view, owned, options.path);
  const splices = owned.map(({ splice }) => trimSplice(view.file, splice));
  const alien = splices.map(({ text }) => decoded.unencodable(text)).find(char => char !== undefined);
  if (alien !== undefined) {
    throw invalid(
      options.path,
      `the file is ${decoded.encoding}, which cannot hold ${JSON.stringify(alien)}`,
      plain,
      [],
    );
  }
  const text = applySplices(decoded.text, splices);
  const ranges = changedRanges(splitText(text), splices);
  const statuses = located.map(({ reading, splices: { length } }, edit): EditStatus => {
    const lines = ranges
      .filter((_, at) => owned[at]!.edit === edit)
      .map(({ from, to }) => ({ from: from + 1, to: to + 1 }));
    return { edit: edit + 1, status: 'matched', matched: reading, replacements: length, lines };
  });
  return {
    bytes: decoded.encode(text),
    statuses,
    excerpt: excerptOf(text, ranges),
    warnings: warningsOf(view, plain, located),
  };
}

function withoutBom(edit: Edit): Edit {
  const strip = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);
  return { ...edit, old_text: strip(edit.old_text), new_text: strip(edit.new_text) };
}

function locate(view: FileView, edit: Edit, path: string): Located | Miss {
  const { old_text: old, new_text: wanted, replace_all: all = false } = edit;
  if (old === '') return { reading: 'exact', splices: [{ start: 0, end: 0, text: wanted }] };
  const pair = { old: splitFor(view.file, old), new: splitFor(view.file, wanted) };
  return locateEdit(view, { old, new: wanted }, pair, { all, path });
}

function refuseWrongArguments(decoded: DecodedText, edits: readonly Edit[], { path }: ApplyEditsOptions): void {
  if (edits.length === 0) throw invalid(path, 'there is no edit', edits, []);
  const wrong = edits.map(edit => wrongWith(decoded, edit, path));
  const first = wrong.findIndex(each => each !== undefined);
  if (first < 0) return;
  const which = edits.length > 1 ? `edit ${first + 1} of ${edits.length}: ` : '';
  throw invalid(path, which + wrong[first], edits, wrong);
}

function wrongWith(decoded: DecodedText, { old_text: old, new_text: wanted }: Edit, path: string): string | undefined {
  if (old === wanted) return 'old_text and new_text are the same, so there is nothing to change';
  if (old.trim() === '' && !(old === '' && decoded.text === '')) {
    return 'old_text is blank, which says no place; quote the lines to change, or write the whole file with write_file';
  }
  const placeholder = findPlaceholder(old.split('\n'), wanted.split('\n'), path);
  if (placeholder) {
    return `line ${placeholder.line} of new_text, «${placeholder.text.slice(0, 80)}», stands for code that is left out; write that code, or leave it out of old_text too`;
  }
  return undefined;
}

function invalid(path: string, why: string, edits: readonly Edit[], wrong: readonly (string | undefined)[]): ToolError {
  const statuses = edits.map((_, at) => ({ edit: at + 1, status: wrong[at] === undefined ? 'matched' : 'invalid' }));
  return new ToolError('INVALID_ARGUMENTS', `${path} was not edited: ${why}. Nothing was changed.`, {
    suggestion: 'Example: {"path":"a.ts","old_text":"const a = 1;","new_text":"const a = 2;"}',
    details: { path, statuses },
  });
}

function refuseMisses(
  view: FileView,
  edits: readonly Edit[],
  found: readonly (Located | Miss)[],
  options: ApplyEditsOptions,
): void {
  const at = found.findIndex(isMiss);
  if (at < 0) return;
  const statuses = found.map((each, index) => statusOf(view, each, index + 1));
  const failed = { number: at + 1, edit: edits[at]!, miss: found[at] as Miss };
  const stale = failed.miss.miss !== 'applied' && wasThere(edits[at]!, options);
  const changed = stale ? changedLines(view, options.changedSinceRead!) : undefined;
  const dependent = edits.slice(0, at).findIndex(edit => edit.new_text.includes(edits[at]!.old_text));
  const error = explainMiss(view, { path: options.path, failed, statuses, ...(changed ? { changed } : {}) });
  if (failed.miss.miss !== 'none' || dependent < 0) throw error;
  throw new ToolError(error.code, error.message, {
    details: error.details,
    suggestion: `Its old_text is part of new_text of edit ${dependent + 1}; all edits are matched against the file as it was, so make one edit of both.`,
  });
}

function statusOf(view: FileView, found: Located | Miss, edit: number): EditStatus {
  if (isMiss(found)) {
    const words = {
      none: 'not_found',
      several: 'ambiguous',
      disagreement: 'ambiguous',
      refused: 'refused',
      applied: 'already_applied',
    } as const;
    const at = 'lines' in found ? found.lines : 'line' in found ? [found.line] : [];
    return { edit, status: words[found.miss], lines: at.map(line => ({ from: line + 1, to: line + 1 })) };
  }
  const lines = found.splices.map(({ start, end }) => ({
    from: positionAt(view.file, start).line + 1,
    to: positionAt(view.file, end).line + 1,
  }));
  return { edit, status: 'matched', matched: found.reading, replacements: found.splices.length, lines };
}

/** Whether the edit could have been made in the content that the model read. */
function wasThere(edit: Edit, { changedSinceRead, path }: ApplyEditsOptions): boolean {
  if (!changedSinceRead) return false;
  return !isMiss(locate(new FileView(splitText(decodeText(changedSinceRead).text)), edit, path));
}

function changedLines(view: FileView, before: Uint8Array): number[] {
  const old = splitText(decodeText(before).text).lines;
  const changed = new Set<number>();
  let line = 0;
  for (const { value, added, removed } of diffArrays([...old], [...view.file.lines], { maxEditLength: 2000 }) ?? []) {
    if (removed) changed.add(Math.min(line, view.file.lines.length - 1) + 1);
    else {
      if (added) for (let at = 0; at < value.length; at++) changed.add(line + at + 1);
      line += value.length;
    }
  }
  return [...changed].sort((a, b) => a - b);
}

function refuseOverlaps(view: FileView, owned: readonly { edit: number; splice: Splice }[], path: string): void {
  for (const [at, { edit, splice }] of owned.entries()) {
    const next = owned[at + 1];
    const empty = next && next.splice.start === splice.start && next.splice.end === splice.end;
    if (!next || next.edit === edit || (next.splice.start >= splice.end && !empty)) continue;
    const line = positionAt(view.file, next.splice.start).line + 1;
    const [a, b] = [edit + 1, next.edit + 1].sort((x, y) => x - y);
    const why = `edits ${a} and ${b} overlap at line ${line}, and each is matched against the file as it was`;
    throw new ToolError('INVALID_ARGUMENTS', `${path} was not edited: ${why}. Nothing was changed.`, {
      suggestion: 'Make one edit of both, or leave the lines that they share out of one.',
      details: { path, overlap: [a, b], line },
    });
  }
}

function warningsOf(view: FileView, edits: readonly Edit[], located: readonly Located[]): string[] {
  return located.flatMap(({ reading, splices }, index) => {
    const { old_text: old, new_text: wanted } = edits[index]!;
    if (reading !== 'exact' || wanted !== '' || old.endsWith('\n')) return [];
    const { line, column } = positionAt(view.file, splices[0]!.start);
    const whole = view.file.lines[line]!.slice(0, column).trim() === '' && view.file.text[splices[0]!.end] === '\n';
    return whole ? [`Line ${line + 1} is left empty; to remove it, include its line break in old_text.`] : [];
  });
}
