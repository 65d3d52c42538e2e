import { likeness } from './mark-words.ts';
import type { DiffLine } from './parse-diff.ts';

/** A row of the side-by-side view: what was, and what is. */
export interface DiffRow {
  readonly left?: DiffLine;
  readonly right?: DiffLine;
  /** A hunk's head or a remark, over both. */
  readonly both?: DiffLine;
}

/** Lines that were removed stand beside those that came for them. */
export function pairLines(lines: readonly DiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  let notes: DiffLine[] = [];
  const flush = () => {
    rows.push(...pairBlock(removed, added), ...notes.map(both => ({ both })));
    removed = [];
    added = [];
    notes = [];
  };
  for (const line of lines) {
    if (line.kind === 'remove') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'add') added.push(line);
    // A remark on the end of a line must not part what was removed from what came for it.
    else if (line.kind === 'note' && removed.length > 0 && added.length === 0) notes.push(line);
    else {
      flush();
      rows.push(line.kind === 'same' ? { left: line, right: line } : { both: line });
    }
  }
  flush();
  return rows;
}

/** Comparing each with each is for blocks that a person could compare. */
const MOST_COMPARED = 1_600;
const ALIKE = 0.5;

/** Those that are alike meet, in their order; the others fill the rows between, side by side. */
function pairBlock(removed: readonly DiffLine[], added: readonly DiffLine[]): DiffRow[] {
  const met = removed.length * added.length <= MOST_COMPARED ? meetings(removed, added) : [];
  const rows: DiffRow[] = [];
  let [old, fresh] = [0, 0];
  for (const [left, right] of [...met, [removed.length, added.length] as const]) {
    while (old < left || fresh < right) {
      rows.push({
        ...(old < left ? { left: removed[old++]! } : {}),
        ...(fresh < right ? { right: added[fresh++]! } : {}),
      });
    }
    if (left < removed.length) rows.push({ left: removed[old++]!, right: added[fresh++]! });
  }
  return rows;
}

/** The pairs with the greatest likeness in all that keep the order of both sides. */
function meetings(removed: readonly DiffLine[], added: readonly DiffLine[]): (readonly [number, number])[] {
  if (removed.length === added.length && removed.length === 1) return [[0, 0]];
  const wide = added.length + 1;
  const best = new Float64Array((removed.length + 1) * wide);
  const like = (i: number, j: number): number => {
    const found = likeness(removed[i]!.text, added[j]!.text);
    return found >= ALIKE ? found : 0;
  };
  const likes = removed.map((_, i) => added.map((__, j) => like(i, j)));
  for (let i = removed.length - 1; i >= 0; i--) {
    for (let j = added.length - 1; j >= 0; j--) {
      const meet = likes[i]![j]! > 0 ? likes[i]![j]! + best[(i + 1) * wide + j + 1]! : 0;
      best[i * wide + j] = Math.max(meet, best[(i + 1) * wide + j]!, best[i * wide + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < removed.length && j < added.length; ) {
    const here = best[i * wide + j]!;
    if (likes[i]![j]! > 0 && here === likes[i]![j]! + best[(i + 1) * wide + j + 1]!) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * wide + j]!) i++;
    else j++;
  }
  return pairs;
}
