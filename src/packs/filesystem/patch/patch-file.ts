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

export type PatchFile =
  | {
      readonly kind: 'add';
      readonly path: string;
      readonly patchLine: number;
      readonly content: string;
      readonly executable?: boolean;
    }
  | {
      readonly kind: 'delete';
      readonly path: string;
      readonly patchLine: number;
      /** What the patch says the file holds. */
      readonly expected?: readonly string[];
    }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly patchLine: number;
      readonly moveTo?: string;
      readonly hunks: readonly Hunk[];
    };

export const oldLines = ({ lines }: Pick<Hunk, 'lines'>): string[] =>
  lines.filter(line => line.mark !== '+').map(line => line.text);

export const newLines = ({ lines }: Pick<Hunk, 'lines'>): string[] =>
  lines.filter(line => line.mark !== '-').map(line => line.text);
