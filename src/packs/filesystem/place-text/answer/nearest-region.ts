import type { FileView } from '../file-view.ts';
import { isBlank, isTrivial, likenessTo, withoutSpace } from '../lines.ts';
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
  const { lines } = view.file;
  const [from, to] = [Math.max(0, start), Math.min(lines.length, start + old.length) - 1];
  const off = old.findIndex((line, index) => line !== lines[start + index]);
  const inFile = off >= 0 && lines[start + off] !== undefined;
  return to < from ? undefined : { from, to, ...(inFile ? { difference: { old: off, file: start + off } } : {}) };
}

/** Where most lines of the old text stand in their order, white space aside. */
function startByEqualLines(view: FileView, old: readonly string[]): number | undefined {
  const votes = new Map<number, number>();
  for (const [index, places] of view.positions(bareText, old).entries()) {
    const weight = isBlank(old[index]!) ? 0 : isTrivial(old[index]!) ? 0.1 : 1;
    for (const at of places) votes.set(at - index, (votes.get(at - index) ?? 0) + weight);
  }
  const [start, most] = [...votes].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  return most >= 1 ? start : undefined;
}

/** Where the line stands that is most like the longest of the old text. */
function startBySimilarLine(view: FileView, old: readonly string[]): number | undefined {
  const index = old.reduce((best, line, at) => (line.trim().length > old[best]!.trim().length ? at : best), 0);
  const length = withoutSpace(old[index]!).length;
  const likeness = likenessTo(old[index]!);
  let [start, most]: [number | undefined, number] = [undefined, 0.4];
  for (const [at, line] of view.file.lines.slice(0, MAX_COMPARED).entries()) {
    // A line that is so much shorter cannot be alike, and comparing long ones takes time.
    if ((2 * line.length) / (length + line.length) <= most) continue;
    const alike = likeness(line);
    if (alike > most) [start, most] = [at - index, alike];
  }
  return start;
}
