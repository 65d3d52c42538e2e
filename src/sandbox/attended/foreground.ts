import { readFileSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { readProgram } from '../../tool/loading/read-program.ts';
import { statFields } from '../job/process-tree.ts';

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
  const fields = tryOr(() => statFields(readFileSync('/proc/self/stat', 'latin1')), undefined);
  const [, , group, , terminal, owner] = fields ?? [];
  return fields !== undefined && terminal !== '0' && group === owner;
}
