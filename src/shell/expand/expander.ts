import type * as Syntax from 'unbash';
import type { Shell, Stream } from '../state/shell.ts';
import type { Word } from '../state/value.ts';

/** Runs the script of a substitution; handed in, since running needs expanding too. */
export type Substitute = (script: Syntax.ParsedScript, shell: Shell, stdin?: Stream) => Stream;

/** A piece of a word: `fields` where it becomes several words even in quotes, `split` where spaces part it. */
export interface Piece {
  readonly value: string;
  readonly split?: boolean;
  readonly fields?: readonly string[];
}

export interface Expander {
  /** The words that a command gets. */
  words(nodes: readonly Syntax.Word[], shell: Shell): Word[];
  /** One text, never parted: what is assigned, matched, redirected to. */
  text(node: Syntax.Word, shell: Shell): string;
  parts(parts: readonly Syntax.WordPart[], shell: Shell): string;
  /** Runs what is inside an expression, for nothing else of it matters. */
  visit(expression: Syntax.ArithmeticExpression | undefined, shell: Shell): void;
}
