import type { CallRequest } from '../../index.ts';
import { recordOf } from '../read-said.ts';

/** The provider's `bash` keeps a shell that can be started anew; ours keeps a folder, which then is the root again. */
export function fromBash(input: unknown, root: string): Pick<CallRequest, 'args'> {
  const { restart, command, ...rest } = recordOf(input);
  if (restart === undefined) return { args: input };
  if (restart !== true || command !== undefined) return { args: { ...rest, command } };
  return { args: { command: `cd ${quote(root)}`, description: 'Begin anew in the root of the workspace' } };
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
