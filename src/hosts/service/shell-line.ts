import { quoteWord } from '../../shell/state/value.ts';
import { startLine } from '../install/hook-lines.ts';

/**
 * The line that a host runs in the place of a command. The client prints what the command prints; what it says on
 * descriptor 3 is run by the host's own shell, so that a change of folder holds there too. A client that fails says
 * nothing, and its exit code is the line's. Where each command has a shell of its own the client says all by its exit
 * code, and some hosts take no line with a command in a command.
 */
export function shellLine(client: readonly string[], id: string, { kept }: { kept: boolean }): string {
  const call = startLine([...client, id]);
  if (!kept) return call;
  return `{ toolgate_end=$(${call} 3>&1 >&4 4>&-) && eval "$toolgate_end"; } 4>&1`;
}

/** The line that the host's shell runs at the end: it goes to the command's last folder, and ends with its code. */
export const endLine = (code: number, folder: string | undefined): string =>
  `${folder === undefined ? '' : `cd -- ${quoteWord(folder)}; `}(exit ${code})`;
