import { smallestOf } from '../../../tool/lists/long-lists.ts';
import type { FileView } from './file-view.ts';
import { compareLines, isAdded, newLines, oldLines } from './hunk.ts';
import type { IndentSample } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { firstImage, type LaidHunk, type Miss, NO_LINE, type Placed } from './placed.ts';
import { bareText } from './readings.ts';
import { type Block, sharedEnds, toSplice } from './splice.ts';
import { createLineWriter, Doubt, indentsOf, type LineWriter } from './write-lines.ts';

/** What a hunk that is laid over the file writes there; where the new lines stand around the old ones already, it is applied. */
export function writeHunk(view: FileView, laid: LaidHunk): Placed | Miss {
  const { reading, splice } = laid;
  const line = firstImage(laid);
  if (splice) return { reading, line, splices: [splice] };
  const around = laid.lines.some(isAdded) ? standsAround(view, laid) : undefined;
  if (around !== undefined) return { miss: 'already_applied', lines: [around] };
  try {
    return { reading, line, splices: blocksOf(view, laid).map(block => toSplice(view.file, block)) };
  } catch (error) {
    if (error instanceof Doubt) return { miss: 'refused', reading, lines: [line], why: error.message };
    throw error;
  }
}

/** Where the new lines stand already so that they hold the lines of a place. */
function standsAround({ file }: FileView, { lines, images }: LaidHunk): number | undefined {
  const keys = newLines(lines).map(trimEnd);
  const known = images.filter(line => line >= 0);
  for (let at = Math.max(0, known.at(-1)! + 1 - keys.length); at <= known[0]!; at++)
    if (keys.every((key, by) => key === trimEnd(file.lines[at + by] ?? '\0'))) return at;
  return undefined;
}

/** What becomes of the file's lines: kept ones are the file's own, and added ones are written in its form. */
function blocksOf(view: FileView, laid: LaidHunk): Block[] {
  const { lines, images, compared } = laid;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const own = old.map((text, at) => (images[at]! < 0 ? text : view.file.lines[images[at]!]!));
  const samples = old.flatMap((text, line): IndentSample[] =>
    images[line]! < 0 || isBlank(text) || bareText(text) !== bareText(own[line]!)
      ? []
      : [{ line, text, ...indentsOf(text, own[line]!) }],
  );
  const asFile = compared && isWrittenAsFile([old, own, wanted], samples);
  if (asFile && images.every((line, at) => line === images[0]! + at))
    return walk(view, { ...laid, lines: compareLines(own, wanted, trimEnd) }, text => text);
  if (asFile) throw new Doubt('the new text is written as the file, of which the old one shows too little');
  return walk(view, laid, createLineWriter(view, { lines, compared, old, own, wanted, samples }));
}

/**
 * Whether the new text is written as the file, and not as the old text, where these differ: as that with which it shares
 * lines at its ends; where it shares none with either, its outermost line shows it.
 */
function isWrittenAsFile(texts: readonly string[][], samples: readonly IndentSample[]): boolean {
  const [mine, files, fresh] = texts.map(lines => lines.map(trimEnd)) as [string[], string[], string[]];
  const shared = (one: string[], other: string[]) => {
    const { head, tail } = sharedEnds(one, fresh);
    const differ = (lines: readonly string[], from: number) =>
      lines.filter((line, at) => line !== other[from + at]).length;
    return differ(head, 0) + differ(tail, one.length - tail.length);
  };
  const [asOld, asFile] = [shared(mine, files), shared(files, mine)];
  const visible = fresh.filter(line => line !== '');
  const outermost = (indents: readonly string[]) => smallestOf(indents.map(indent => indent.length));
  const [outer, inOld, inFile] = [
    visible.map(indentOf),
    samples.map(each => each.old),
    samples.map(each => each.file),
  ].map(outermost);
  const moved = inOld !== inFile;
  if (asFile === 0 && (asOld > 0 || visible.length === 0 || !moved || outer === inOld)) return false;
  // One line of several may be as in the file by chance.
  const sure = asFile > 1 || samples.filter(each => each.old !== each.file).length < 2;
  const alone = outer === inFile && samples.length === 1 && visible.length === 1;
  if (asOld === 0 && (asFile > 0 ? sure && !(moved && outer === inOld) : alone)) return true;
  throw new Doubt('in whose indentation the new text is written cannot be told');
}

