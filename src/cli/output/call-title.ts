import { callLine } from '../../tool/text/mask.ts';

/** A call in a few words: the command says more than the call that runs it. The arguments are masked. */
export function callTitle(tool: string, args: unknown): string {
  const { command } = (args ?? {}) as { command?: unknown };
  return typeof command === 'string' ? `${tool}: ${command}` : callLine(tool, args);
}
