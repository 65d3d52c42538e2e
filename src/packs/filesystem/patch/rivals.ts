import type { FileView } from '../edit/readings.ts';
import { findRival } from '../edit/rival-place.ts';
import { isTrivial } from '../edit/similarity.ts';
import { trimEnd } from '../edit/white-space.ts';

/** Another place that may have been meant, when the lines fit one only under a reading. */
export function rivalOf(view: FileView, old: readonly string[], from: number): number | undefined {
  return findRival(view, old, { from, to: from + old.length - 1, tie: false });
}

/** Another place that has as many of the telling lines as file lines `[from, to)` have, give or take two in between. */
export function equalRival(
  view: FileView,
  old: readonly string[],
  { from, to }: { from: number; to: number },
): number | undefined {
  const telling = old.flatMap((line, index) => (isTrivial(line) ? [] : [{ key: trimEnd(line), index }]));
  const there = view.keys(trimEnd).slice(from, to);
  let own = 0;
  for (const { key } of telling) {
    const at = there.indexOf(key);
    if (at < 0) continue;
    there.splice(at, 1);
    own++;
  }
  const votes = new Map<number, number>();
  for (const { key, index } of telling) {
    for (const at of view.positions(trimEnd).get(key) ?? []) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  for (const [start, count] of votes) {
    if (Math.abs(start - from) <= 2) continue;
    const beside = [-2, -1, 1, 2].filter(by => start + by !== from);
    const near = beside.reduce((sum, by) => sum + (votes.get(start + by) ?? 0), count);
    if (near >= own || near * 3 >= telling.length * 2) return Math.max(0, start);
  }
  return undefined;
}
