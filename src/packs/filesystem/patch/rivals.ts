import type { FileView } from '../edit/readings.ts';
import { findRival } from '../edit/rival-place.ts';
import { isTrivial } from '../edit/similarity.ts';
import { trimEnd } from '../edit/white-space.ts';

/** Another place that may have been meant, when the lines fit one only under a reading. */
export function rivalOf(view: FileView, old: readonly string[], from: number): number | undefined {
  return findRival(view, old, { from, to: from + old.length - 1, tie: false });
}

/** Lines inserted or removed meanwhile move the rest by a few. */
const NEAR = 2;

/** Another place that has as many of the telling lines as `own` of file lines `[from, to)`, or two thirds of all. */
export function equalRival(
  view: FileView,
  old: readonly string[],
  { from, to, own }: { from: number; to: number; own: number },
): number | undefined {
  const telling = old.flatMap((line, index) => (isTrivial(line) ? [] : [{ key: trimEnd(line), index }]));
  const votes = new Map<number, Set<number>>();
  for (const { key, index } of telling) {
    for (const at of view.positions(trimEnd).get(key) ?? []) {
      if (at >= from && at < to) continue;
      for (let by = -NEAR; by <= NEAR; by++) {
        const start = at - index + by;
        votes.set(start, (votes.get(start) ?? new Set()).add(index));
      }
    }
  }
  for (const [start, { size }] of votes) {
    if (size >= own || size * 3 >= telling.length * 2) return Math.max(0, start);
  }
  return undefined;
}
