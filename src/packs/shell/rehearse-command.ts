import type { Understanding } from '../../shell/understand-command.ts';
import type { Context } from '../../tool/context.ts';
import { isOwnLoopback } from '../../tool/effect.ts';
import { onlyReads } from './assess.ts';
import type { CommandRun } from './run-command.ts';
import { sayEmptied } from './say-end.ts';
import type { ShellServices } from './services.ts';

/** Whether commands can be rehearsed here: a sandbox is proved to hold them, and their writes land on a layer. */
export async function rehearses({ isOff, sandbox }: Pick<ShellServices, 'isOff' | 'sandbox'>): Promise<boolean> {
  if (isOff()) return false;
  const { proved, overlay } = await sandbox();
  return proved && overlay;
}

/** Whether private files that nobody has let a command read are empty to it: it needs none, or nobody saw its reads. */
export const coversPrivate = (
  understood: Understanding,
  { files, rehearsed }: Pick<Context, 'files' | 'rehearsed'>,
): boolean => onlyReads(understood, files.root) || (rehearsed === true && understood.unseen);

/** The words for the model on a rehearsal that was let be: only what may have made its command fail. */
export function sayMissed(ran: CommandRun, { effects, unseen }: Understanding, { rehearsed }: Context) {
  const { ended, covered, output } = ran;
  if (!rehearsed || (ended.code === 0 && output.trim() !== '')) return [];
  const near = effects !== 'everything' && effects.some(one => one.kind === 'network' && isOwnLoopback(one.resource));
  return [
    near && 'localhost is the command’s own here: nothing else of this machine listens on it.',
    unseen && covered.length > 0 && sayEmptied(covered.length),
  ].filter(note => note !== false);
}
