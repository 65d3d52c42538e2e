import { diffArrays } from 'diff';
import { isBlank } from './lines.ts';
import { type Splice, sharedEnds } from './splice.ts';

/** A line of a hunk: kept, removed or added. */
export interface HunkLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
  /** Whether the patch has no mark before this line of context. */
  readonly bare?: true;
}

export interface Hunk {
  readonly patchLine: number;
  readonly lines: readonly HunkLine[];
  /** The lines of `@@ class A`, outermost first: the hunk is said to lie below the last. */
  readonly anchors: readonly string[];
  /** The text that git writes after `@@ -1 +1 @@`: helps to tell two places apart, and is never needed. */
  readonly heading?: string | undefined;
  /** The line where a unified diff says that the hunk begins, from 1, and how many lines of the file it takes. */
  readonly position?: { readonly line: number; readonly count: number } | undefined;
  readonly endOfFile: boolean;
  /** The sides that have `\ No newline at end of file`. */
  readonly noNewline: { readonly old: boolean; readonly new: boolean };
}

/** The texts that a model sends: the lines that it expects and the lines that it wants. */
export interface TextPair {
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The line, counted from 1, that the number before the first old line names. */
  readonly numberedFrom?: number;
}

/** The two texts with or without a decoration, and the hunk that they make. */
export interface Wording extends TextPair {
  readonly lines: readonly HunkLine[];
  /** The decoration that was taken off, if any. */
  readonly decoration: string;
  /** Whether the marks were found by comparing the texts. */
  readonly compared: boolean;
}

/** Marks in place of a line of the file: there is none, or there may be any number of lines. */
export const NO_LINE = -1;
export const ANY_LINES = -2;

/** A hunk laid over the file: one candidate for what is meant. */
export interface LaidHunk {
  readonly wording: Wording;
  readonly lines: readonly HunkLine[];
  /** The line of the file for each old line, or why there is none. */
  readonly images: readonly number[];
  /** `exact`, or what the match overlooked. */
  readonly reading: string;
  /** The change of a text of one line inside a line, character by character. */
  readonly splice?: Splice;
  /** Whether the hunk begins inside a line. */
  readonly inLine?: boolean;
}

export const isOld = ({ mark }: HunkLine): boolean => mark !== '+';
export const isChange = ({ mark }: HunkLine): boolean => mark !== ' ';
/** A line that shows by itself that it was added. */
export const isAdded = ({ mark, text }: HunkLine): boolean => mark === '+' && !isBlank(text);

export const oldLines = (lines: readonly HunkLine[]): string[] => lines.filter(isOld).map(each => each.text);
export const newLines = (lines: readonly HunkLine[]): string[] =>
  lines.filter(each => each.mark !== '-').map(each => each.text);

/** The line where a hunk begins, also where its first lines differ from the file. */
export function firstImage({ images }: LaidHunk): number {
  const at = images.findIndex(line => line >= 0);
  const before = images[0] === ANY_LINES ? 0 : at;
  return at < 0 ? 0 : Math.max(0, images[at]! - before);
}

/** The hunk that an edit is, its lines compared by `key`: those that both texts have at their ends are context. */
export function compareLines(
  old: readonly string[],
  wanted: readonly string[],
  key: (line: string) => string = line => line,
): HunkLine[] {
  const [before, after] = [old.map(key), wanted.map(key)];
  const { head, tail } = sharedEnds(before, after);
  const [from, oldTo, newTo] = [head.length, old.length - tail.length, wanted.length - tail.length];
  let [oldAt, newAt] = [from, from];
  const parts = diffArrays(before.slice(from, oldTo), after.slice(from, newTo)).map(({ value, added, removed }) => {
    const texts = added ? wanted.slice(newAt, newAt + value.length) : old.slice(oldAt, oldAt + value.length);
    if (!added) oldAt += value.length;
    if (!removed) newAt += value.length;
    return { mark: added ? '+' : removed ? '-' : ' ', texts } as const;
  });
  const [above, below] = [old.slice(0, from), old.slice(oldTo)].map(texts => ({ mark: ' ', texts }) as const);
  return [above!, ...parts, below!].flatMap(({ mark, texts }) => texts.map(text => ({ mark, text })));
}
