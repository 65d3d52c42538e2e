/** A syntax error as a model can use it: where it is, what is wrong, and the text of the line. */
export interface SyntaxProblem {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
  /** The line of the problem, trimmed; of a long line, the part around the problem. */
  readonly near: string;
}

/** A text that was parsed, and what is wrong with it. */
export interface ParsedText {
  readonly text: string;
  readonly problems: readonly SyntaxProblem[];
}

/** More than this is not collected: such a file is too broken for one more error to mean anything. */
export const MAX_PROBLEMS = 100;
