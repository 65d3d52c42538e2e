import { smallestOf } from '../../../tool/lists/long-lists.ts';
import type { FileView } from './file-view.ts';
import { compareLines, isAdded, isOld, newLines, oldLines } from './hunk.ts';
import type { IndentSample } from './indentation.ts';
import { firstImage, type LaidHunk, NO_LINE } from './laid-hunk.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { attempt, Miss, refusePlace } from './miss.ts';
import { bareText } from './readings.ts';
import { type Block, type Splice, toSplice, writeAlike } from './splice.ts';
import { createLineWriter, indentsOf, type LineWriter } from './write-lines.ts';

/** Where an edit or a hunk goes and what it writes there. */
export interface Placed {
  readonly reading: string;
  readonly splices: readonly Splice[];
  /** Counted from 0. */
  readonly line: number;
  /** What told one of several places from the others. */
  readonly decided?: string | undefined;
}

/** What a hunk that is laid over the file writes there; where the new lines stand around the old ones already, it is applied. */
export function writeHunk(view: FileView, laid: LaidHunk): Placed {
  const { reading, splice, lines } = laid;
  const line = firstImage(laid);
  if (splice) return { reading, line, splices: [splice] };
  const around = lines.some(isAdded) ? standsAround(view, laid) : undefined;
  if (around !== undefined) throw new Miss('already_applied', [around]);
  const made = attempt(() => {
    const ways = comparisons(laid).map(each => blocksOf(view, each).map(block => toSplice(view.file, block)));
    if (!writeAlike(view.file.text, ways)) refusePlace('which of its equal lines are new cannot be told');
    return ways[0]!;
  });
  if (made instanceof Miss) throw new Miss('refused', [line], { reading, why: made.message });
  return { reading, line, splices: made };
}

/** Two texts are compared from the start and from the end: which of equal lines are new must not matter. */
function comparisons(laid: LaidHunk): LaidHunk[] {
  if (!laid.wording.compared) return [laid];
  const [old, wanted] = [oldLines(laid.lines).toReversed(), newLines(laid.lines).toReversed()];
  return [laid, { ...laid, lines: compareLines(old, wanted, trimEnd).toReversed() }];
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
  const { lines, images, wording } = laid;
  const { compared } = wording;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const own = old.map((text, at) => (images[at]! < 0 ? text : view.file.lines[images[at]!]!));
  const samples = old.flatMap((text, line): IndentSample[] =>
    images[line]! < 0 || isBlank(text) || bareText(text) !== bareText(own[line]!)
      ? []
      : [{ line, text, ...indentsOf(text, own[line]!) }],
  );
  const asFile = compared && isWrittenAsFile({ old, own, wanted }, samples);
  if (asFile && images.every((line, at) => line === images[0]! + at))
    return walk(view, { ...laid, lines: compareLines(own, wanted, trimEnd) }, text => text);
  if (asFile) refusePlace('the new text is written as the file, of which the old one shows too little');
  return walk(view, laid, createLineWriter(view, { lines, compared, old, own, wanted, samples }));
}

/**
 * Whether the new text is written as the file, and not as the old text, where these differ: as that with which it shares
 * more lines; where it shares none with either, as the old one if it begins as far out, and one line as the file if it does.
 */
function isWrittenAsFile(
  { old, own, wanted }: Record<'old' | 'own' | 'wanted', readonly string[]>,
  samples: readonly IndentSample[],
): boolean {
  const off = old.flatMap((line, at) => (trimEnd(line) === trimEnd(own[at]!) ? [] : [at]));
  const shared = (one: readonly string[]) => {
    const marks = compareLines(one, wanted, trimEnd).filter(isOld);
    return off.filter(at => marks[at]!.mark === ' ').length;
  };
  const [asOld, asFile] = [shared(old), shared(own)];
  const outermost = (indents: readonly string[]) => smallestOf(indents.map(indent => indent.length));
  const visible = wanted.filter(line => !isBlank(line));
  const outer = outermost(visible.map(indentOf));
  const [inOld, inFile] = [outermost(samples.map(each => each.old)), outermost(samples.map(each => each.file))];
  if (asOld > asFile || (asFile === 0 && (outer === Infinity || inOld === inFile || outer === inOld))) return false;
  // One line of several may be indented as in the file by chance.
  const isSure = asFile > 1 || samples.filter(each => each.old !== each.file).length < 2;
  const isShown = asFile > 0 ? inOld === inFile || outer !== inOld : outer === inFile && visible.length === 1;
  // White space as in the file and signs as in the old text are written as neither.
  const body = (line: string) => line.trim();
  const isMixed = off.some(
    at => body(old[at]!) !== body(own[at]!) && wanted.some(line => body(line) === body(old[at]!)),
  );
  if (asOld === 0 && isSure && isShown && !isMixed) return true;
  return refusePlace('in whose indentation the new text is written cannot be told');
}

