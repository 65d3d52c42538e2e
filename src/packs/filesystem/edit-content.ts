import { ToolError } from '../../tool/error.ts';
import { type Located, locateEdit } from './edit/locate-edit.ts';
import { findPlaceholder } from './edit/placeholders.ts';
import { FileView } from './edit/readings.ts';
import { applySplices, type Splice, trimSplice } from './edit/splice.ts';
import { decodeText } from './edit/text-encoding.ts';
import { positionAt, splitFor, splitText, type TextLines } from './edit/text-lines.ts';
import { type Edit, type EditProblem, type Refused, sayEditProblems } from './say-edit-problem.ts';

export interface EditStatus {
  /** `exact`, or the reading under which the old text was found. */
  readonly how: string;
  /** Counted from 1, in the file as it was. */
  readonly lines: readonly number[];
}

export interface EditedContent {
  readonly bytes: Uint8Array;
  readonly statuses: readonly EditStatus[];
  /** Numbered lines around the changes, in the file as it is now. */
  readonly excerpt: string;
  readonly warnings: readonly string[];
}

const EXCERPT_LINES = 20;

/**
 * Applies all edits to the content of a file, or throws and none. All are matched against the original; what no edit
 * touches keeps its bytes, whatever the encoding.
 */
export function applyEdits(content: Uint8Array, edits: readonly Edit[], { path }: { path: string }): EditedContent {
  const decoded = decodeText(content);
  if (decoded.text.includes('\0')) {
    throw new ToolError('BINARY_FILE', `${path} is a binary file and cannot be edited as text`);
  }
  const file = splitText(decoded.text);
  const view = new FileView(file);
  const found = edits.map(edit => locate(view, edit, path));
  const problems = found.flatMap((result, index): EditProblem[] =>
    'splices' in result ? [] : [{ number: index + 1, edit: edits[index]!, problem: result }],
  );
  if (problems.length > 0) throw sayEditProblems(view, path, { problems, total: edits.length });
  const located = found as readonly Located[];
  const splices = located.flatMap(({ splices: own }) => own.map(splice => trimSplice(file, splice)));
  refuseOverlap(file, splices, path);
  const text = applySplices(decoded.text, splices);
  if (text === decoded.text) throw nothingToDo(path, 'the file already reads so');
  const alien = splices.map(({ text: inserted }) => decoded.unencodable(inserted)).find(char => char !== undefined);
  if (alien !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENTS',
      `${path} is ${decoded.encoding}, which has no ${JSON.stringify(alien)}; nothing was changed`,
    );
  }
  return {
    bytes: decoded.encode(text),
    statuses: located.map(({ reading, splices: own }) => ({
      how: reading,
      lines: own.map(({ start }) => positionAt(file, start).line + 1),
    })),
    excerpt: excerptOf(text, splices),
    warnings: [],
  };
}

function locate(view: FileView, edit: Edit, path: string): Located | Refused {
  const { replace_all: all = false } = edit;
  // A byte order mark is the file's; in a text it would be written once more.
  const marked = edit.old_text.startsWith('\ufeff');
  const [old, wanted] = [edit.old_text, edit.new_text].map(text => (marked ? text.replace(/^\ufeff/, '') : text)) as [
    string,
    string,
  ];
  const { file } = view;
  if (old === wanted) return { miss: 'invalid', why: 'old_text and new_text are the same' };
  if (old.trim() === '') {
    if (file.text.trim() === '' && old === file.text)
      return { reading: 'exact', splices: [{ start: 0, end: file.text.length, text: wanted }] };
    if (file.text === '') return { reading: 'exact', splices: [{ start: 0, end: 0, text: wanted }] };
    return { miss: 'invalid', why: 'old_text is empty or blank, so it says no place' };
  }
  const pair = { old: splitFor(file, old), new: splitFor(file, wanted) };
  const placeholder = findPlaceholder(pair.old, pair.new, path);
  if (placeholder) {
    return {
      miss: 'invalid',
      why: `new_text leaves code out (${JSON.stringify(placeholder.text.trim())}); write all of it`,
    };
  }
  return locateEdit(view, { old, new: wanted }, pair, { all, path });
}

function refuseOverlap(file: TextLines, splices: readonly Splice[], path: string): void {
  const ordered = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const [index, splice] of ordered.entries()) {
    const next = ordered[index + 1];
    const meets = next && (next.start < splice.end || (next.start === splice.start && next.end === splice.end));
    if (!meets) continue;
    const line = positionAt(file, next.start).line + 1;
    throw new ToolError(
      'INVALID_ARGUMENTS',
      `Two of the edits change the same text of ${path} (line ${line}); nothing was changed`,
      {
        suggestion: 'Join them into one edit. All edits are matched against the file as it was.',
      },
    );
  }
}

export const nothingToDo = (path: string, why: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `Nothing to change in ${path}: ${why}`, {
    suggestion: 'Go on; no edit is needed.',
  });

/** The lines of each change with two around it, at most twenty in all. */
function excerptOf(text: string, splices: readonly Splice[]): string {
  const after = splitText(text);
  const wanted = new Set<number>();
  let shift = 0;
  for (const { start, end, text: inserted } of splices.toSorted((a, b) => a.start - b.start)) {
    const from = positionAt(after, start + shift).line;
    const to = positionAt(after, start + shift + inserted.length).line;
    shift += inserted.length - (end - start);
    for (let line = from - 2; line <= to + 2; line++) if (line >= 0 && line < after.lines.length) wanted.add(line);
  }
  const last = after.lines.at(-1) === '' ? after.lines.length - 1 : after.lines.length;
  const lines = [...wanted].sort((a, b) => a - b).filter(line => line < last);
  const shown = lines.slice(0, EXCERPT_LINES);
  const rows = shown.flatMap((line, index) => {
    const gap = index > 0 && shown[index - 1] !== line - 1 ? ['   …'] : [];
    return [...gap, `${String(line + 1).padStart(6)}\t${after.lines[line]}`];
  });
  if (lines.length > shown.length) rows.push(`[${lines.length - shown.length} more changed lines]`);
  return rows.join('\n');
}
