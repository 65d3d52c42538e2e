/** Lines in a row, and what stands in their place. */
export interface FoldedRow {
  /** Lines that are shown as they are, before what is folded. */
  readonly before: readonly string[];
  readonly folded: number;
  /** The words for what is folded. */
  readonly says: string;
  /** What is shown in the place of a note, where nothing of it is lost. */
  readonly instead?: readonly string[];
}

/** The lines of an output; those from `end` on are left as they are. */
export interface OutputLines {
  readonly lines: readonly string[];
  readonly end: number;
}

/** Characters of a line that are looked at. */
const LOOKED_AT = 400;

export const lineAt = ({ lines }: OutputLines, at: number): string => (lines[at] ?? '').slice(0, LOOKED_AT);
