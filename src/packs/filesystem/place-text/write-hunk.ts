import type { FileView } from './file-view.ts';
import { compareLines, type HunkLine, newLines, oldLines } from './hunk.ts';
import type { IndentSample } from './indentation.ts';
import { createLineWriter, type FoundLines, type LineWriter, OPENS, type Refusal } from './line-writer.ts';
import { indentOf, isBlank, isTrivial, similarity, trimBoth, trimEnd } from './lines.ts';
import { bareText } from './readings.ts';
import type { Block } from './splice.ts';

/** A hunk laid over the file: for each old line the line of the file that it is, or -1 where there is none. */
interface LaidHunk {
  readonly lines: readonly HunkLine[];
  readonly images: readonly number[];
  /** The marks were found by comparing two texts, so that they may be found anew. */
  readonly compared: boolean;
}

/** What becomes of the file's lines: kept ones are the file's own, and added ones are written in its form. */
export function writeHunk(view: FileView, laid: LaidHunk): readonly Block[] | Refusal {
  const { lines, images, compared } = laid;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const own = old.map((text, at) => (images[at]! < 0 ? text : view.file.lines[images[at]!]!));
  const samples = old.flatMap((text, line): IndentSample[] =>
    images[line]! < 0 || isBlank(text) || bareText(text) !== bareText(own[line]!)
      ? []
      : [{ line, old: indentOf(text), file: indentOf(own[line]!) }],
  );
  const odd = samples.filter(each => each.old !== each.file);
  const cut = odd[0] === samples[0] && odd[0] !== undefined && odd[0].old.length < odd[0].file.length;
  // One bracket alone on another level is another bracket.
  if (odd.length === 1 && !cut && samples.length > 1 && isTrivial(old[odd[0]!.line]!))
    return { refused: `«${old[odd[0]!.line]!.trim()}» stands there on another level, so another one may be meant` };
  // A text on one level for lines on several lost its indentation: only lines that are replaced one by one show theirs.
  const levels = (side: 'old' | 'file') => new Set(samples.map(each => each[side])).size;
  if (odd.length > 0 && levels('old') === 1 && levels('file') > 1 && !(cut && odd.length === 1) && !isOneByOne(lines))
    return { refused: 'the text has lost its indentation' };
  if (compared) {
    const known = images.filter(line => line >= 0);
    const region = view.file.lines.slice(known[0], known.at(-1)! + 1);
    const form = formOf({ old, own, images, wanted, samples });
    const unseen =
      region.filter(line => !isBlank(line)).length !== known.filter(line => !isBlank(view.file.lines[line]!)).length;
    if (form === undefined || (form === 'file' && unseen))
      return { refused: 'in whose indentation the new text is written cannot be told' };
    if (form === 'file') {
      const anew = {
        lines: compareLines(region, wanted, trimEnd),
        images: region.map((_, at) => known[0]! + at),
        compared,
      };
      // Blank lines alone that come or go may be the ones that the old text left out.
      const alone = (line: HunkLine, at: number) =>
        line.mark !== ' ' &&
        isBlank(line.text) &&
        [at - 1, at + 1].every(by => anew.lines[by]?.mark !== '+' && anew.lines[by]?.mark !== '-');
      if (region.length !== old.length && anew.lines.some(alone)) return BLANKS;
      const strays = old.some((line, at) => /\s$/.test(line) && !isBlank(line) && !/\s$/.test(own[at]!));
      return blocksOf(view, anew, text => (strays ? trimEnd(text) : text));
    }
  }
  return blocksOf(view, laid, createLineWriter(view, { old, own, samples, wanted, compared }));
}

/**
 * Whether the new text is written as the old one or as the file, where these differ: lines that it shares with one of
 * them alone show it, and so do the blank lines between two of those. Without any, its outermost line shows it.
 */
