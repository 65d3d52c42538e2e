import type { FileView } from '../edit/readings.ts';
import { similarity } from '../edit/similarity.ts';
import { isBlank, trimEnd } from '../edit/white-space.ts';
import type { Alignment } from './align-hunk.ts';
import type { Hunk, HunkLine } from './patch-file.ts';

/**
 * The hunk with the file's own lines as its context, where it was laid over the file. Undefined where a line that the
 * hunk does not show, or shows and is not there, leaves open where its change goes.
 */
export function repairHunk(view: FileView, hunk: Hunk, { images }: Alignment): Hunk | undefined {
  const own = (file: number): HunkLine => ({ mark: ' ', text: view.file.lines[file]! });
  const lines: HunkLine[] = [];
  let old = 0;
  let next = images.find(image => image >= 0)!;
  const showUnseen = (until: number) => {
    for (; next < until; next++) lines.push(own(next));
  };
  for (const [at, line] of hunk.lines.entries()) {
    if (line.mark === '+') {
      if (hunk.lines[at - 1]?.mark !== '+' && hunk.lines[at - 1]?.mark !== '-') {
        const to = insertionPoint(view, hunk, { at, next, images, old });
        if (to === undefined) return undefined;
        showUnseen(to);
      }
      lines.push(line);
      continue;
    }
    const image = images[old++]!;
    if (image < 0) continue;
    const unseen = view.file.lines.slice(next, image);
    const beside = line.mark === '-' || hunk.lines[at - 1]?.mark === '-' || hunk.lines[at - 1]?.mark === '+';
    if (beside && unseen.some(each => !isBlank(each))) return undefined;
    if (beside && unseen.length > 0 && (blankMeetsBlank(hunk, at) || mayFollow(hunk, at))) return undefined;
    showUnseen(image);
    lines.push(line.mark === ' ' ? own(image) : line);
    next = image + 1;
  }
  return { ...hunk, lines };
}

interface Insertion {
  /** The first added line of a run, among the lines of the hunk. */
  readonly at: number;
  /** The line of the file after the one before it. */
  readonly next: number;
  readonly images: readonly number[];
  /** The old line that comes next. */
  readonly old: number;
}

/** The line of the file before which lines are added, where that can be told. */
function insertionPoint(view: FileView, hunk: Hunk, { at, next, images, old }: Insertion): number | undefined {
  const end = hunk.lines.findIndex((line, index) => index > at && line.mark === ' ');
  const run = hunk.lines.slice(at, end < 0 ? undefined : end);
  // Added above lines that go: whether above or below a blank line that is not shown cannot be told.
  if (run.some(line => line.mark === '-')) return old === 0 || images[old] === next ? images[old]! : undefined;
  const before = blanksBeside(hunk.lines.slice(0, at).reverse());
  const after = blanksBeside(end < 0 ? [] : hunk.lines.slice(end));
  if (!before.bounded || !after.bounded) {
    const [last, following] = [images[old - 1], images[old]];
    if (last === -1 || following === -1) return undefined;
    return last === undefined || following === undefined || following === last + 1 ? (following ?? next) : undefined;
  }
  const [last, following] = [images[old - 1 - before.count]!, images[old + after.count]!];
  const unseen = view.file.lines.slice(last + 1, following);
  const blanks = before.count + after.count;
  if (unseen.some(line => !isBlank(line))) {
    // On the side where nothing is left out.
    const above = unseen.findIndex(line => !isBlank(line));
    const below = unseen.length - 1 - unseen.findLastIndex(line => !isBlank(line));
    if (before.count === 0 && after.count > 0 && above === after.count) return last + 1;
    return after.count === 0 && before.count > 0 && below === before.count ? following : undefined;
  }
  if (unseen.length === blanks) return last + 1 + before.count;
  if (unseen.length < blanks) return before.count === 0 ? last + 1 : after.count === 0 ? following : undefined;
  if (blanks > 0) return undefined;
  const added = run.map(line => trimEnd(line.text));
  const leading = added.findIndex(text => text !== '');
  const trailing = added.length - 1 - added.findLastIndex(text => text !== '');
  // What is added brings the blank lines on one side along; those of the file are on the other.
  if (leading === 0 && trailing === unseen.length) return following;
  if (trailing === 0 && leading === unseen.length) return last + 1;
  return isDocComment(added) ? following : undefined;
}

/** A block that describes what follows it, and so stands right above that. */
function isDocComment(added: readonly string[]): boolean {
  const text = added.join('\n').trim();
  const block = /^\/\*\*\n(?:\s*\*.*\n)+\s*\*\/$/.test(text);
  return block && !/\*\/[\s\S]/.test(text) && !/@(?:typedef|callback|file|fileoverview|license|module)\b/.test(text);
}

/** The blank context at the beginning of these lines, and whether other context follows it. */
function blanksBeside(lines: readonly HunkLine[]): { count: number; bounded: boolean } {
  const count = lines.findIndex(line => line.mark !== ' ' || !isBlank(line.text));
  return count < 0 ? { count: lines.length, bounded: false } : { count, bounded: lines[count]!.mark === ' ' };
}

/** Whether lines added just above this one may belong below a blank line that is not shown: not if each replaces one. */
function mayFollow({ lines }: Hunk, at: number): boolean {
  if (lines[at - 1]?.mark !== '+') return false;
  const run = lines.slice(lines.slice(0, at).findLastIndex(line => line.mark === ' ') + 1, at);
  const removed = run.filter(line => line.mark === '-');
  const added = run.filter(line => line.mark === '+');
  const replaces = (line: HunkLine, index: number) => similarity(line.text, removed[index]!.text) >= 0.5;
  return removed.length > 0 && !(added.length === removed.length && added.every(replaces));
}

/** Whether a blank line is added beside the gap before this line, so that it may be the one that is not shown. */
function blankMeetsBlank({ lines }: Hunk, at: number): boolean {
  const isChange = (line: HunkLine | undefined) => line !== undefined && line.mark !== ' ';
  const after = isChange(lines[at]);
  let edge = after ? at : at - 1;
  while (isChange(lines[edge]) && lines[edge]!.mark !== '+') edge += after ? 1 : -1;
  const added = lines[edge];
  return added?.mark === '+' && isBlank(added.text);
}
