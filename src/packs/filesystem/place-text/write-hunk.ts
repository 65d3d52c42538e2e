import { smallestOf } from '../../../tool/lists/long-lists.ts';
import type { FileView } from './file-view.ts';
import { compareLines, type LaidHunk, newLines, oldLines } from './hunk.ts';
import { type IndentSample, learnIndentation } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { bareText } from './readings.ts';
import { type Block, sharedEnds } from './splice.ts';
import { createLineWriter, type LineWriter, plainIndent, type Refusal } from './write-lines.ts';

/** What becomes of the file's lines: kept ones are the file's own, and added ones are written in its form. */
export function writeHunk(view: FileView, laid: LaidHunk): readonly Block[] | Refusal {
  const { lines, images, compared } = laid;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const own = old.map((text, at) => (images[at]! < 0 ? text : view.file.lines[images[at]!]!));
  const samples = old.flatMap((text, line): IndentSample[] =>
    images[line]! < 0 || isBlank(text) || bareText(text) !== bareText(own[line]!)
      ? []
      : [{ line, text, old: plainIndent(text), file: indentOf(own[line]!) }],
  );
  const form = compared ? formOf([old, own, wanted], samples) : 'old';
  if (form === undefined || (form === 'file' && images.some((line, at) => line !== images[0]! + at)))
    return { refused: 'in whose indentation the new text is written cannot be told' };
  if (form === 'file') return blocksOf(view, { ...laid, lines: compareLines(own, wanted, trimEnd) }, text => text);
  const indents = wanted.filter(line => !isBlank(line)).map(plainIndent);
  const learn = (from: readonly IndentSample[]) => learnIndentation(from, indents, view.file.lines);
  // Where no rule explains all of a patch, its added lines are off as those are that it removes.
  const goes = lines.filter(line => line.mark !== '+').map(line => !compared && line.mark === '-');
  const gone = samples.filter(each => goes[each.line]);
  const learnt = learn(samples) ?? (gone.length > 0 ? learn(gone) : undefined);
  // Where one indent of the text stands for two of the file, levels were lost, and lines that stay may be meant on another one.
  const count = (all: readonly string[]) => new Set(all).size;
  const lost = count(samples.map(each => each.old)) < count(samples.map(each => `${each.old}|${each.file}`));
  if (compared && !learnt && lost) return { refused: 'no one rule tells how the file indents the lines of the text' };
  const write = createLineWriter(view, { old, own, samples, laid, learnt });
  return blocksOf(view, laid, write);
}

/**
 * Whether the new text is written as the old one or as the file, where these differ: as that with which it shares lines
 * at its ends; where it shares none with either, its outermost line shows it.
 */
function formOf(texts: readonly string[][], samples: readonly IndentSample[]): 'old' | 'file' | undefined {
  const [mine, files, fresh] = texts.map(lines => lines.map(trimEnd)) as [string[], string[], string[]];
  const shared = (one: string[], other: string[]) => {
    const { head, tail } = sharedEnds(one, fresh);
    const from = one.length - tail.length;
    return [...head.filter((line, at) => line !== other[at]), ...tail.filter((line, at) => line !== other[from + at])]
      .length;
  };
  const [asOld, asFile] = [shared(mine, files), shared(files, mine)];
  const visible = fresh.filter(line => line !== '');
  const outermost = (indents: readonly string[]) => smallestOf(indents.map(indent => indent.length));
  const outer = outermost(visible.map(indentOf));
  const [inOld, inFile] = [outermost(samples.map(each => each.old)), outermost(samples.map(each => each.file))];
  const moved = inOld !== inFile;
  if (asOld > 0) return asFile === 0 ? 'old' : undefined;
  // One line of several may be as in the file by chance.
  const chance = asFile === 1 && samples.filter(each => each.old !== each.file).length > 1;
  if (asFile > 0) return chance || (moved && outer === inOld) ? undefined : 'file';
  if (visible.length === 0 || !moved || outer === inOld) return 'old';
  return outer === inFile && samples.length === 1 && visible.length === 1 ? 'file' : undefined;
}

/** Walks the hunk; each run of removed and added lines is a block, whose place its neighbours must agree on. */
function blocksOf(view: FileView, laid: LaidHunk, write: LineWriter): readonly Block[] | Refusal {
  const { lines } = laid;
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
    const [removed, added] = [oldLines(run), newLines(run)];
    const place = placeOf(view, laid, { oldAt, count: removed.length, added });
    if ('refused' in place) return place;
    const written: string[] = [];
    for (const [index, text] of added.entries()) {
      const pair = removed.length === added.length && !isBlank(removed[index]!) ? oldAt + index : undefined;
      const made = write(text, pair, newAt + index === 0);
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

/** The lines of the file that removed lines are; where none are removed, the gap between those above and below. */
function placeOf(
  { file }: FileView,
  { lines, images, compared }: LaidHunk,
  { oldAt, count, added }: { oldAt: number; count: number; added: readonly string[] },
): { from: number; to: number } | Refusal {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at))
    return { refused: 'lines that the text does not show stand among those to be replaced' };
  const above = images.slice(0, oldAt).findLast(line => line >= 0) ?? -1;
  const below = images.slice(oldAt + count).find(line => line >= 0) ?? -1;
  if (count === 0 && above < 0 && below < 0)
    return { refused: 'the lines beside those to be added are not in the file' };
  const between = (from: number, to: number) => (from < 0 || to < 0 ? [] : file.lines.slice(from + 1, to));
  const hidden = [...between(above, gone[0] ?? below), ...(count > 0 ? between(gone.at(-1)!, below) : [])];
  // Lines that take the place of others show it, whatever blank lines beside it the text has or lacks; in two texts, only one by one.
  const sure = count > 0 && (!compared || (count === added.length && !added.some(isBlank)));
  if (hidden.length > 0 && !(sure && hidden.every(isBlank)))
    return { refused: 'lines that the text does not show stand beside those that it changes' };
  // Where the text has other blank lines than the file, which of them a change lies beside cannot be told.
  const old = oldLines(lines);
  const gap = (at: number) => file.lines.slice(images[at - 1]! + 1, images[at]!);
  const uneven = images.some((line, at) =>
    line < 0 ? isBlank(old[at]!) : at > 0 && images[at - 1]! >= 0 && gap(at).length > 0 && gap(at).every(isBlank),
  );
  const besides = [...added, old[oldAt - 1] ?? '\0', old[oldAt + count] ?? '\0'];
  if (compared && !sure && uneven && besides.some(isBlank))
    return { refused: 'which of its blank lines the file has cannot be told' };
  const from = gone[0] ?? (above >= 0 ? above + 1 : below);
  return { from, to: from + count };
}
