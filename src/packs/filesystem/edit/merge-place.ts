import { comparableOld } from './coordinates.ts';
import { linesInsideIndentation } from './inside-indentation.ts';
import { type Merge, mergeLines, type Refusal } from './merge-lines.ts';
import { bareEdges, bareText, type FileView, type Place } from './readings.ts';
import { compareLines, type Script } from './script.ts';
import { isTrivial } from './similarity.ts';
import { insertionsStand } from './standing-insertion.ts';
import { plainText } from './typography.ts';
import { indentOf, isBlank, trimBoth, trimEnd } from './white-space.ts';

export interface LinePair {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** What an edit does at the one place that it was found: a merge, or why not. */
export type PlaceOutcome = Merge | Refusal | { readonly applied: number };

/** Makes the edit at a place where the old text stands without gaps. */
export function mergePlace(view: FileView, place: Place, pair: LinePair, byText: boolean): PlaceOutcome {
  const whole = byText ? extendToLines(view, place, pair) : fitEdges(view, place, pair);
  if ('refused' in whole) return whole;
  const { from, to } = whole;
  const images = whole.old.map((_, index) => from + index);
  if (skipsLine(view, whole))
    return { refused: 'a bracket is indented as the one beside it, so a line may be left out' };
  const alignment = { images, similar: new Set<number>() };
  const old = comparableOld({ file: view.file, old: whole.old, new: whole.new, images });
  if (!old) return { refused: 'old_text is indented differently from the file, and new_text like neither' };
  const merge = mergeLines(view.file, compareLines(old, whole.new), alignment);
  if ('refused' in merge) return merge;
  // Equal lines can be paired in more than one way; if that shows in the result, it is not known which was meant.
  const backward = mergeLines(view.file, compareLines(old, whole.new, true), alignment);
  if ('refused' in backward) return backward;
  if (!sameText(merge, backward))
    return { refused: 'lines that repeat can be matched in two ways with different results' };
  const applied = alreadyApplied(view, merge, whole) ?? insertionsStand(view, { ...merge, from, to });
  return applied === undefined ? { ...merge, from, to } : { applied };
}

/** Whether a line that says little is indented not as in its place but as the next one, among lines that stand as written. */
function skipsLine({ file }: FileView, { from, to, old }: Pick<WholeLines, 'from' | 'to' | 'old'>): boolean {
  const stands = (line: string, at: number) => trimEnd(file.lines[at] ?? '') === trimEnd(line);
  const skips = (line: string, at: number, by: number) => {
    if (isBlank(line) || !isTrivial(line) || stands(line, at)) return false;
    let next = at + by;
    while (next > 0 && next < file.lines.length && isBlank(file.lines[next]!)) next += by;
    return stands(line, next);
  };
  const literal = old.some((line, index) => !isBlank(line) && stands(line, from + index));
  return literal && (skips(old[0]!, from, -1) || skips(old.at(-1)!, to, 1));
}

interface WholeLines extends LinePair {
  readonly from: number;
  readonly to: number;
}

/** A place inside lines as an edit of those lines. */
function extendToLines(view: FileView, place: Place, pair: LinePair): WholeLines | Refusal {
  const { prefix, suffix, from, to } = place;
  // After a line break that ends the old text comes the next line, which is not part of its last one.
  const cut = (pair.old[0] === '' ? '' : prefix) + (pair.old.at(-1) === '' ? '' : suffix);
  if (pair.old.length > 1 && !isBlank(cut) && !pair.old.some(line => /\w/.test(line))) {
    return { refused: 'old_text says too little to be sought inside lines' };
  }
  if (leavesCutLine(place, pair)) {
    return { refused: 'old_text ends or starts inside a line, and new_text adds lines there; send whole lines' };
  }
  if (!isBlank(prefix) && pair.old[0] !== '' && pair.old.length > 1 && isBlank(pair.old[0]!)) {
    return { refused: 'old_text starts with a blank line that the file has not there' };
  }
  const wanted = keepBreaks(view, place, pair);
  if (prefix !== '' && isBlank(prefix) && pair.old.length > 1 && pair.old[0] === '') {
    // A blank line of the file that holds white space is the empty line that the old text starts with.
    const atEnd = (lines: readonly string[]) => (isBlank(suffix) ? lines : lines.with(-1, lines.at(-1)! + suffix));
    return { from, to, old: atEnd(pair.old), new: atEnd(wanted) };
  }
  if (prefix === '' && suffix !== '' && isBlank(suffix) && pair.old.length > 1 && pair.old.at(-1) === '') {
    return { from, to, old: pair.old, new: wanted };
  }
  if (
    suffix !== '' &&
    isBlank(suffix) &&
    isBlank(prefix) &&
    !isBlank(pair.old.at(-1)!) &&
    pair.old.length !== wanted.length
  ) {
    // White space after the old text belongs to its last line, not to that of the new text.
    if (prefix === '') return { from, to, old: pair.old, new: wanted };
    return { refused: 'the line that old_text ends with has white space at its end; send whole lines' };
  }
  const last = pair.old.length - 1;
  const old = pair.old.map((line, index) => (index === 0 ? prefix : '') + line + (index === last ? suffix : ''));
  let head: readonly string[] = wanted.map((line, index) => (index === 0 ? prefix + line : line));
  const inIndentation = prefix !== '' && isBlank(prefix) && !isBlank(pair.old[0]!);
  if (inIndentation && wanted.join('') === '') {
    // Nothing is left of the line, so its indentation goes as well.
    if (isBlank(suffix) || pair.old.at(-1) === '') head = wanted;
  } else if (inIndentation && pair.old.every(isTrivial) && pair.old.length + wanted.length > 2) {
    return { refused: 'old_text lacks indentation and says too little to show the place' };
  } else if (inIndentation) {
    const further = pair.old.slice(1).filter(line => !isBlank(line));
    if (further.length > 0 && indentOf(pair.old[0]!) !== '' && further.every(line => indentOf(line) === '')) {
      // Only the first line shows how the model indents, and it may do so throughout.
      const last = (lines: readonly string[]) => lines.with(-1, lines.at(-1)! + suffix);
      return { from, to, old: last(pair.old), new: last(wanted) };
    }
    const lines = linesInsideIndentation({ prefix, old: pair.old, new: wanted, unit: view.unit });
    if (!lines) {
      return {
        refused:
          'old_text lacks some of the indentation of its first line, so that of new_text cannot be told; send whole lines',
      };
    }
    head = lines;
  }
  return { from, to, old, new: head.with(-1, head.at(-1)! + suffix) };
}

/**
 * Whether the old text shows only a piece of its first or last line and the new text adds lines beyond that piece:
 * the rest of the line would be torn off.
 */
function leavesCutLine({ prefix, suffix }: Place, pair: LinePair): boolean {
  const bare = (line: string) => trimBoth(plainText(line));
  const [old, wanted] = [pair.old.map(bare), pair.new.map(bare)];
  const [first, last] = [old[0]!, old.at(-1)!];
  // One line may well be broken in two; then a blank piece is what stands on the other side of the break.
  const cutHead = !isBlank(prefix) && !isBlank(first) && (old.length > 1 || !isBlank(wanted[0]!));
  if (cutHead && wanted[0] !== first && wanted.indexOf(first) > 0) return true;
  if (/\w$/.test(last) && /^[\w-]/.test(suffix) && wanted.length > old.length && wanted.at(-1) === '') return true;
  const cutTail = !isBlank(suffix) && !isBlank(last) && (old.length > 1 || !isBlank(wanted.at(-1)!));
  const at = wanted.lastIndexOf(last);
  return cutTail && at >= 0 && at < wanted.length - 1;
}

/**
 * A line break that only the old text has at its end (or start) would glue its neighbour to the new text; nobody
 * means that, so the break stays. One that joins only a blank line is taken as it is.
 */
function keepBreaks(view: FileView, { prefix, suffix, to }: Place, pair: LinePair): readonly string[] {
  let wanted = pair.new;
  const { old } = pair;
  const empty = wanted.length === 1 && wanted[0] === '';
  const last = view.file.lines.length - 1;
  if (!empty && old.length > 1 && old.at(-1) === '' && !isBlank(wanted.at(-1)!)) {
    const endsFile = to === last && suffix === '' && old.slice(0, -1).join('\n') !== wanted.join('\n');
    if (!isBlank(suffix) || endsFile) wanted = [...wanted, ''];
  }
  if (!empty && old.length > 1 && old[0] === '' && !isBlank(wanted[0]!) && !isBlank(prefix)) wanted = ['', ...wanted];
  if (empty && old.length > 2 && old[0] === '' && old.at(-1) === '' && prefix !== '' && suffix !== '')
    wanted = ['', ''];
  const endsLastLine = to === last - 1 && suffix === '' && view.file.lines[last] === '';
  if (endsLastLine && old.at(-1) !== '' && wanted.length > 1 && wanted.at(-1) === '') {
    const shorter = wanted.slice(0, -1);
    if (shorter.join('\n') !== old.join('\n')) wanted = shorter;
  }
  return wanted;
}

/** The same for a place of whole lines, where breaks at the ends of the old text were left out. */
function fitEdges(view: FileView, place: Place, pair: LinePair): WholeLines {
  let { from, to } = place;
  let old = bareEdges(pair.old);
  const headCut = pair.old.length > 1 && pair.old[0] === '';
  const tailCut = pair.old.length > old.length + (headCut ? 1 : 0);
  let wanted = pair.new;
  const gone = wanted.length === 1 && wanted[0] === '' && tailCut;
  if (headCut) {
    if (wanted.length > 1 && wanted[0] === '') wanted = wanted.slice(1);
    else if (from > 0 && isBlank(view.file.lines[from - 1]!)) {
      from--;
      old = ['', ...old];
    }
  }
  if (gone) return { from, to, old, new: [] };
  if (tailCut) {
    const last = view.file.lines.length - 1;
    if (wanted.length > 1 && wanted.at(-1) === '') wanted = wanted.slice(0, -1);
    else if (to + 1 < last && isBlank(view.file.lines[to + 1]!)) {
      to++;
      old = [...old, ''];
    }
  }
  return { from, to, old, new: wanted };
}

/** The line where the file already reads as the edit would make it, if the new text holds the old one. */
function alreadyApplied(view: FileView, merge: Merge, { from, old, new: wanted }: WholeLines): number | undefined {
  if (wanted.length < old.length) return undefined;
  const written = merge.lines.map(line => trimEnd(line.text));
  const keys = wanted.map(bareText);
  const wish = old.map(bareText);
  for (let shift = 0; shift + wish.length <= keys.length; shift++) {
    if (!wish.every((key, index) => key === keys[shift + index])) continue;
    const start = from - shift;
    if (start < 0) continue;
    const there = written.every((line, index) => {
      const own = view.file.lines[start + index];
      if (own === undefined) return false;
      // In its own place, white space at the end of a line may be all that the edit is about.
      return shift === 0 ? own === merge.lines[index]!.text : trimEnd(own) === line;
    });
    if (there) return start;
  }
  return undefined;
}

function sameText(a: Merge, b: Merge): boolean {
  return a.lines.length === b.lines.length && a.lines.every((line, index) => line.text === b.lines[index]!.text);
}

export type { Script };