/** Walks the hunk; each run of removed and added lines is a block, whose place its neighbours must agree on. */
function walk(view: FileView, laid: LaidHunk, write: LineWriter): Block[] {
  const { lines } = laid;
  const blocks: Block[] = [];
  let [oldAt, newAt] = [0, 0];
  for (let at = 0; at < lines.length; at++) {
    const end = lines.findIndex((line, index) => index >= at && line.mark === ' ');
    const run = lines.slice(at, end < 0 ? lines.length : end);
    if (run.length > 0) {
      const [removed, added] = [oldLines(run), newLines(run)];
      const place = placeOf(view, laid, { oldAt, count: removed.length, added });
      const pairOf = (index: number) =>
        removed.length === added.length && !isBlank(removed[index]!) ? oldAt + index : undefined;
      blocks.push({ ...place, lines: added.map((text, index) => write(text, pairOf(index), newAt + index === 0)) });
      at += run.length;
      oldAt += removed.length;
      newAt += added.length;
    }
    oldAt++;
    newAt++;
  }
  return blocks;
}

/** The lines of the file that removed lines are; where none are removed, the gap between those above and below. */
function placeOf(
  { file }: FileView,
  { lines, images, compared }: LaidHunk,
  { oldAt, count, added }: { oldAt: number; count: number; added: readonly string[] },
): { from: number; to: number } {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at))
    throw new Doubt('lines that the text does not show stand among those to be replaced');
  const old = oldLines(lines);
  // A blank line that the file does not have shows nothing, but any other such line hides what is beside it.
  const seen = [...images.keys()].filter(at => images[at] !== NO_LINE || !isBlank(old[at]!));
  const above = images[seen.findLast(at => at < oldAt) ?? -1] ?? -1;
  const below = images[seen.find(at => at >= oldAt + count) ?? -1] ?? -1;
  if (count === 0 && above < 0 && below < 0) throw new Doubt('the lines beside those to be added are not in the file');
  const between = (from: number, to: number) => (from < 0 || to < 0 ? [] : file.lines.slice(from + 1, to));
  const hidden = [...between(above, gone[0] ?? below), ...(count > 0 ? between(gone.at(-1)!, below) : [])];
  // Lines that take the place of others show it, whatever blank lines beside it the text has or lacks; in two texts, only one by one.
  const sure = count > 0 && (!compared || (count === added.length && !added.some(isBlank)));
  const edges = [old[oldAt - 1] ?? '\0', old[oldAt + count] ?? '\0'];
  // Where both texts show a blank line there, and the file has more, the new one may mean that there be fewer.
  const fewer = compared && edges.some(isBlank);
  if (hidden.length > 0 && (!sure || fewer || !hidden.every(isBlank)))
    throw new Doubt('lines that the text does not show stand beside those that it changes');
  if (compared && !sure && [...added, ...edges].some(isBlank) && hasOtherBlanks(file.lines, old, images))
    throw new Doubt('which of its blank lines the file has cannot be told');
  const from = gone[0] ?? (above >= 0 ? above + 1 : below);
  return { from, to: from + count };
}

/** Whether a text has blank lines that the file has not, or lacks some: which of them a change lies beside cannot be told. */
function hasOtherBlanks(lines: readonly string[], old: readonly string[], images: readonly number[]): boolean {
  return images.some((line, at) => {
    if (line < 0) return isBlank(old[at]!);
    const gap = at > 0 && images[at - 1]! >= 0 ? lines.slice(images[at - 1]! + 1, line) : [];
    return gap.length > 0 && gap.every(isBlank);
  });
}
