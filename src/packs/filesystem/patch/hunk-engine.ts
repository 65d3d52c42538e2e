import { comparableOld } from '../edit/coordinates.ts';
import { isBlockShift } from '../edit/indentation.ts';
import { locateEdit, type Miss } from '../edit/locate-edit.ts';
import { type MergedLine, mergeLines, type Refusal } from '../edit/merge-lines.ts';
import { bareText, FileView, READINGS } from '../edit/readings.ts';
import { type Change, compareLines } from '../edit/script.ts';
import { applySplices, toSplice } from '../edit/splice.ts';
import { allIndexesOf, positionAt, splitText, type TextLines } from '../edit/text-lines.ts';
import { plainText } from '../edit/typography.ts';
import { indentOf, isBlank, singleSpaced, trimBoth, trimEnd, withoutSpace } from '../edit/white-space.ts';
import { type Hunk, newLines, oldLines } from './patch-file.ts';
import { shiftHunk } from './shift-hunk.ts';

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

/** Readings below this one leave indentation as it is. */
const SURE_LEVELS = 2;

const found = new WeakMap<FileView, Map<string, FoundLines | undefined>>();

/** All places of whole lines under the first reading that gives any; of those that leave indentation as it is or not. */
export function findLines(view: FileView, old: readonly string[], sure: boolean): FoundLines | undefined {
  // Hunks are often equal where their places are many.
  const known = found.get(view) ?? new Map<string, FoundLines | undefined>();
  found.set(view, known);
  const key = `${sure}\n${old.join('\n')}`;
  if (!known.has(key)) known.set(key, searchLines(view, old, sure));
  return known.get(key);
}

function searchLines(view: FileView, old: readonly string[], sure: boolean): FoundLines | undefined {
  if (old.length === 0) return undefined;
  for (const [level, { name, key, fits }] of LINE_READINGS.entries()) {
    if (sure !== level < SURE_LEVELS) continue;
    // Blank lines alone say too little to be read in any way but literally.
    if (level > 0 && old.every(isBlank)) return undefined;
    const places = placesOf(view, old, key).filter(at => fits?.(view, at, old) ?? true);
    if (places.length > 0) return { reading: name, sure, places };
  }
  return undefined;
}

/** Where the lines stand, white space at their ends aside. */
export function findWritten(view: FileView, lines: readonly string[]): readonly number[] {
  return lines.every(isBlank) ? [] : placesOf(view, lines, trimEnd);
}

/** More places than anyone can choose from are not counted. */
const MANY = 10_000;

function placesOf(view: FileView, old: readonly string[], key: (line: string) => string): readonly number[] {
  const keys = view.keys(key);
  const wanted = old.map(key);
  return startsOf(view, { key, wanted: wanted.map(each => [each]) })
    .filter(at => wanted.every((each, index) => keys[at + index] === each))
    .take(MANY)
    .toArray();
}

/** Where lines may begin, each of which is one of several, going by the one that the file has least often. */
function* startsOf(
  view: FileView,
  { key, wanted }: { key: (line: string) => string; wanted: readonly (readonly string[])[] },
): Generator<number, undefined, undefined> {
  const positions = view.positions(key);
  const last = lineCount(view) - wanted.length;
  let fewest:
    | { readonly index: number; readonly lines: readonly (readonly number[])[]; readonly count: number }
    | undefined;
  for (const [index, each] of wanted.entries()) {
    const lines = each.map(line => positions.get(line) ?? []);
    const count = lines.reduce((sum, at) => sum + at.length, 0);
    if (!fewest || count < fewest.count) fewest = { index, lines, count };
  }
  if (!fewest) return;
  for (const lines of fewest.lines)
    for (const at of lines) if (at >= fewest.index && at - fewest.index <= last) yield at - fewest.index;
}

/** Places where the hunk stands but for context that lacks its mark, so that its first column was taken for one. */
export function findUnmarked(view: FileView, { lines }: Hunk): readonly number[] {
  const wanted = lines
    .filter(line => line.mark !== '+')
    .map(({ mark, text, bare }) => {
      const key = trimEnd(text);
      return mark === ' ' && !bare && key !== '' ? [key, ` ${key}`] : [key];
    });
  const keys = view.keys(trimEnd);
  return startsOf(view, { key: trimEnd, wanted })
    .filter(at => wanted.every((each, index) => each.includes(keys[at + index]!)))
    .take(MANY)
    .toArray();
}

/** Makes the hunk where its old lines stand. */
export function mergeHunk(view: FileView, given: Hunk, from: number): LineEdit | Refusal {
  const literal = literalEdit(view, withOwnContext(view, given, from), from);
  if (literal) return literal;
  const shifted = shiftHunk(view, given, view.file.lines.slice(from, from + oldLines(given).length));
  if (shifted && 'refused' in shifted) return shifted;
  const hunk = shifted ?? given;
  const old = oldLines(hunk);
  const wanted = newLines(hunk);
  const images = old.map((_, index) => from + index);
  const seen = indentedAsFile(view, hunk, from) ? images.map(line => view.file.lines[line]!) : old;
  const comparable = comparableOld({ file: view.file, old: seen, new: wanted, images });
  if (!comparable)
    return { refused: 'its lines are indented differently from the file, and its new lines like neither' };
  const script = { old: comparable, new: wanted, changes: changesOf(hunk) };
  const merge = mergeLines(view.file, script, { images, similar: new Set() });
  if ('refused' in merge) return merge;
  if (
    losesCharacters(
      hunk,
      images.map(line => view.file.lines[line]!),
      merge.lines,
    )
  )
    return { refused: 'how the file writes the quotes and dashes of its new lines cannot be told' };
  return { from: merge.from, to: merge.to + 1, lines: merge.lines };
}

