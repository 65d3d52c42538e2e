import { comparableOld } from '../edit/coordinates.ts';
import { isBlockShift } from '../edit/indentation.ts';
import { locateEdit, type Miss } from '../edit/locate-edit.ts';
import { type MergedLine, mergeLines, type Refusal } from '../edit/merge-lines.ts';
import { bareText, FileView, READINGS } from '../edit/readings.ts';
import { findRival } from '../edit/rival-place.ts';
import { type Change, compareLines } from '../edit/script.ts';
import { applySplices, toSplice } from '../edit/splice.ts';
import { allIndexesOf, positionAt, splitText, type TextLines } from '../edit/text-lines.ts';
import { plainText } from '../edit/typography.ts';
import { indentOf, isBlank, singleSpaced, trimBoth, trimEnd, withoutSpace } from '../edit/white-space.ts';
import { type Hunk, newLines, oldLines } from './patch-file.ts';

/*
 * The one file that knows how the edit engine works. A hunk says itself which of its lines are kept, so that nothing
 * has to be compared; it is made of whole lines, so that none is found inside another.
 */

export type { MergedLine, TextLines };
export { bareText, FileView, indentOf, isBlank, splitText, trimBoth };

/** File lines `[from, to)` become `lines`. */
export interface LineEdit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly MergedLine[];
}

/** How many lines the file has; the empty one after a final line break is none. */
export function lineCount({ file }: FileView): number {
  return file.lines.length - (file.lines.at(-1) === '' ? 1 : 0);
}

interface LineReading {
  readonly name: string;
  readonly key: (line: string) => string;
  readonly fits?: (view: FileView, at: number, old: readonly string[]) => boolean;
}

const asIs = (line: string): string => line;
const plainTrimmed = (line: string): string => trimBoth(plainText(line));

const LINE_READINGS: readonly LineReading[] = [
  { name: 'exact', key: asIs },
  { name: 'trailing white space', key: trimEnd },
  { name: 'indentation', key: trimBoth, fits: shiftsAsBlock },
  { name: 'indentation', key: trimBoth },
  { name: 'white space', key: singleSpaced },
  { name: 'white space', key: withoutSpace },
  { name: 'typographic characters', key: plainTrimmed },
  { name: 'typographic characters and white space', key: bareText },
];

function shiftsAsBlock(view: FileView, at: number, old: readonly string[]): boolean {
  const samples = old.flatMap((line, index) =>
    isBlank(line) ? [] : [{ old: indentOf(line), file: indentOf(view.file.lines[at + index]!) }],
  );
  return isBlockShift(samples, view.unit);
}

export interface FoundLines {
  readonly reading: string;
  /** Whether nothing but white space at the ends of lines was overlooked. */
  readonly sure: boolean;
  /** The first line of each place. */
  readonly places: readonly number[];
}

/** All places of whole lines under the first reading that gives any. */
export function findLines(view: FileView, old: readonly string[]): FoundLines | undefined {
  if (old.length === 0) return undefined;
  for (const [level, { name, key, fits }] of LINE_READINGS.entries()) {
    // Blank lines alone say too little to be read in any way but literally.
    if (level > 0 && old.every(isBlank)) return undefined;
    const places = placesOf(view, old, key).filter(at => fits?.(view, at, old) ?? true);
    if (places.length > 0) return { reading: name, sure: level < 2, places };
  }
  return undefined;
}

/** Where the lines stand, white space at their ends aside. */
export function findWritten(view: FileView, lines: readonly string[]): readonly number[] {
  return lines.every(isBlank) ? [] : placesOf(view, lines, trimEnd);
}

function placesOf(view: FileView, old: readonly string[], key: (line: string) => string): number[] {
  const keys = view.keys(key);
  const wanted = old.map(key);
  const last = lineCount(view) - wanted.length;
  const places: number[] = [];
  for (let at = keys.indexOf(wanted[0]!); at >= 0 && at <= last; at = keys.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((each, index) => keys[at + index] === each)) places.push(at);
  }
  return places;
}

