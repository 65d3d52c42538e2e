import { isBinary, joinLines, type LineHunk, lineHunks, splitLines } from '../change/line-hunks.ts';

type MergeResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'overlap' | 'binary' | 'large' };

const LARGEST = 8 * 1024 * 1024;

/**
 * Merges by lines, on bytes: the change from `base` to `theirs` is made to `ours`. Changes of the two sides that
 * overlap or touch are a conflict, unless both sides made the very same.
 */
export function mergeBytes(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): MergeResult {
  if (same(ours, theirs) || same(base, theirs)) return { ok: true, bytes: ours };
  if (same(base, ours)) return { ok: true, bytes: theirs };
  if (Math.max(base.length, ours.length, theirs.length) > LARGEST) return { ok: false, reason: 'large' };
  if (isBinary(base) || isBinary(ours) || isBinary(theirs)) return { ok: false, reason: 'binary' };
  const lines = splitLines(base);
  const mine = lineHunks(lines, splitLines(ours));
  const hunks = unite(mine, lineHunks(lines, splitLines(theirs)));
  if (!hunks) return { ok: false, reason: 'overlap' };
  return { ok: true, bytes: joinLines(applyHunks(lines, hunks)) };
}

/** Merges modes: the change from `base` to `theirs` is made to `ours`; undefined where both sides chose another. */
export function mergeModes(base: number, ours: number, theirs: number): number | undefined {
  if (theirs === base || theirs === ours) return ours;
  return ours === base ? theirs : undefined;
}

/** Unites both sides' hunks in one ordered list; undefined when two of them meet. */
function unite(mine: readonly LineHunk[], theirs: readonly LineHunk[]): LineHunk[] | undefined {
  const all: LineHunk[] = [];
  let [m, t] = [0, 0];
  while (m < mine.length || t < theirs.length) {
    const a = mine[m];
    const b = theirs[t];
    if (a && b && a.start <= b.end && b.start <= a.end) {
      if (!sameHunk(a, b)) return undefined;
      all.push(a);
      m++;
      t++;
    } else if (!b || (a && a.start < b.start)) {
      all.push(a!);
      m++;
    } else {
      all.push(b);
      t++;
    }
  }
  return all;
}

function applyHunks(lines: readonly string[], hunks: readonly LineHunk[]): string[] {
  const out: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    for (; at < hunk.start; at++) out.push(lines[at]!);
    for (const line of hunk.lines) out.push(line);
    at = hunk.end;
  }
  for (; at < lines.length; at++) out.push(lines[at]!);
  return out;
}

const sameHunk = (a: LineHunk, b: LineHunk): boolean =>
  a.start === b.start &&
  a.end === b.end &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, index) => line === b.lines[index]);

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
