import { interrupted } from './failure.ts';
import type { CommonOptions } from './options.ts';
import { canAsk, questionStream } from './terminal.ts';

/** A yes or no at the terminal; without one, no. Ctrl-C ends the command. */
export async function confirm(message: string, options: CommonOptions): Promise<boolean> {
  if (options.yes) return true;
  if (!canAsk(options)) return false;
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({ message, output: questionStream(), initialValue: false });
  if (prompts.isCancel(answer)) throw interrupted();
  return answer;
}