/** Context is not written, so that spaces within it do not matter; its indentation, and its quotes, may show what new lines need. */
function withOwnContext({ file }: FileView, hunk: Hunk, from: number): Hunk {
  let at = from;
  const lines = hunk.lines.map(line => {
    if (line.mark === '+') return line;
    const own = file.lines[at++]!;
    const same = indentOf(own) === indentOf(line.text) && withoutSpace(own) === withoutSpace(line.text);
    return line.mark === ' ' && same ? { ...line, text: own } : line;
  });
  return { ...hunk, lines };
}

/** The hunk as it is written, where its old lines are the file's to the letter. */
function literalEdit({ file }: FileView, { lines }: Hunk, from: number): LineEdit | undefined {
  const merged: MergedLine[] = [];
  let at = from;
  let replaced: number[] = [];
  for (const { mark, text } of lines) {
    // A new line takes the ending of the one in whose place it comes.
    if (mark === '+') merged.push({ text, source: replaced.shift() ?? -1, own: false });
    else if (file.lines[at] !== text) return undefined;
    else if (mark === '-') replaced.push(at++);
    else {
      merged.push({ text, source: at++, own: true });
      replaced = [];
    }
  }
  return { from, to: at, lines: merged };
}

/** Whether a special character of the new lines was written otherwise, though no old line shows that it should be. */
function losesCharacters(hunk: Hunk, own: readonly string[], merged: readonly MergedLine[]): boolean {
  const specials = (lines: readonly string[]) => lines.join('').match(/[^\x00-\x7f]/gu) ?? [];
  const known = new Set(specials(own));
  const foreign = new Set(specials(oldLines(hunk)).filter(char => !known.has(char)));
  const wanted = specials(newLines(hunk)).filter(char => !foreign.has(char));
  const written = specials(merged.map(line => line.text));
  return [...new Set(wanted)].some(
    char => written.filter(each => each === char).length < wanted.filter(each => each === char).length,
  );
}

/**
 * Whether the lines that the hunk removes, or those next to what it adds, stand in the file as it has them. Then its
 * new lines are meant as they are, whatever happened to context further out; context is not written anyway.
 */
function indentedAsFile(view: FileView, { lines }: Hunk, from: number): boolean {
  let at = from;
  const placed = lines.map(({ mark, text }) => ({ mark, text, own: mark === '+' ? '' : view.file.lines[at++]! }));
  const bodies = placed.every(line => line.mark === '+' || trimBoth(line.text) === trimBoth(line.own));
  const tabs = (line: string) => indentOf(line).includes('\t');
  // Tabs for spaces further out may be in the new lines as well.
  if (placed.some(line => line.mark !== '+' && !isBlank(line.text) && tabs(line.text) !== tabs(line.own))) return false;
  // A line that is not indented shows nothing about those that are, where these may be indented with another width.
  const indented = (line: string) => indentOf(line) !== '';
  const widened = placed.some(
    line =>
      line.mark !== '+' && indented(line.text) && indented(line.own) && indentOf(line.text) !== indentOf(line.own),
  );
  const shows = (line: { text: string; own: string }) =>
    !isBlank(line.text) && (!widened || indented(line.text) || indented(line.own));
  const removed = placed.filter(line => line.mark === '-' && shows(line));
  const beside = placed.filter((line, index) => {
    if (line.mark !== ' ' || !shows(line)) return false;
    const before = placed.slice(index + 1).find(next => next.mark === '+' || !isBlank(next.text))?.mark === '+';
    const after = placed.slice(0, index).findLast(last => last.mark === '+' || !isBlank(last.text))?.mark === '+';
    return before || after;
  });
  const deciding = removed.length > 0 ? removed : beside;
  return bodies && deciding.length > 0 && deciding.every(line => trimEnd(line.text) === trimEnd(line.own));
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

/** Old lines by lines of the file: beyond this the engine takes too long. */
const MAX_COMPARED = 20_000_000;

/** The engine's further readings: pasted numbers, escapes, lines left out on purpose. */
export function locateLoosely(view: FileView, hunk: Hunk, path: string): { reading: string; edit: LineEdit } | Miss {
  const old = oldLines(hunk);
  const wanted = newLines(hunk);
  const none: Miss = { miss: 'none', tried: [] };
  if (old.every(isBlank) || isBlank(old[0]!) || isBlank(old.at(-1)!) || wanted.length === 0) return none;
  if (old.length * lineCount(view) > MAX_COMPARED) return none;
  if (isBlank(wanted[0]!) || isBlank(wanted.at(-1)!) || standsInsideLines(view, old)) return none;
  const text = { old: old.join('\n'), new: wanted.join('\n') };
  const found = locateEdit(view, text, { old, new: wanted }, { all: false, path });
  if ('miss' in found) return found;
  if (found.splices.length !== 1) return none;
  // Misremembered context is looked for by the hunk's own marks.
  if (found.reading.includes('misremembered')) return none;
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
