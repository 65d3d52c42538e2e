import type { CommonOptions } from './options.ts';

/** A yes or no at the terminal; without one, no. */
export async function confirm(message: string, options: CommonOptions): Promise<boolean> {
  if (options.yes) return true;
  if (!options.input || !process.stdin.isTTY || !process.stderr.isTTY) return false;
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({ message, output: process.stderr });
  return answer === true;
}
