import type * as Syntax from 'unbash';
import type { Shell, Stream } from '../state/shell.ts';

/** Commands that change the shell itself. */
const STATEFUL =
  /^(?:cd|pushd|popd|export|declare|typeset|local|readonly|unset|set|shopt|read|mapfile|readarray|eval|source|\.|exec|command|builtin|trap|alias|printf|let|getopts|coproc|env|ln|git|exit|return|break|continue|shift|wait)$/;

/** A key of all that a command without any expansion depends on; undefined where it depends on more. */
export function plainKey(node: Syntax.Command, shell: Shell, stdin: Stream | undefined): string | undefined {
  const { name, prefix, suffix } = node;
  if (!name || name.parts || prefix.length > 0 || stdin || suffix.length > 20) return undefined;
  if (STATEFUL.test(name.value) || shell.functions.get(name.value)) return undefined;
  const { made, fetched, links } = shell.session;
  let key = `${shell.cwd}\n${shell.perhaps}\n${made.size} ${fetched.size} ${links.size}\n${name.text}`;
  for (const part of suffix) {
    if (part.type !== 'Word' || part.parts) return undefined;
    key += ` ${part.text}`;
  }
  return key;
}
