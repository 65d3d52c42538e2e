import type { FileView } from '../file-view.ts';
import { isBlank, isTrivial } from '../lines.ts';
import { bareText } from '../readings.ts';

/** The lines of the file, counted from 0, that are most like the old text. */
export interface NearestRegion {
  readonly from: number;
  readonly to: number;
  /** The first old line that differs from the file, and the file line that it should be. */
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

/** The place where most lines of the old text stand in their order, white space aside. */
function startByEqualLines(view: FileView, old: readonly string[]): number | undefined {
  const votes = new Map<number, number>();
  for (const [index, places] of view.positions(bareText, old).entries()) {
    const weight = isBlank(old[index]!) ? 0 : isTrivial(old[index]!) ? 0.1 : 1;
    for (const at of places) votes.set(at - index, (votes.get(at - index) ?? 0) + weight);
  }
  const [start, most] = [...votes].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  return most >= 1 ? start : undefined;
}

/** The place of the line that shares most pairs of neighbouring signs with the longest line of the old text. */
function startBySimilarLine(view: FileView, old: readonly string[]): number | undefined {
  const pairsOf = (line: string) => {
    const bare = line.replace(/\s+/g, '');
    const pair = (_: unknown, at: number) => bare.charCodeAt(at) * 65_536 + bare.charCodeAt(at + 1);
    return new Set(Array.from({ length: Math.max(0, bare.length - 1) }, pair));
  };
  const index = old.reduce((best, line, at) => (line.trim().length > old[best]!.trim().length ? at : best), 0);
  const pairs = pairsOf(old[index]!);
  let [start, most]: [number | undefined, number] = [undefined, 0.4];
  for (const [at, line] of view.lines.slice(0, MAX_COMPARED).entries()) {
    // A much shorter line cannot be alike, and comparing long ones takes time.
    if ((2 * line.length) / (pairs.size + line.length) <= most) continue;
    const other = pairsOf(line);
    const shared = [...other].filter(pair => pairs.has(pair)).length;
    const alike = (2 * shared) / Math.max(1, pairs.size + other.size);
    if (alike > most) [start, most] = [at - index, alike];
  }
  return start;
}