function formOf({
  old,
  own,
  images,
  wanted,
  samples,
}: Omit<FoundLines, 'compared'> & { images: readonly number[] }): 'old' | 'file' | undefined {
  const visible = wanted.filter(line => !isBlank(line));
  const shown = { old: 0, file: 0 };
  const count = (lines: readonly string[], line: string) => lines.filter(each => each === line).length;
  const off = old.map((_, at) => at).filter(at => images[at]! >= 0 && !isBlank(old[at]!) && old[at] !== own[at]);
  const telling = off.filter(at => !isTrivial(old[at]!));
  for (const at of telling.length > 0 ? telling : off) {
    if (wanted.includes(old[at]!)) shown.old++;
    if (count(wanted, own[at]!) > count(old, own[at]!)) shown.file++;
  }
  const seen = old.map((_, at) => at).filter(at => images[at]! >= 0 && !isBlank(old[at]!));
  const inNew = keptLines(old, wanted);
  for (const [index, to] of seen.entries()) {
    const from = seen[index - 1];
    if (from === undefined || !inNew.has(from) || !inNew.has(to)) continue;
    const gap = wanted.slice(inNew.get(from)! + 1, inNew.get(to));
    const [mine, files] = [to - from, images[to]! - images[from]!];
    if (mine === files || !gap.every(isBlank)) continue;
    if (gap.length + 1 === mine) shown.old++;
    if (files > mine && gap.length + 1 === files) shown.file++;
  }
  const outermost = (indents: readonly string[]) => Math.min(...indents.map(indent => indent.length));
  const outer = { old: outermost(samples.map(each => each.old)), file: outermost(samples.map(each => each.file)) };
  const outerNew = outermost(visible.map(indentOf));
  if (shown.old > 0 && shown.file === 0) return 'old';
  const moved = outer.old !== outer.file;
  if (shown.file > 0 && shown.old === 0 && !(moved && outerNew === outer.old)) return 'file';
  if (shown.file > 0 && off.every(at => trimEnd(old[at]!) === trimEnd(own[at]!))) return 'old';
  if (shown.file > 0) {
    // Lines may go deeper to just where the file has them, inside a block that is new.
    const known = new Set(old.map(trimBoth));
    return outerNew === outer.old && visible.some(line => OPENS.test(line) && !known.has(trimBoth(line)))
      ? 'old'
      : undefined;
  }
  if (visible.length === 0 || !moved || outerNew === outer.old) return 'old';
  return outerNew === outer.file && samples.length === 1 && visible.length === 1 ? 'file' : undefined;
}

/** The visible lines that both texts keep, as numbers in each. */
function keptLines(old: readonly string[], wanted: readonly string[]): Map<number, number> {
  const [mine, theirs] = [old, wanted].map(lines => lines.map((_, at) => at).filter(at => !isBlank(lines[at]!)));
  const kept = new Map<number, number>();
  let [oldAt, newAt] = [0, 0];
  for (const { mark } of compareLines(
    mine!.map(at => old[at]!),
    theirs!.map(at => wanted[at]!),
  )) {
    if (mark === ' ') kept.set(mine![oldAt]!, theirs![newAt]!);
    if (mark !== '+') oldAt++;
    if (mark !== '-') newAt++;
  }
  return kept;
}

/** Whether each run of changes takes as many lines as it adds. */
function isOneByOne(lines: readonly HunkLine[]): boolean {
  const runs = lines
    .map(line => line.mark)
    .join('')
    .split(' ');
  return runs.every(run => run.split('-').length === run.split('+').length);
}

/** Walks the hunk; each run of removed and added lines is a block, whose place its neighbours must agree on. */
function blocksOf(view: FileView, laid: LaidHunk, write: LineWriter): readonly Block[] | Refusal {
  const { lines, images } = laid;
  const blocks: Block[] = [];
  let [oldAt, newAt] = [0, 0];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]!.mark === ' ') {
      at++;
      oldAt++;
      newAt++;
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.mark === ' ');
    const run = lines.slice(at, end < 0 ? lines.length : end);
    const removed = oldLines(run);
    const added = newLines(run);
    const pairs = pairLines(removed, added);
    const place = placeOf(view, laid, { oldAt, count: removed.length, added, pairs });
    if ('refused' in place) return place;
    const written: string[] = [];
    for (const [index, text] of added.entries()) {
      const pair = pairs[index]! < 0 ? undefined : oldAt + pairs[index]!;
      const made = write(text, {
        pair,
        above: oldAt - 1,
        below: oldAt + removed.length,
        newAt: newAt + index,
      });
      if (typeof made !== 'string') return made;
      written.push(made);
    }
    const forms =
      removed.length === 0 ? written : added.length === 0 ? view.file.lines.slice(place.from, place.to) : [];
    const [before, after] = [images[oldAt - 1] ?? -1, images[oldAt + removed.length] ?? -1];
    // A run may as well lie one line higher or lower where a line beside it is equal; then these must be equal in the file too.
    const slides = (text: string | undefined, line: number, form: string | undefined) =>
      text !== undefined && !isBlank(text) && line >= 0 && form !== undefined && view.file.lines[line] !== form;
    const [above, below] = [lines[at - 1], lines[at + run.length]];
    if (
      laid.compared &&
      forms.length > 0 &&
      ((above?.text === run.at(-1)!.text && slides(above.text, before, forms.at(-1))) ||
        (below?.text === run[0]!.text && slides(below.text, after, forms[0])))
    )
      return { refused: 'which of its equal lines is meant cannot be told' };
    blocks.push({ ...place, lines: written });
    at += run.length;
    oldAt += removed.length;
    newAt += added.length;
  }
  return blocks;
}

