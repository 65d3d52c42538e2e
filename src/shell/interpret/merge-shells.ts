import type { Shell } from '../state/shell.ts';
import { eitherOf, UNKNOWN } from '../state/value.ts';

/** Merges the states that several ways of a script leave behind into the shell that goes on. */
export function mergeShells(shell: Shell, forks: readonly Shell[], mayskip: boolean): undefined {
  if (forks.length === 0) return;
  const names = new Set(forks.flatMap(fork => [...fork.variables.own().keys()]));
  for (const name of names) {
    const values = forks.map(fork => fork.variables.get(name) ?? [UNKNOWN]);
    if (mayskip) values.push(shell.variables.get(name) ?? values[0]!);
    const [first, ...others] = values;
    shell.variables.set(
      name,
      others.reduce(
        (a, b) => (a.length === b.length ? a.map((value, at) => eitherOf(value, b[at]!)) : [UNKNOWN]),
        first!,
      ),
    );
  }
  for (const fork of forks) for (const [name, body] of fork.functions.own()) shell.functions.set(name, body);
  const folders = new Set([...forks.map(fork => fork.cwd), ...(mayskip ? [shell.cwd] : [])]);
  const [folder, other, more] = [...folders];
  shell.cwd = more !== undefined || folders.has(undefined) ? undefined : folder;
  if (folders.size === 2 && shell.cwd !== undefined) shell.perhaps = other;
  shell.strict ||= forks.every(fork => fork.strict);
}
