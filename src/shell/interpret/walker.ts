import type * as Syntax from 'unbash';
import type { Expander } from '../expand/expander.ts';
import type { Shell, Stream } from '../state/shell.ts';
import type { Word } from '../state/value.ts';

/** The ways on from any part of a script to those inside of it. */
export interface Walker {
  readonly expander: Expander;
  script(text: string, shell: Shell, stdin?: Stream): Stream;
  command(words: readonly Word[], shell: Shell, stdin?: Stream): Stream;
  list(statements: readonly Syntax.Statement[], shell: Shell, stdin?: Stream): Stream;
  walk(node: Syntax.PipelineNode | Syntax.AndOr, shell: Shell, stdin?: Stream): Stream;
}