/** For each added line the removed line it was made from, or -1: the next one that is alike. */
function pairLines(removed: readonly string[], added: readonly string[]): number[] {
  let from = 0;
  return added.map(text => {
    if (isBlank(text) || removed.length * added.length > 10_000) return -1;
    const found = removed.findIndex((line, at) => at >= from && !isBlank(line) && similarity(line, text) >= 0.5);
    if (found >= 0) from = found + 1;
    return found;
  });
}

interface BlockWish {
  readonly oldAt: number;
  readonly count: number;
  readonly added: readonly string[];
  readonly pairs: readonly number[];
}

const HIDDEN = { refused: 'lines that the text does not show stand beside those that it changes' };
const BLANKS = { refused: 'which of its blank lines the file has cannot be told' };

/** The lines of the file that removed lines are; where none are removed, the gap between those above and below. */
function placeOf(
  { file }: FileView,
  { lines, images, compared }: LaidHunk,
  { oldAt, count, added, pairs }: BlockWish,
): { from: number; to: number } | Refusal {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at))
    return { refused: 'lines that the text does not show stand among those to be replaced' };
  const above = images.slice(0, oldAt).findLast(line => line >= 0) ?? -1;
  const below = images.slice(oldAt + count).find(line => line >= 0) ?? -1;
  const between = (from: number, to: number) => (from < 0 || to < 0 ? [] : file.lines.slice(from + 1, to));
  const gaps = [between(above, gone[0] ?? below), count > 0 ? between(gone.at(-1)!, below) : []] as const;
  if (gaps.flat().some(line => !isBlank(line))) return HIDDEN;
  if (compared && hasOtherBlanks(file.lines, { lines, images }, { oldAt, count, added })) return BLANKS;
  if (count > 0) {
    // A line that is new may lie on either side of blank lines that the text does not show.
    const more = [pairs[0] !== 0, pairs.at(-1) !== count - 1];
    // Where a blank line beside those that go is not shown and one on their other side is, either may go with them.
    const double =
      added.length === 0 &&
      [file.lines[gone[0]! - 1], file.lines[gone.at(-1)! + 1]].every(line => line !== undefined && isBlank(line));
    if (gaps.some((gap, side) => gap.length > 0 && (double || (added.length > 0 && more[side])))) return BLANKS;
    return { from: gone[0]!, to: gone[0]! + count };
  }
  if (above < 0 && below < 0) return { refused: 'the lines beside those to be added are not in the file' };
  const from = above >= 0 ? above + 1 : below;
  if (gaps[0].length === 0) return { from, to: from };
  // Blank lines that are new go with the lines that are added, so these lie beyond the one that is not shown.
  const [lead, trail] = [isBlank(added[0]!), isBlank(added.at(-1)!)];
  if (compared || lead === trail) return HIDDEN;
  return trail ? { from: below, to: below } : { from, to: from };
}

/** Whether blank lines of the old text around a block are not in the file, so that which of them it lies beside cannot be told. */
function hasOtherBlanks(
  file: readonly string[],
  { lines, images }: Pick<LaidHunk, 'lines' | 'images'>,
  { oldAt, count, added }: Omit<BlockWish, 'pairs'>,
): boolean {
  const old = oldLines(lines);
  const absent = (at: number) => isBlank(old[at]!) && images[at]! < 0;
  const uneven = old.some(
    (_, at) => absent(at) || (at > 0 && images[at - 1]! >= 0 && images[at]! > images[at - 1]! + 1),
  );
  if (!uneven) return false;
  if ([...added, ...old.slice(oldAt, oldAt + count)].some(isBlank)) return true;
  let [first, last] = [oldAt - 1, oldAt + count];
  while (first >= 0 && isBlank(old[first]!)) first--;
  while (last < old.length && isBlank(old[last]!)) last++;
  if ((first < 0 || last === old.length) && last - first - 1 > count) return true;
  const around = old
    .slice(first + 1, last)
    .map((_, at) => first + 1 + at)
    .filter(absent);
  const blanks = file.slice((images[first] ?? -1) + 1, images[last] ?? 0).filter(isBlank).length;
  // Where the file has none, all of them are too many, and lines that are replaced show the place.
  return around.length > 0 && (blanks > 0 || count === 0);
}
