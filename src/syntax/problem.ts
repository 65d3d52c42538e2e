export interface SyntaxProblem {
  /** The line, 1-based. */
  readonly line: number;
  /** The column, 1-based, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
  /** The line of the problem, trimmed; of a long line, the part around the problem. */
  readonly near: string;
}

export type ParsedText = { readonly text: string; readonly problems: readonly SyntaxProblem[] };

/** The most problems that are collected: in a file with so many, one more means nothing. */
export const MAX_PROBLEMS = 100;
