import { forkShell, type Shell } from '../state/shell.ts';

/** Runs a calculation, which takes variables that it names for calculations too, substitutions in an index included. */
export function runCalculation(source: string, shell: Shell): undefined {
  runInside(source, shell);
  for (const [name] of source.matchAll(/[A-Za-z_]\w*/g)) {
    const held = shell.variables.get(name)?.join(' ') ?? '';
    if (/\[[^\]]*(?:\$\(|`)/.test(held)) runInside(held, shell);
  }
}

/**
 * Judges every substitution in a piece of source as if it stood between double quotes: for places where quotes do not
 * protect, or where a parser may part the text at a sign that belongs to a substitution.
 */
export function runInside(source: string, shell: Shell): undefined {
  if (!/\$\(|`/.test(source)) return;
  const bare = source.replace(/["']/g, ' ').replace(/\$\{/g, '$ {');
  shell.session.engine.script(`: "${bare}"`, forkShell(shell));
}
