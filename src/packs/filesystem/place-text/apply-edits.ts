import { ToolError } from '../../../tool/error.ts';
import { shorten } from './answer/excerpt.ts';
import { failedPlace } from './answer/say-failure.ts';
import { changeText, openText, overlapError } from './change-text.ts';
import type { FileView } from './file-view.ts';
import { isTrivial, positionAt, splitFor } from './lines.ts';
import { locateText } from './locate-text.ts';
import { attempt, Miss } from './miss.ts';
import { sharedEnds } from './splice.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import type { Placed } from './write-hunk.ts';

/** One replacement that a model asks for. */
export interface Edit {
  readonly old_text: string;
  readonly new_text: string;
  /** Whether every match of the first reading with any is replaced, instead of the one there must be. */
  readonly replace_all?: boolean;
}

/** The state of one edit of several, or what it would be if the others could be made too. */
export interface EditStatus {
  /** The number of the edit, from 1. */
  readonly edit: number;
  readonly status: 'matched' | Miss['kind'];
  /** `exact`, or in words what the match had to overlook. */
  readonly matched?: string;
  readonly replacements?: number;
  /** The lines, from 1, both included; in the new file once it is made, before that in the old one. */
  readonly lines?: readonly { readonly from: number; readonly to: number }[];
}

interface ApplyEditsOptions {
  /** The path, for messages and to know what three dots mean in such a file. */
  readonly path: string;
  /** The content as the model last read it, where that is known; it only explains a failure. */
  readonly changedSinceRead?: Uint8Array;
}

/**
 * Makes all edits in the content of a file, or throws and makes none. Each edit is matched against the original; bytes
 * that no edit touches stay. Wrong arguments are INVALID_ARGUMENTS (an empty search, no change, left-out code, two
 * edits of the same text, characters that the file's encoding lacks), no place is EDIT_NOT_FOUND, more than one
 * EDIT_AMBIGUOUS, and a place that was there when the file was read STALE_FILE.
 */
export function applyEdits(content: Uint8Array, edits: readonly Edit[], options: ApplyEditsOptions) {
  const { path } = options;
  // A file of one line has no line breaks yet, so it gets those of the edit.
  const opened = openText(content, path, edits.some(each => each.new_text.includes('\r\n')) ? '\r\n' : '\n');
  const { view } = opened;
  // A byte order mark is the file's own; one in an edit would be written once more.
  const bare = (text: string) => text.replace(/^\ufeff/, '');
  const plain = edits.map(edit => ({ ...edit, old_text: bare(edit.old_text), new_text: bare(edit.new_text) }));
  if (plain.length === 0) throw invalid(path, 'there is no edit');
  for (const [at, edit] of plain.entries()) {
    const wrong = wrongWith(view.file.text, edit, path);
    if (wrong) throw invalid(path, (edits.length > 1 ? `edit ${at + 1} of ${edits.length}: ` : '') + wrong);
  }
  for (const [at, { old_text }] of plain.entries()) {
    const first = plain.findIndex(each => each.old_text === old_text);
    if (first < at) throw overlapError(path, 'edits', [first, at]);
  }
  const found = locateAll(view, plain, path);
  if (found.some(each => each instanceof Miss)) throw explainMisses(view, plain, { ...options, found });
  const located = found as readonly Located[];
  const { bytes, excerpt, ranges } = changeText(opened, located, { path, what: 'edits' });
  if (Buffer.compare(bytes, content) === 0) throw invalid(path, 'it reads so already');
  const statuses = located.map((places, at): EditStatus => {
    const own = ranges.filter(each => each.owner === at);
    return { ...statusOf(places, at), lines: own.map(({ from, to }) => ({ from: from + 1, to: to + 1 })) };
  });
  return { bytes, statuses, excerpt, warnings: plain.flatMap((edit, at) => warningsOf(view, edit, located[at]![0]!)) };
}

type Located = readonly Placed[];

function statusOf(found: Located | Miss, at: number): EditStatus {
  if (!(found instanceof Miss))
    return { edit: at + 1, status: 'matched', matched: found[0]!.reading, replacements: found.length };
  return { edit: at + 1, status: found.kind, lines: found.lines.map(line => ({ from: line + 1, to: line + 1 })) };
}

function locate(view: FileView, edit: Edit, path: string): Located {
  const { old_text: old, new_text: text, replace_all: all = false } = edit;
  if (old.trim() === '') return [{ reading: 'exact', line: 0, splices: [{ start: 0, end: old.length, text }] }];
  return locateText(view, { pair: { old: splitFor(view.file, old), new: splitFor(view.file, text) }, path, all });
}

