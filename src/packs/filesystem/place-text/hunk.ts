import { diffArrays } from 'diff';
import { isBlank } from './lines.ts';
import { sharedEnds } from './splice.ts';

/** A line of a hunk: kept, removed or added. */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
  /** Whether the patch has no mark before this line of context. */
  readonly bare?: true;
}

export interface Hunk {
  /** The line of the patch where the hunk begins. */
  readonly patchLine: number;
  readonly lines: readonly HunkLine[];
  /** The lines of `@@ class A`, outermost first: the hunk is said to lie below the last. */
  readonly anchors: readonly string[];
  /** The text that git writes after `@@ -1 +1 @@`: helps to tell two places apart, and is never needed. */
  readonly heading?: string | undefined;
  /** The line where a unified diff says that the hunk begins, from 1, and how many lines of the file it takes. */
  readonly position?: { readonly line: number; readonly count: number } | undefined;
  /** Whether the patch says that the hunk reaches the end of the file. */
  readonly endOfFile: boolean;
  /** The sides that have `\ No newline at end of file`. */
  readonly noNewline: { readonly old: boolean; readonly new: boolean };
}

export const isOld = ({ mark }: HunkLine): boolean => mark !== '+';

export const oldLines = (lines: readonly HunkLine[]): string[] => lines.filter(isOld).map(each => each.text);

export const newLines = (lines: readonly HunkLine[]): string[] =>
  lines.filter(each => each.mark !== '-').map(each => each.text);

export const isChange = ({ mark }: HunkLine): boolean => mark !== ' ';

/** A line that shows by itself that it was added. */
export const isAdded = ({ mark, text }: HunkLine): boolean => mark === '+' && !isBlank(text);

/**
 * The hunk that an edit is: its context are the lines of both texts, those at both ends first. Lines are compared by
 * `key`.
 */
export function compareLines(
  old: readonly string[],
  wanted: readonly string[],
  key: (line: string) => string = line => line,
): HunkLine[] {
  const [before, after] = [old.map(key), wanted.map(key)];
  const ends = sharedEnds(before, after);
  const [head, tail] = [ends.head.length, ends.tail.length];
  const middle = diffArrays(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const keep = (text: string): HunkLine => ({ mark: ' ', text });
  let [oldAt, newAt] = [head, head];
  const changed = middle.flatMap(({ value, added, removed }) => {
    const texts = added ? wanted.slice(newAt, newAt + value.length) : old.slice(oldAt, oldAt + value.length);
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
    return texts.map((text): HunkLine => ({ mark: added ? '+' : removed ? '-' : ' ', text }));
  });
  return [...old.slice(0, head).map(keep), ...changed, ...old.slice(old.length - tail).map(keep)];
}
