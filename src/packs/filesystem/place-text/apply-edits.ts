import { ToolError } from '../../../tool/error.ts';
import { changedRanges, excerptOf } from './answer/excerpt.ts';
import { refuseMisses } from './answer/refuse-misses.ts';
import type { ApplyEditsOptions, Edit, EditResult, EditStatus } from './edit.ts';
import { FileView } from './lines/file-view.ts';
import { isTrivial } from './lines/similarity.ts';
import { applySplices, type Splice, sortSplices } from './lines/splice.ts';
import { type DecodedText, decodeText } from './lines/text-encoding.ts';
import { positionAt, splitText } from './lines/text-lines.ts';
import { indentOf } from './lines/white-space.ts';
import { locateEdit } from './locate-edit.ts';
import { isMiss, type Located, type Miss } from './placed.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';

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
  const found = locateAll(view, plain, path);
  if (found.some(isMiss)) {
    refuseMisses(view, plain, found, { ...options, wasThere: (edit, then) => !isMiss(locate(then, edit, path)) });
  }
  const located = found as readonly Located[];
  const owned = sortSplices(
    located.flatMap(({ places }, edit) => places.flatMap(splices => splices.map(splice => ({ edit, ...splice })))),
  );
  refuseOverlaps(view, owned, path);
  const alien = owned.map(({ text }) => decoded.unencodable(text)).find(char => char !== undefined);
  if (alien !== undefined) {
    throw invalid(path, `the file is ${decoded.encoding}, which cannot hold ${JSON.stringify(alien)}`, plain, []);
  }
  const text = applySplices(decoded.text, owned);
  if (text === decoded.text) throw invalid(path, 'it reads so already', plain, []);
  const after = splitText(text);
  const ranges = changedRanges(after, owned);
  const statuses = located.map(({ reading, places: { length } }, edit): EditStatus => {
    const lines = ranges
      .filter((_, at) => owned[at]!.edit === edit)
      .map(({ from, to }) => ({ from: from + 1, to: to + 1 }));
    return { edit: edit + 1, status: 'matched', matched: reading, replacements: length, lines };
  });
  return {
    bytes: decoded.encode(text),
    statuses,
    excerpt: excerptOf(after, ranges),
    warnings: warningsOf(view, plain, located),
  };
}

/** A byte order mark is the file's own; in a text it would be written once more. */
function withoutBom(edit: Edit): Edit {
  const strip = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);
  return { ...edit, old_text: strip(edit.old_text), new_text: strip(edit.new_text) };
}

function locate(view: FileView, edit: Edit, path: string, lost?: string): Located | Miss {
  const { old_text: old, new_text: wanted, replace_all: all = false } = edit;
  if (old.trim() === '') return { reading: 'exact', places: [[{ start: 0, end: old.length, text: wanted }]] };
  return locateEdit(view, edit, { all, path, ...(lost === undefined ? {} : { lost }) });
}

/** Each edit by itself; one that is in doubt once more, in the light of the indentation that others have lost. */
function locateAll(view: FileView, edits: readonly Edit[], path: string): readonly (Located | Miss)[] {
  const found = edits.map(edit => locate(view, edit, path));
  const lost = new Set(found.flatMap((each, at) => lostBy(view, edits[at]!, each) ?? []));
  const [only] = lost;
  if (lost.size !== 1 || only === undefined) return found;
  return found.map((each, at) => {
    const edit = edits[at]!;
    if (isMiss(each)) return locate(view, edit, path, only);
    if (each.reading !== 'exact' || !edit.old_text.split('\n').every(isTrivial)) return each;
    // Brackets that stand literally may do so by chance: these may have lost their indentation as well.
    const moved = edit.old_text.split('\n').map(line => (line === '' ? line : only + line));
    const places = view.find(line => line, moved);
    const own = positionAt(view.file, each.places[0]![0]!.start).line;
    return places.length === 0 ? each : { miss: 'several', reading: 'indentation', lines: [own, ...places] };
  });
}

/** The white space that a found edit lacks before all of its lines. */
function lostBy(view: FileView, edit: Edit, found: Located | Miss): string | undefined {
  if (isMiss(found) || found.reading !== 'indentation') return undefined;
  const first = edit.old_text.split('\n').find(line => line.trim() !== '')!;
  const { line } = positionAt(view.file, found.places[0]?.[0]?.start ?? 0);
  const own = view.file.lines.slice(Math.max(0, line - 50), line + 50).find(each => each.trim() === first.trim());
  const [indent, old] = [indentOf(own ?? ''), indentOf(first)];
  return own !== undefined && indent.endsWith(old) ? indent.slice(0, indent.length - old.length) : undefined;
}

/** Throws where two edits change the same text. They may share lines that both keep. */
function refuseOverlaps({ file }: FileView, owned: readonly (Splice & { edit: number })[], path: string): void {
  for (const [at, one] of owned.entries()) {
    const next = owned[at + 1];
    if (!next || next.edit === one.edit) continue;
    const same = one.start === next.start && one.end === next.end;
    if (!same && one.end <= next.start) continue;
    const [a, b] = [one.edit + 1, next.edit + 1].sort((x, y) => x - y);
    const line = positionAt(file, next.start).line + 1;
    const why = `edits ${a} and ${b} overlap at line ${line}, and each is matched against the file as it was`;
    throw new ToolError('INVALID_ARGUMENTS', `${path} was not edited: ${why}. Nothing was changed.`, {
      suggestion: 'Make one edit of both, or leave the lines that they share out of one.',
      details: { path, overlap: [a, b], line },
    });
  }
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

function warningsOf({ file }: FileView, edits: readonly Edit[], located: readonly Located[]): string[] {
  return located.flatMap(({ reading, places }, index) => {
    const { old_text: old, new_text: wanted } = edits[index]!;
    if (reading !== 'exact' || wanted !== '' || old.endsWith('\n')) return [];
    const { start, end } = places[0]![0]!;
    const { line, column } = positionAt(file, start);
    const whole = file.lines[line]!.slice(0, column).trim() === '' && file.text[end] === '\n';
    return whole ? [`Line ${line + 1} is left empty; to remove it, include its line break in old_text.`] : [];
  });
}
