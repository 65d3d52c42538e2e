import { forkShell, type Shell } from './shell.ts';

/**
 * Judges every substitution in a piece of source as if it stood between double quotes: for places where quotes do not
 * protect, or where a parser may part the text at a sign that belongs to a substitution.
 */
export function runInside(source: string, shell: Shell): undefined {
  if (!/\$\(|`/.test(source)) return;
  const bare = source.replace(/["']/g, ' ').replace(/\$\{/g, '$ {');
  shell.session.engine.script(`: "${bare}"`, forkShell(shell));
}
