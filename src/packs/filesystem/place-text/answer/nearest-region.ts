import type { FileView } from '../lines/file-view.ts';
import { isTrivial, similarity } from '../lines/similarity.ts';
import { isBlank, withoutSpace } from '../lines/white-space.ts';
import { bareText } from '../readings.ts';

/** Lines of the file, counted from 0, that are most like the old text. */
export interface NearestRegion {
  readonly from: number;
  readonly to: number;
  /** The first old line that is not as the file has it, and the file line it should be. */
  readonly difference?: { readonly old: number; readonly file: number };
}

const MAX_COMPARED = 20_000;

/** The region of the file that the old text was probably taken from; only for telling a model, never for an edit. */
export function nearestRegion(view: FileView, old: readonly string[]): NearestRegion | undefined {
  const start = startByEqualLines(view, old) ?? startBySimilarLine(view, old);
  if (start === undefined) return undefined;
  const from = Math.max(0, start);
  const to = Math.min(view.file.lines.length, start + old.length) - 1;
  if (to < from) return undefined;
  const off = old.findIndex((line, index) => line !== view.file.lines[start + index]);
  const inFile = off >= 0 && start + off >= 0 && start + off < view.file.lines.length;
  return { from, to, ...(inFile ? { difference: { old: off, file: start + off } } : {}) };
}

/** Where most lines of the old text stand in their order, white space aside. */
function startByEqualLines(view: FileView, old: readonly string[]): number | undefined {
  const positions = view.positions(bareText, old);
  const votes = new Map<number, number>();
  for (const [index, line] of old.entries()) {
    if (isBlank(line)) continue;
    const weight = isTrivial(line) ? 0.1 : 1;
    for (const at of positions[index]!.slice(0, 50)) {
      votes.set(at - index, (votes.get(at - index) ?? 0) + weight);
    }
  }
  const best = votes.entries().reduce<[number, number]>((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  return best[1] >= 1 ? best[0] : undefined;
}

/** Where the line stands that is most like the longest of the old text. */
function startBySimilarLine(view: FileView, old: readonly string[]): number | undefined {
  const index = old.reduce((best, line, at) => (line.trim().length > old[best]!.trim().length ? at : best), 0);
  let start: number | undefined;
  let most = 0.4;
  const length = withoutSpace(old[index]!).length;
  for (const [at, line] of view.file.lines.slice(0, MAX_COMPARED).entries()) {
    // A line that is so much shorter cannot be alike, and comparing long ones takes time.
    if ((2 * line.length) / (length + line.length) <= most) continue;
    const alike = similarity(old[index]!, line);
    if (alike <= most) continue;
    most = alike;
    start = at - index;
  }
  return start;
}