/** Each run of removed and added lines is a block, whose place its neighbours must agree on. */
function walk(view: FileView, laid: LaidHunk, write: LineWriter): Block[] {
  const marks = laid.lines.map(line => line.mark).join('');
  return [...marks.matchAll(/[-+]+/g)].map(({ index, 0: run }) => {
    const [before, changed] = [laid.lines.slice(0, index), laid.lines.slice(index, index + run.length)];
    const [removed, added] = [oldLines(changed), newLines(changed)];
    const oldAt = oldLines(before).length;
    const isFirst = newLines(before).length === 0;
    const pairOf = (at: number) => (removed.length === added.length && !isBlank(removed[at]!) ? oldAt + at : undefined);
    const place = placeOf(view, laid, { oldAt, count: removed.length, added });
    return { ...place, lines: added.map((text, at) => write(text, pairOf(at), isFirst && at === 0)) };
  });
}

/** The lines of the file that removed lines are; where none are removed, the gap between those above and below. */
function placeOf(
  { file }: FileView,
  { lines, images, wording: { compared } }: LaidHunk,
  { oldAt, count, added }: { oldAt: number; count: number; added: readonly string[] },
): { from: number; to: number } {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at))
    refusePlace('lines that the text does not show stand among those to be replaced');
  const old = oldLines(lines);
  // A blank line that the file does not have shows nothing, but any other such line hides what is beside it.
  const seen = [...images.keys()].filter(at => images[at] !== NO_LINE || !isBlank(old[at]!));
  const above = images[seen.findLast(at => at < oldAt) ?? -1] ?? -1;
  const below = images[seen.find(at => at >= oldAt + count) ?? -1] ?? -1;
  if (count === 0 && above < 0 && below < 0) refusePlace('the lines beside those to be added are not in the file');
  const between = (from: number, to: number) => (from < 0 || to < 0 ? [] : file.lines.slice(from + 1, to));
  const hidden = [...between(above, gone[0] ?? below), ...(count > 0 ? between(gone.at(-1)!, below) : [])];
  // Lines that take the place of others show it, whatever blank lines beside it the text has or lacks; in two texts, only one by one.
  const sure = count > 0 && (!compared || (count === added.length && !added.some(isBlank)));
  const edges = [old[oldAt - 1] ?? '\0', old[oldAt + count] ?? '\0'];
  // Where both texts show a blank line there, and the file has more, the new one may mean that there be fewer.
  const fewer = compared && edges.some(isBlank);
  if (hidden.length > 0 && (!sure || fewer || !hidden.every(isBlank)))
    refusePlace('lines that the text does not show stand beside those that it changes');
  // Which of the text's blank lines the file has, or it lacks, is not told by what stands beside them.
  const hasOthers = images.some((line, at) => {
    const gap = line < 0 || (images[at - 1] ?? -1) < 0 ? [] : file.lines.slice(images[at - 1]! + 1, line);
    return line < 0 ? isBlank(old[at]!) : gap.length > 0 && gap.every(isBlank);
  });
  if (compared && !sure && hasOthers && [...added, ...edges].some(isBlank))
    refusePlace('which of its blank lines the file has cannot be told');
  const from = gone[0] ?? (above >= 0 ? above + 1 : below);
  return { from, to: from + count };
}
