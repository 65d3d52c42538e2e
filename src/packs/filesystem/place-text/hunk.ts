import { diffArrays } from 'diff';

/** A line of a hunk: kept, removed or added. */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
  /** The patch has no mark before this line of context. */
  readonly bare?: true;
}

/** Where a unified diff says that a hunk begins, counted from 1, and how many lines of the file it takes. */
export interface HunkPosition {
  readonly line: number;
  readonly count: number;
}

export interface Hunk {
  /** The line of the patch where it begins. */
  readonly patchLine: number;
  readonly lines: readonly HunkLine[];
  /** The lines of `@@ class A`, outermost first: the hunk is said to lie below the last. */
  readonly anchors: readonly string[];
  /** What git writes after `@@ -1 +1 @@`: helps to tell two places apart, and is never needed. */
  readonly heading?: string;
  readonly position?: HunkPosition;
  /** The patch says that the hunk reaches the end of the file. */
  readonly endOfFile: boolean;
  /** How many empty lines at its end may be mere spacing of the patch. */
  readonly spacing: number;
  /** Which side has `\ No newline at end of file`. */
  readonly noNewline: { readonly old: boolean; readonly new: boolean };
}

type Marked = { readonly lines: readonly HunkLine[] };

export const oldLines = ({ lines }: Marked): string[] => lines.filter(each => each.mark !== '+').map(each => each.text);

export const newLines = ({ lines }: Marked): string[] => lines.filter(each => each.mark !== '-').map(each => each.text);

/** An edit is a hunk: the lines that both texts have are its context, those at both ends first. Lines are compared by `key`. */
export function compareLines(
  old: readonly string[],
  wanted: readonly string[],
  key: (line: string) => string = line => line,
): HunkLine[] {
  const [before, after] = [old.map(key), wanted.map(key)];
  const most = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < most && before[head] === after[head]) head++;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const kept = (text: string): HunkLine => ({ mark: ' ', text });
  const lines = old.slice(0, head).map(kept);
  let [oldAt, newAt] = [head, head];
  for (const { value, added, removed } of diffArrays(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  )) {
    for (const _ of value) {
      if (added) lines.push({ mark: '+', text: wanted[newAt++]! });
      else if (removed) lines.push({ mark: '-', text: old[oldAt++]! });
      else {
        lines.push(kept(old[oldAt++]!));
        newAt++;
      }
    }
  }
  return [...lines, ...old.slice(old.length - tail).map(kept)];
}