/** Locates each edit by itself. Brackets alone may match by chance where another edit has other indentation. */
function locateAll(view: FileView, edits: readonly Edit[], path: string): readonly (Located | Miss)[] {
  const found = edits.map(edit => attempt(() => locate(view, edit, path)));
  if (!found.some(each => !(each instanceof Miss) && each[0]!.reading === 'indentation')) return found;
  const why = 'brackets alone may stand there by chance: other edits are not indented as the file is';
  return found.map((each, at) =>
    each instanceof Miss || !splitFor(view.file, edits[at]!.old_text).every(isTrivial)
      ? each
      : new Miss('refused', [each[0]!.line], { why }),
  );
}

function wrongWith(file: string, { old_text: old, new_text: wanted }: Edit, path: string): string | undefined {
  if (old === wanted) return 'old_text and new_text are the same, so there is nothing to change';
  if (old.trim() === '' && old !== file)
    return 'old_text is blank, which says no place; quote the lines to change, or write the whole file with write_file';
  const placeholder = findPlaceholder(old.split('\n'), wanted.split('\n'), path);
  if (!placeholder) return undefined;
  return `line ${placeholder.line} of new_text, «${placeholder.text.slice(0, 80)}», stands for code that is left out; write that code, or leave it out of old_text too`;
}

const EXAMPLE = 'Example: {"path":"a.ts","old_text":"const a = 1;","new_text":"const a = 2;"}';

function invalid(path: string, why: string): ToolError {
  const message = `${path} was not edited: ${why}. Nothing was changed.`;
  return new ToolError('INVALID_ARGUMENTS', message, { suggestion: EXAMPLE, details: { path } });
}

function warningsOf({ file }: FileView, { old_text: old, new_text: wanted }: Edit, place: Placed): string[] {
  if (place.reading !== 'exact' || wanted !== '' || old.endsWith('\n')) return [];
  const { start, end } = place.splices[0]!;
  const { line, column } = positionAt(file, start);
  const whole = file.lines[line]!.slice(0, column).trim() === '' && file.text[end] === '\n';
  return whole ? [`Line ${line + 1} is left empty; to remove it, include its line break in old_text.`] : [];
}

/** The error where an edit goes nowhere: why that one, and the status of each edit. */
function explainMisses(
  view: FileView,
  edits: readonly Edit[],
  { path, changedSinceRead, found }: ApplyEditsOptions & { found: readonly (Located | Miss)[] },
): ToolError {
  const at = found.findIndex(each => each instanceof Miss);
  const miss = found[at] as Miss;
  const statuses = found.map(statusOf);
  const others = statuses.toSpliced(at, 1).map(({ edit, status }) => `${edit} ${status.replace('_', ' ')}`);
  const before = changedSinceRead && openText(changedSinceRead, path).view;
  const isApplied = miss.kind === 'already_applied';
  const stale = before && !isApplied && !(attempt(() => locate(before, edits[at]!, path)) instanceof Miss);
  const changed = stale ? changedLines(before, view) : undefined;
  const rest = [
    ...(changed
      ? [
          `The file changed since it was read, at ${changed.from === changed.to ? `line ${changed.from}` : `lines ${changed.from} to ${changed.to}`}.`,
        ]
      : []),
    ...(others.length > 0 ? [`The others: ${others.slice(0, 8).join(', ')}.`] : []),
    'Nothing was changed.',
  ];
  const { old_text } = edits[at]!;
  const dependent = edits.slice(0, at).findIndex(edit => edit.new_text.includes(old_text)) + 1;
  return failedPlace(view, miss, {
    path,
    lead: `${edits.length > 1 ? `Edit ${at + 1} of ${edits.length}` : 'The edit'} was not made in ${shorten(path, 120)}`,
    what: 'old_text',
    old: splitFor(view.file, old_text),
    rest,
    suggestion: suggestionFor(miss, path, dependent),
    details: {
      edit: at + 1,
      statuses,
      ...(isApplied ? { alreadyApplied: true } : {}),
      ...(changed ? { changedLines: changed } : {}),
    },
    stale,
  });
}

/** What to send instead; `dependent` is the number of an earlier edit whose new text the old one may be taken from. */
function suggestionFor({ kind, lines: [line] }: Miss, path: string, dependent: number): string {
  if (kind === 'already_applied') return 'Go on; nothing is left to do here.';
  if (kind === 'ambiguous')
    return 'Add lines above or below to old_text and new_text until one place fits, or set replace_all.';
  if (kind === 'not_found' && dependent > 0)
    return `Its old_text is part of new_text of edit ${dependent}; all edits are matched against the file as it was, so make one edit of both.`;
  const offset = line === undefined ? '' : `, offset ${Math.max(1, line - 4)}`;
  return `Send old_text exactly as the file has it (read_file ${path}${offset}), and new_text as it should be.`;
}

/** The changed lines of the content as it is, from 1: those between the lines at both ends that stay as they were. */
function changedLines(before: FileView, { lines }: FileView): { from: number; to: number } {
  const { head, tail } = sharedEnds(before.lines, lines);
  return { from: head.length + 1, to: Math.max(head.length + 1, lines.length - tail.length) };
}
