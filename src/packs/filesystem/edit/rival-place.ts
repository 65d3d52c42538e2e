import type { FileView, Place } from './readings.ts';
import { isTrivial, similarity } from './similarity.ts';
import { trimEnd } from './white-space.ts';

/**
 * Looks for another region that has two thirds of the old lines exactly as they are written, in their order, and
 * more of them than the place that was found. When the old text fits a place only under a reading, such a region may
 * be the one that was meant, changed meanwhile.
 */
export function findRival(
  view: FileView,
  old: readonly string[],
  { from, to, tie }: Pick<Place, 'from' | 'to'> & { readonly tie: boolean },
): number | undefined {
  const positions = view.positions(trimEnd);
  const votes = new Map<number, number>();
  const telling = old.map((line, index) => ({ line: trimEnd(line), index })).filter(({ line }) => !isTrivial(line));
  let own = 0;
  for (const { line, index } of telling) {
    const found = positions.get(line) ?? [];
    if (found.some(at => at >= from && at <= to)) own++;
    for (const at of found) if (at < from || at > to) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  const isTwin = (start: number) =>
    own === 0 && telling.every(({ line, index }) => similarity(line, view.file.lines[start + index] ?? '') > 0.7);
  for (const [start, count] of votes) {
    // Lines inserted or removed meanwhile move the rest by a few.
    const near = [-2, -1, 1, 2].reduce((sum, by) => sum + (votes.get(start + by) ?? 0), count);
    const better = tie ? near >= own : near > own;
    if (better && (near * 3 >= telling.length * 2 || isTwin(start))) return Math.max(0, start);
  }
  return undefined;
}
