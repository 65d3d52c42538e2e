import { readFileSync } from 'node:fs';
import { readProgram } from '../../tool/loading/read-program.ts';

/**
 * The words before a command that make it the job to which the terminal belongs, as an interactive shell does. The
 * command is in a process group of its own, so that nothing in it can end us by a signal to its group, and afterwards
 * the terminal is given back to us, also where an interactive shell inside had taken it.
 */
export const FOREGROUND: readonly string[] = [
  ...['setpriv', '--pdeathsig', 'KILL', '--', 'sh', '-c'],
  ...[readProgram(new URL('./foreground.sh', import.meta.url)), 'toolgate'],
];

/** Whether a terminal is ours now: there is one, and we are no job in its background. */
export function isForeground(): boolean {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program stands in brackets and may hold anything; state and parent come after it.
    const [, , group, , terminal, owner] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return terminal !== '0' && group === owner;
  } catch {
    return false;
  }
}
