import { forkShell, type Shell } from '../state/shell.ts';

/** Runs a calculation, which takes variables that it names for calculations too, substitutions in an index included. */
export function runCalculation(source: string, shell: Shell): undefined {
  runInside(source, shell);
  for (const [name] of source.matchAll(/[A-Za-z_]\w*/g)) {
    const held = shell.variables.get(name)?.join(' ') ?? '';
    if (/\[[^\]]*(?:\$\(|`)/.test(held)) runInside(held, shell);
  }
}

/** Judges substitutions as if in double quotes: where quotes do not protect, or a parser may part the text wrongly. */
export function runInside(source: string, shell: Shell): undefined {
  if (!/\$\(|`/.test(source)) return;
  const bare = source.replace(/["']/g, ' ').replace(/\$\{/g, '$ {');
  shell.session.engine.script(`: "${bare}"`, forkShell(shell));
}
