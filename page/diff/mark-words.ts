import { diffArrays } from 'diff';

/** From a character of a line up to another. */
export type Range = readonly [from: number, to: number];

const WORDS = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
const LONGEST = 2_000;
/** Below it a line is another one: marks all over it would say nothing. */
const RELATED = 0.45;

const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? [];

/** How much of two lines is the same, from 0 to 1, by their words. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const counts = new Map<string, number>();
  let all = 0;
  for (const word of wordsOf(one.slice(0, LONGEST))) {
    if (word.trim() === '') continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    all += word.length;
  }
  let shared = 0;
  for (const word of wordsOf(other.slice(0, LONGEST))) {
    if (word.trim() === '') continue;
    all += word.length;
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared += word.length;
  }
  return all === 0 ? 0 : (2 * shared) / all;
}

/** The words of an old line that are gone, and those of the new one that have come. */
export function markWords(
  old: string,
  fresh: string,
): { readonly old: readonly Range[]; readonly new: readonly Range[] } {
  const none = { old: [], new: [] };
  const onlySpaces = old.trim() === fresh.trim();
  if (Math.max(old.length, fresh.length) > LONGEST || (!onlySpaces && likeness(old, fresh) < RELATED)) return none;
  const marks = { old: [] as Range[], new: [] as Range[] };
  const at = { old: 0, new: 0 };
  for (const { added, removed, value } of diffArrays([...wordsOf(old)], [...wordsOf(fresh)])) {
    const length = value.join('').length;
    if (removed) mark(marks.old, at.old, at.old + length, old);
    if (added) mark(marks.new, at.new, at.new + length, fresh);
    if (!added) at.old += length;
    if (!removed) at.new += length;
  }
  return marks;
}

/** Two marks with nothing but space between are one. */
function mark(marks: Range[], from: number, to: number, text: string): void {
  const last = marks.at(-1);
  if (last && text.slice(last[1], from).trim() === '') marks[marks.length - 1] = [last[0], to];
  else marks.push([from, to]);
}
