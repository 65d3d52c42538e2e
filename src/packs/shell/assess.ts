import type { Understanding } from '../../shell/understand-command.ts';
import { sayList } from '../../text/say.ts';
import type { Assessment } from '../../tool/effect.ts';
import { isOpaque } from './plain-programs.ts';

/** The worst effects of a command, so that a person who is asked need not read the whole command. */
export function assess(understood: Understanding): Assessment {
  const { danger, reasons } = understood;
  const opaque = isOpaque(understood);
  const unseen = understood.unseen && { unseen: true };
  const worst = [...new Set(reasons.filter(reason => reason.danger === danger).map(({ text }) => text))];
  return { danger, opaque, ...unseen, ...(worst.length === 0 ? {} : { why: sayList(worst, 3) }) };
}
