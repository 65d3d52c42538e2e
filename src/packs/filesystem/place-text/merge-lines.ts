import { compareLines, type HunkLine, newLines, oldLines } from './hunk.ts';
import { formOfNew, type IndentSample } from './indentation.ts';
import type { FileView } from './lines/file-view.ts';
import { isTrivial, similarity } from './lines/similarity.ts';
import type { Block } from './lines/splice.ts';
import { indentOf, isBlank, trimBoth, trimEnd, withoutSpace } from './lines/white-space.ts';
import { bareText } from './readings.ts';
import { createLineWriter, type LineWriter } from './write-lines.ts';

/** A hunk laid over the file: for each old line the line of the file that it is, or -1 where there is none. */
export interface LaidHunk {
  readonly lines: readonly HunkLine[];
  readonly images: readonly number[];
  /** The marks were found by comparing, so that they may be found anew. */
  readonly compared: boolean;
}

export interface Refusal {
  readonly refused: string;
}

/**
 * What becomes of the file's lines: kept ones are the file's own, and added ones get what the file's lines have and
 * the old ones had not. Refused where that cannot be told.
 */
export function mergeLines(view: FileView, laid: LaidHunk): readonly Block[] | Refusal {
  const { images } = laid;
  const [old, wanted] = [oldLines(laid), newLines(laid)];
  const own = images.map(line => (line < 0 ? undefined : view.file.lines[line]!));
  const samples = old.flatMap((text, line): IndentSample[] => {
    const image = own[line];
    // A misremembered line shows nothing.
    if (image === undefined || isBlank(text) || bareText(text) !== bareText(image)) return [];
    return [{ line, old: indentOf(text), file: indentOf(image) }];
  });
  const odd = samples.find(each => each.old !== each.file);
  const cut = odd === samples[0] && odd !== undefined && odd.old.length < odd.file.length;
  if (odd && !cut && isTrivial(old[odd.line]!) && samples.every(each => each === odd || each.old === each.file)) {
    return { refused: `«${old[odd.line]!.trim()}» stands there on another level, so another one may be meant` };
  }
  if (mixesLevels(laid.lines, samples))
    return { refused: 'equal lines stand on several levels, and which of them go cannot be told' };
  const form = formOfNew(old, wanted, samples);
  if (form === undefined) return { refused: 'in whose indentation the new text is written cannot be told' };
  // New text in the file's own form is compared with the file's own lines.
  const base = form === 'old' || !laid.compared ? old : old.map((text, line) => own[line] ?? text);
  const lines = form === 'old' || !laid.compared ? laid.lines : compareLines(base, wanted, trimEnd);
  const writer = createLineWriter(view, { old, own, samples, wanted, form, compared: laid.compared });
  return blocksOf(view, { lines, images, compared: laid.compared }, writer);
}

/** Whether the text stands on one level, and a line that goes is also one that stays, on another level of the file. */
function mixesLevels(lines: readonly HunkLine[], samples: readonly IndentSample[]): boolean {
  if (new Set(samples.map(each => each.old)).size !== 1 || new Set(samples.map(each => each.file)).size === 1)
    return false;
  const old = lines.filter(line => line.mark !== '+');
  const levels = Map.groupBy(samples, each => trimBoth(old[each.line]!.text));
  return levels
    .values()
    .some(
      all => new Set(all.map(each => each.file)).size > 1 && new Set(all.map(each => old[each.line]!.mark)).size > 1,
    );
}

/** Walks the hunk; each run of removed and added lines is a block, whose place its neighbours must agree on. */
function blocksOf(view: FileView, laid: LaidHunk, write: LineWriter): readonly Block[] | Refusal {
  const { lines } = laid;
  const blocks: Block[] = [];
  let [at, oldAt, newAt] = [0, 0, 0];
  while (at < lines.length) {
    if (lines[at]!.mark === ' ') {
      at++;
      oldAt++;
      newAt++;
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.mark === ' ');
    const run = lines.slice(at, end < 0 ? lines.length : end);
    const removed = run.filter(line => line.mark === '-').map(line => line.text);
    const added = run.filter(line => line.mark === '+').map(line => line.text);
    const pairs = pairLines(removed, added);
    const place = placeOf(view, laid, { oldAt, count: removed.length, added, pairs });
    if ('refused' in place) return place;
    const written: string[] = [];
    for (const [index, text] of added.entries()) {
      const pair = pairs.get(index);
      const made = write(text, {
        pair: pair === undefined ? undefined : oldAt + pair,
        above: oldAt - 1,
        below: oldAt + removed.length,
        newAt: newAt + index,
        even: removed.length === added.length,
      });
      if (typeof made !== 'string') return made;
      written.push(made);
    }
    blocks.push({ ...place, lines: written });
    at += run.length;
    oldAt += removed.length;
    newAt += added.length;
  }
  return blocks;
}

/** How many lines of the file lie between two, if all of them are blank; otherwise not a number. */
export function blanksBetween({ file }: FileView, above: number, below: number): number {
  if (above < 0 || below < 0) return 0;
  return file.lines.slice(above + 1, below).every(isBlank) ? below - above - 1 : Number.NaN;
}

