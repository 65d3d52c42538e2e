import { isSameLine } from '../edit/align-approximately.ts';
import { isTrivial, similarity } from '../edit/similarity.ts';
import { isBlank, trimEnd, withoutSpace } from '../edit/white-space.ts';
import { ALIKE, type Alignment, alignHunk } from './align-hunk.ts';
import type { FileView } from './hunk-engine.ts';
import type { Hunk, HunkLine } from './patch-file.ts';
import { repairHunk } from './repair-hunk.ts';
import { equalRival } from './rivals.ts';

/** Another place that is this little worse is too close to choose. */
const MARGIN = 0.75;
/** So many lines may be misremembered or left out, and half as many as are right. */
const MOST_OFF = 3;

export type Aligned =
  | { readonly hunk: Hunk; readonly place: number }
  | { readonly lines: readonly number[] }
  | undefined;

/**
 * The one place where the lines that a hunk removes stand and its context, which is not written, stands nearly: a
 * line misremembered or left out, blank lines too few or too many. Several places are returned as such.
 */
export function placeAligned(view: FileView, hunk: Hunk, drift: number): Aligned {
  const old = hunk.lines.filter(line => line.mark !== '+');
  const all = alignHunk(view, hunk).sort((one, other) => one.cost - other.cost);
  const [best] = all;
  if (!best) return undefined;
  const startOf = ({ images }: Alignment) => images.find(image => image >= 0)!;
  const where = whereOf(hunk, best);
  const close = all.filter(each => each.cost <= best.cost + MARGIN && whereOf(hunk, each) !== where);
  if (close.length > 0) return { lines: [best, ...close].map(startOf).sort((a, b) => a - b) };
  const numbered = hunk.position !== undefined && startOf(best) === hunk.position.line - 1 + drift;
  if (!isEvident(view, old, { aligned: best, numbered })) return undefined;
  const repaired = repairHunk(view, hunk, best);
  if (!repaired) return undefined;
  const from = startOf(best);
  const to = best.images.findLast(image => image >= 0)! + 1;
  const own = old.filter((line, at) => isExact(best, at) && !isTrivial(line.text)).length;
  const rival = equalRival(
    view,
    old.map(line => line.text),
    { from, to, own },
  );
  if (rival !== undefined) return { lines: [from, rival].sort((a, b) => a - b) };
  return { hunk: repaired, place: from };
}

/** The lines of the file that the hunk changes or changes something beside. */
function whereOf({ lines }: Hunk, { images }: Alignment): string {
  let old = 0;
  const beside = lines.flatMap((line, at) => {
    if (line.mark === '+') return [];
    const image = images[old++]!;
    return line.mark === '-' || lines[at - 1]?.mark === '+' || lines[at + 1]?.mark === '+' ? [image] : [];
  });
  return beside.join();
}

const isExact = ({ images, unlike }: Alignment, at: number): boolean => images[at]! >= 0 && !unlike.has(at);

/** Whether enough of the hunk stands there as it is written; its line number, where that is right, says something too. */
function isEvident(
  view: FileView,
  old: readonly HunkLine[],
  { aligned, numbered }: { aligned: Alignment; numbered: boolean },
): boolean {
  const { images, unlike } = aligned;
  const exact = old.filter((line, at) => isExact(aligned, at) && !isBlank(line.text));
  const telling = exact.filter(line => !isTrivial(line.text));
  if (withoutSpace(telling.map(line => line.text).join('')).length < 12) return false;
  const only = (line: HunkLine) => (view.positions(trimEnd).get(trimEnd(line.text)) ?? []).length <= 1;
  if (telling.length === 1 && !only(telling[0]!)) return false;
  const alike = [...unlike].map(at => similarity(old[at]!.text, view.file.lines[images[at]!]!));
  if (telling.length <= 2 && alike.some(each => each < 0.5)) return false;
  const named = (at: number) => !isSameLine(view, old[at]!.text, images[at]!, ALIKE);
  if ([...unlike].some(at => named(at) && !isBetween(old, aligned, at))) return false;
  // A line that is misremembered where others are missing may be any line.
  const whole = images.every((image, at) => image >= 0 && image === images[0]! + at);
  if (unlike.size > 0 && !whole && telling.length < 4) return false;
  const unseen = unseenLines(view, images);
  if (unseen > 1) return false;
  const off = unseen + alike.reduce((sum, each) => sum + (each < 0.7 ? 1 : 0.5), 0);
  return off <= MOST_OFF && off * (numbered ? 1 : 2) <= exact.length;
}

/**
 * Whether the place is sure though this line, which opens a block, names another one: what stands above and below it
 * does, or the block only follows what the hunk changes.
 */
function isBetween(old: readonly HunkLine[], aligned: Alignment, at: number): boolean {
  if (aligned.unlike.size > 1) return false;
  const telling = [...old.keys()].filter(index => isExact(aligned, index) && !isTrivial(old[index]!.text));
  const above = telling.filter(index => index < at).length;
  const follows = old.findLastIndex(line => line.mark === '-') < at && old.some(line => line.mark === '-');
  return above > 0 && (telling.length > above || (follows && above > 1));
}

/** How many lines that are not blank lie between those of the hunk. */
function unseenLines({ file }: FileView, images: readonly number[]): number {
  const placed = new Set(images.filter(image => image >= 0));
  const [from, to] = [Math.min(...placed), Math.max(...placed)];
  return file.lines.slice(from, to).filter((line, at) => !placed.has(from + at) && !isBlank(line)).length;
}
