import { readFileSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { readProgram } from '../../tool/loading/read-program.ts';
import { statFields } from '../job/process-tree.ts';

/** The words that give a command the terminal, in a group of its own: no signal to it ends us, and we get that back. */
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