interface BlockWish {
  readonly oldAt: number;
  readonly count: number;
  readonly added: readonly string[];
  readonly pairs: ReadonlyMap<number, number>;
}

const HIDDEN = { refused: 'lines that the text does not show stand beside those that it changes' };
const BLANKS = { refused: 'which of its blank lines the file has cannot be told' };

/** The lines of the file that removed lines are; where none are removed, the gap between those above and below. */
function placeOf(
  view: FileView,
  { lines, images, compared }: LaidHunk,
  { oldAt, count, added, pairs }: BlockWish,
): { from: number; to: number } | Refusal {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at)) {
    return { refused: 'lines that the text does not show stand among those to be replaced' };
  }
  const above = images.slice(0, oldAt).findLast(line => line >= 0) ?? -1;
  const below = images.slice(oldAt + count).find(line => line >= 0) ?? -1;
  const blank = (line: string | undefined) => line !== undefined && isBlank(line);
  const [lead, trail] = [blank(added[0]), blank(added.at(-1))];
  if (compared && hasOtherBlanks(view, { lines, images }, { oldAt, count, adds: added.some(isBlank) })) return BLANKS;
  if (count > 0) {
    const unseen = { above: blanksBetween(view, above, gone[0]!), below: blanksBetween(view, gone.at(-1)!, below) };
    if (Number.isNaN(unseen.above + unseen.below)) return HIDDEN;
    const more = { above: pairs.get(0) !== 0, below: pairs.get(added.length - 1) !== count - 1 };
    // A line that is new may lie on either side of blank lines that the text does not show.
    if (added.length > 0 && ((unseen.above > 0 && more.above) || (unseen.below > 0 && more.below))) return BLANKS;
    return { from: gone[0]!, to: gone[0]! + count };
  }
  if (above < 0 && below < 0) return { refused: 'the lines beside those to be added are not in the file' };
  const from = above >= 0 ? above + 1 : below;
  const gap = blanksBetween(view, above, below);
  if (gap === 0) return { from, to: from };
  // Blank lines that are new go with the lines that are added, so these lie beyond the one that is not shown.
  if (compared || lead === trail || !(gap > 0)) return HIDDEN;
  return trail ? { from: below, to: below } : { from, to: from };
}

/**
 * Whether the blank lines around a block are others than the file's, so that which of them it lies beside cannot be
 * told: up to the next visible line that is kept on either side; or anywhere in the text if blank lines are added.
 */
function hasOtherBlanks(
  view: FileView,
  { lines, images }: Pick<LaidHunk, 'lines' | 'images'>,
  { oldAt, count, adds }: { oldAt: number; count: number; adds: boolean },
): boolean {
  const old = lines.filter(line => line.mark !== '+');
  const kept = (line: HunkLine, at: number) => line.mark === ' ' && !isBlank(line.text) && images[at]! >= 0;
  const above = old.findLastIndex((line, at) => at < oldAt && kept(line, at));
  const below = old.findIndex((line, at) => at >= oldAt + count && kept(line, at));
  const between = old.slice(above + 1, below < 0 ? old.length : below);
  const blanks = between.filter(line => isBlank(line.text)).length;
  const absent = (at: number) => isBlank(old[at]!.text) && images[at]! < 0;
  const uneven = old.some((_, at) => absent(at) || (at > 0 && blanksBetween(view, images[at - 1]!, images[at]!) > 0));
  if (uneven && adds) return true;
  if (above < 0 || below < 0) return uneven && blanks > 0;
  const own = view.file.lines.slice(images[above]! + 1, images[below]!).filter(isBlank).length;
  // Where the file has none, all of them are too many, and lines that are replaced show the place.
  return own !== blanks && blanks > 0 && (own > 0 || count === 0);
}

/** For each added line the removed line it was made from: the same but for white space, or else alike, in order. */
function pairLines(removed: readonly string[], added: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  if (removed.length * added.length > 10_000) return pairs;
  const width = added.length + 1;
  const best = new Float64Array((removed.length + 1) * width);
  const alike = removed.map(one => {
    const bare = withoutSpace(one);
    return added.map(other => {
      if (bare === '' || isBlank(other)) return 0;
      if (bare === withoutSpace(other)) return 10;
      const share = similarity(one, other);
      return share >= 0.5 ? share : 0;
    });
  });
  for (let o = removed.length - 1; o >= 0; o--) {
    for (let n = added.length - 1; n >= 0; n--) {
      const paired = alike[o]![n]! > 0 ? alike[o]![n]! + best[(o + 1) * width + n + 1]! : 0;
      best[o * width + n] = Math.max(paired, best[(o + 1) * width + n]!, best[o * width + n + 1]!);
    }
  }
  for (let o = 0, n = 0; o < removed.length && n < added.length; ) {
    if (best[o * width + n] === best[(o + 1) * width + n]) o++;
    else if (best[o * width + n] === best[o * width + n + 1]) n++;
    else pairs.set(n++, o++);
  }
  return pairs;
}
