import { ToolError } from '../../../tool/error.ts';
import type { ApplyEditsOptions, Edit, EditResult, EditStatus } from './edit.ts';
import { changedRanges, excerptOf } from './excerpt.ts';
import { locateEdit } from './locate-edit.ts';
import { isMiss, type Located, type Miss } from './located.ts';
import { findPlaceholder } from './placeholders.ts';
import { FileView } from './readings.ts';
import { refuseMisses } from './refuse-misses.ts';
import { refuseOverlaps } from './refuse-overlaps.ts';
import { isTrivial } from './similarity.ts';
import { applySplices, trimSplice } from './splice.ts';
import { type DecodedText, decodeText } from './text-encoding.ts';
import { positionAt, splitFor, splitText } from './text-lines.ts';

/**
 * Makes all edits in the content of a file, or throws and makes none. Each is matched against the original; what no
 * edit touches keeps its bytes. Wrong arguments are INVALID_ARGUMENTS (an empty search, no change, left-out code, two
 * edits of the same text, characters that the file's encoding lacks), no place is EDIT_NOT_FOUND, more than one
 * EDIT_AMBIGUOUS, and a place that was there when the file was read STALE_FILE.
 */
export function applyEdits(content: Uint8Array, edits: readonly Edit[], options: ApplyEditsOptions): EditResult {
  const { path } = options;
  const decoded = decodeText(content);
  if (decoded.text.includes('\0')) {
    throw new ToolError('BINARY_FILE', `${path} is a binary file and cannot be edited as text. Nothing was changed.`);
  }
  // A file of one line has no line breaks yet, so it gets those of the edit.
  const usual = edits.some(edit => edit.new_text.includes('\r\n')) ? '\r\n' : '\n';
  const view = new FileView(splitText(decoded.text, usual));
  const plain = edits.map(withoutBom);
  refuseWrongArguments(decoded, plain, path);
  const found = doubtBrackets(
    view,
    plain,
    plain.map(edit => locate(view, edit, path)),
  );
  const misses = found.some(isMiss);
  if (misses)
    refuseMisses(view, plain, found, { ...options, wasThere: (edit, then) => !isMiss(locate(then, edit, path)) });
  const located = found as readonly Located[];
  const owned = located.flatMap(({ splices }, edit) => splices.map(splice => ({ edit, splice })));
  owned.sort((a, b) => a.splice.start - b.splice.start || a.splice.end - b.splice.end);
  refuseOverlaps(view.file, owned, path);
  const pieces = owned.map(({ edit, splice }) => ({ edit, splice: trimSplice(view.file, splice) }));
  pieces.sort((a, b) => a.splice.start - b.splice.start);
  const splices = pieces.map(({ splice }) => splice);
  const alien = splices.map(({ text }) => decoded.unencodable(text)).find(char => char !== undefined);
  if (alien !== undefined) {
    throw invalid(path, `the file is ${decoded.encoding}, which cannot hold ${JSON.stringify(alien)}`, plain, []);
  }
  const text = applySplices(decoded.text, splices);
  if (text === decoded.text) throw invalid(path, 'it reads so already', plain, []);
  const ranges = changedRanges(splitText(text), splices);
  const statuses = located.map(({ reading, splices: { length } }, edit): EditStatus => {
    const lines = ranges
      .filter((_, at) => pieces[at]!.edit === edit)
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

/** A byte order mark is the file's own; in a text it would be written once more. */
function withoutBom(edit: Edit): Edit {
  const strip = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);
  return { ...edit, old_text: strip(edit.old_text), new_text: strip(edit.new_text) };
}

function locate(view: FileView, edit: Edit, path: string): Located | Miss {
  const { old_text: old, new_text: wanted, replace_all: all = false } = edit;
  if (old.trim() === '') return { reading: 'exact', splices: [{ start: 0, end: old.length, text: wanted }] };
  const pair = { old: splitFor(view.file, old), new: splitFor(view.file, wanted) };
  return locateEdit(view, { old, new: wanted }, pair, { all, path });
}

/** Where another edit is indented differently from the file, brackets that stand literally may do so by chance. */
function doubtBrackets(
  view: FileView,
  edits: readonly Edit[],
  found: readonly (Located | Miss)[],
): readonly (Located | Miss)[] {
  const shifted = (each: Located | Miss) => !isMiss(each) && each.reading.includes('indentation');
  if (!found.some(shifted)) return found;
  return found.map((each, at) => {
    const old = edits[at]!.old_text.split('\n');
    if (isMiss(each) || each.reading !== 'exact' || old.length < 2 || !old.every(isTrivial)) return each;
    const lines = each.splices.map(({ start }) => positionAt(view.file, start).line);
    return { miss: 'several', reading: 'indentation', lines };
  });
}

function refuseWrongArguments(decoded: DecodedText, edits: readonly Edit[], path: string): void {
  if (edits.length === 0) throw invalid(path, 'there is no edit', edits, []);
  const wrong = edits.map(edit => wrongWith(decoded, edit, path));
  const first = wrong.findIndex(each => each !== undefined);
  if (first < 0) return;
  const which = edits.length > 1 ? `edit ${first + 1} of ${edits.length}: ` : '';
  throw invalid(path, which + wrong[first], edits, wrong);
}

function wrongWith(decoded: DecodedText, { old_text: old, new_text: wanted }: Edit, path: string): string | undefined {
  if (old === wanted) return 'old_text and new_text are the same, so there is nothing to change';
  if (old.trim() === '' && old !== decoded.text) {
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

function warningsOf(view: FileView, edits: readonly Edit[], located: readonly Located[]): string[] {
  return located.flatMap(({ reading, splices }, index) => {
    const { old_text: old, new_text: wanted } = edits[index]!;
    if (reading !== 'exact' || wanted !== '' || old.endsWith('\n')) return [];
    const { line, column } = positionAt(view.file, splices[0]!.start);
    const whole = view.file.lines[line]!.slice(0, column).trim() === '' && view.file.text[splices[0]!.end] === '\n';
    return whole ? [`Line ${line + 1} is left empty; to remove it, include its line break in old_text.`] : [];
  });
}