/** Another place that may have been meant, when the lines fit one only under a reading. */
export function rivalOf(view: FileView, old: readonly string[], from: number): number | undefined {
  return findRival(view, old, { from, to: from + old.length - 1, tie: false });
}

/** Makes the hunk where its old lines stand. */
export function mergeHunk(view: FileView, hunk: Hunk, from: number): LineEdit | Refusal {
  const old = oldLines(hunk);
  const wanted = newLines(hunk);
  const images = old.map((_, index) => from + index);
  const comparable = comparableOld({ file: view.file, old, new: wanted, images });
  if (!comparable)
    return { refused: 'its lines are indented differently from the file, and its new lines like neither' };
  const script = { old: comparable, new: wanted, changes: changesOf(hunk) };
  const merge = mergeLines(view.file, script, { images, similar: new Set() });
  if ('refused' in merge) return merge;
  return { from: merge.from, to: merge.to + 1, lines: merge.lines };
}

function changesOf({ lines }: Hunk): Change[] {
  const changes: Change[] = [];
  let [oldAt, newAt] = [0, 0];
  let open: Change | undefined;
  for (const { mark } of lines) {
    if (mark === ' ') open = undefined;
    else {
      const change = { ...(open ?? { oldFrom: oldAt, oldTo: oldAt, newFrom: newAt, newTo: newAt }) };
      if (open) changes.pop();
      change[mark === '-' ? 'oldTo' : 'newTo']++;
      changes.push(change);
      open = change;
    }
    if (mark !== '+') oldAt++;
    if (mark !== '-') newAt++;
  }
  return changes;
}

/** The engine's further readings: pasted numbers, escapes, misremembered context. */
export function locateLoosely(view: FileView, hunk: Hunk, path: string): { reading: string; edit: LineEdit } | Miss {
  const old = oldLines(hunk);
  const wanted = newLines(hunk);
  const none: Miss = { miss: 'none', tried: [] };
  if (old.every(isBlank) || isBlank(old[0]!) || isBlank(old.at(-1)!) || wanted.length === 0) return none;
  if (isBlank(wanted[0]!) || isBlank(wanted.at(-1)!) || standsInsideLines(view, old)) return none;
  const text = { old: old.join('\n'), new: wanted.join('\n') };
  const found = locateEdit(view, text, { old, new: wanted }, { all: false, path });
  if ('miss' in found) return found;
  if (found.splices.length !== 1) return none;
  return { reading: found.reading, edit: toLineEdit(view.file, found.splices[0]!) };
}

/** No reading of whole lines fits, so that one of characters would begin or end within a line. */
function standsInsideLines(view: FileView, old: readonly string[]): boolean {
  if (allIndexesOf(view.file.text, old.join('\n'), 1).length > 0) return true;
  return READINGS.some(reading => reading.byText && reading.find(view, old).length > 0);
}

function toLineEdit(file: TextLines, splice: { start: number; end: number; text: string }): LineEdit {
  const start = positionAt(file, splice.start);
  const end = positionAt(file, splice.end);
  const text = file.lines[start.line]!.slice(0, start.column) + splice.text + file.lines[end.line]!.slice(end.column);
  const own = file.lines.slice(start.line, end.line + 1);
  const wanted = splitText(text).lines;
  const lines: MergedLine[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const change of [...compareLines(own, wanted).changes, undefined]) {
    for (; oldAt < (change?.oldFrom ?? own.length); oldAt++, newAt++)
      lines.push({ text: own[oldAt]!, source: start.line + oldAt, own: true });
    if (!change) break;
    for (; newAt < change.newTo; newAt++) lines.push({ text: wanted[newAt]!, source: -1, own: false });
    oldAt = change.oldTo;
  }
  return { from: start.line, to: end.line + 1, lines };
}

/** The text with all its lines, each with its own line break and a new one with its neighbour's. */
export function joinMerged(file: TextLines, lines: readonly MergedLine[]): string {
  if (file.text === '') return lines.map(line => line.text).join('\n');
  return applySplices(file.text, [toSplice(file, { from: 0, to: file.lines.length - 1, lines })]);
}
