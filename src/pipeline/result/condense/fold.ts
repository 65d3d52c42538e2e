/** Lines in a row, and the words that stand in their place. */
export interface FoldedRow {
  /** Lines that are shown as they are, before the folded ones. */
  readonly before: readonly string[];
  readonly folded: number;
  /** The words for the folded lines. */
  readonly says: string;
  /** The lines that are shown in the place of a note, where nothing is lost. */
  readonly instead?: readonly string[];
}

/** The lines of an output; those from `end` on are left as they are. */
export type OutputLines = { readonly lines: readonly string[]; readonly end: number };

/** Characters of a line that are looked at. */
const LOOKED_AT = 400;

export const lineAt = ({ lines }: OutputLines, at: number): string => (lines[at] ?? '').slice(0, LOOKED_AT);
