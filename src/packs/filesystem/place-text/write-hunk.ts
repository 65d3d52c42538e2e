import { smallestOf } from '../../../tool/lists/long-lists.ts';
import type { FileView } from './file-view.ts';
import { compareLines, firstImage, isAdded, isOld, type LaidHunk, newLines, oldLines } from './hunk.ts';
import type { IndentSample } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { attempt, Miss, refusePlace } from './miss.ts';
import { bareText } from './readings.ts';
import { type Block, type Splice, toSplice, writeAlike } from './splice.ts';
import { createLineWriter, indentsOf, type LineWriter } from './write-lines.ts';

/** The place of an edit or a hunk, and the text that it writes there. */
export interface Placed {
  readonly reading: string;
  readonly splices: readonly Splice[];
  /** The line, from 0. */
  readonly line: number;
  /** The hint that told one of several places from the others. */
  readonly decided?: string | undefined;
}

/** The splices of a laid hunk, if all ways to mean it write the same. */
export function writeHunk(view: FileView, laid: LaidHunk): Placed {
  const { reading, splice, lines, wording } = laid;
  const line = firstImage(laid);
  if (splice) return { reading, line, splices: [splice] };
  if (lines.some(isAdded)) refuseStandingAround(view, laid);
  const made = attempt(() => {
    // Two texts are compared from the start and from the end: which of equal lines are new must not matter.
    const [old, wanted] = [oldLines(lines).toReversed(), newLines(lines).toReversed()];
    const comparisons = wording.compared ? [lines, compareLines(old, wanted, trimEnd).toReversed()] : [lines];
    const blocks = comparisons.flatMap(each => waysToWrite(view, { ...laid, lines: each }));
    const ways = blocks.map(each => each.map(block => toSplice(view.file, block)));
    if (!writeAlike(view.file.text, ways))
      refusePlace('which of its lines are new, and how they are indented, cannot be told');
    return ways[0]!;
  });
  if (made instanceof Miss) throw new Miss('refused', [line], { reading, why: made.message });
  return { reading, line, splices: made };
}

/** Refuses new lines that stand already, and hold the lines of the place. */
function refuseStandingAround({ file }: FileView, { lines, images }: LaidHunk): void {
  const keys = newLines(lines).map(trimEnd);
  const known = images.filter(line => line >= 0);
  for (let at = Math.max(0, known.at(-1)! + 1 - keys.length); at <= known[0]!; at++)
    if (keys.every((key, by) => key === trimEnd(file.lines[at + by] ?? '\0'))) throw new Miss('already_applied', [at]);
}

/** The ways to write a hunk: kept lines are the file's own; added ones are written in its form, or stand in it. */
function waysToWrite(view: FileView, laid: LaidHunk): Block[][] {
  const { lines, images } = laid;
  const { compared } = laid.wording;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const own = old.map((text, at) => (images[at]! < 0 ? text : view.file.lines[images[at]!]!));
  const samples = old.flatMap((text, line): IndentSample[] => {
    const isFound = images[line]! >= 0 && !isBlank(text) && bareText(text) === bareText(own[line]!);
    return isFound ? [{ line, text, ...indentsOf(text, own[line]!) }] : [];
  });
  const goes = lines.filter(isOld).map(line => line.mark === '-');
  const { asOld, asFile } = compared ? formsOf({ old, own, wanted }, samples) : { asOld: true, asFile: false };
  if (asFile && images.some((line, at) => line !== images[0]! + at))
    refusePlace('the new text is written as the file, of which the old one shows too little');
  return [
    ...(asOld ? [walk(view, laid, createLineWriter(view, { compared, old, own, wanted, goes, samples }))] : []),
    ...(asFile ? [walk(view, { ...laid, lines: compareLines(own, wanted, trimEnd) }, text => text)] : []),
  ];
}

/**
 * Whether the new text may be written in the form of the old one, or of the file, where these differ: it shares such
 * lines with one of them, or is one line that begins as far out as the file's.
 */
function formsOf(
  { old, own, wanted }: Record<'old' | 'own' | 'wanted', readonly string[]>,
  samples: readonly IndentSample[],
) {
  const off = old.flatMap((line, at) => (trimEnd(line) === trimEnd(own[at]!) ? [] : [at]));
  if (off.length === 0) return { asOld: true, asFile: false };
  const shared = (one: readonly string[]) => {
    const marks = compareLines(one, wanted, trimEnd).filter(isOld);
    return off.filter(at => marks[at]!.mark === ' ').length;
  };
  const [withOld, withFile] = [shared(old), shared(own)];
  const outermost = (indents: readonly string[]) => smallestOf(indents.map(indent => indent.length));
  const visible = wanted.filter(line => !isBlank(line));
  const outer = outermost(visible.map(indentOf));
  const [inOld, inFile] = [outermost(samples.map(each => each.old)), outermost(samples.map(each => each.file))];
  const isAsFarOut = inOld === inFile ? withFile === 0 : outer === inOld;
  const asOld = withOld > 0 || outer === Infinity || isAsFarOut;
  // One line of several may have the file's indentation by chance; and signs as in the old text are not the file's.
  const isSure = withFile > 1 || samples.filter(each => each.old !== each.file).length < 2;
  const isMixed = off.some(
    at => old[at]!.trim() !== own[at]!.trim() && visible.some(line => line.trim() === old[at]!.trim()),
  );
  const asFile = withFile > 0 ? withFile >= withOld : !asOld && visible.length === 1 && outer === inFile;
  if (asFile ? !isSure || isMixed : !asOld) refusePlace('in whose indentation the new text is written cannot be told');
  return { asOld, asFile };
}

/** The blocks of a hunk: each is a run of removed and added lines, whose place its neighbours must agree on. */
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

/**
 * The lines of the file that removed lines stand for. Unless lines just replace as many others, the lines above and
 * below must be the file's neighbours too.
 */
function placeOf(
  { file }: FileView,
  { lines, images, wording: { compared } }: LaidHunk,
  { oldAt, count, added }: { oldAt: number; count: number; added: readonly string[] },
) {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at))
    refusePlace('lines that the text does not show stand among those to be replaced');
  const old = oldLines(lines);
  const [above, below] = [images[oldAt - 1] ?? -1, images[oldAt + count] ?? -1];
  const from = gone[0] ?? (above >= 0 ? above + 1 : below);
  const isBeside = (above < 0 || above === from - 1) && (below < 0 || below === from + count);
  const hasBlank = [oldAt - 1, oldAt + count].some(at => isBlank(old[at] ?? '\0'));
  // If the blank lines of the text differ from the file's, the blank lines of a change show no place.
  const isOther = (line: number, at: number): boolean => {
    const gap = line < 0 || (images[at - 1] ?? -1) < 0 ? [] : file.lines.slice(images[at - 1]! + 1, line);
    return line < 0 ? isBlank(old[at]!) : gap.length > 0 && gap.every(isBlank);
  };
  const isVague = compared && (hasBlank || added.some(isBlank)) && images.some(isOther);
  const isReplaced = count > 0 && (!compared || (count === added.length && !added.some(isBlank)));
  const isTold = isReplaced ? isBeside || !compared || !hasBlank : isBeside && !isVague;
  if (from < 0 || !isTold) refusePlace('lines that the text does not show stand beside those that it changes');
  return { from, to: from + count };
}
