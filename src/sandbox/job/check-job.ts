import { isBelow } from '../../system/is-below.ts';
import { ToolError } from '../../tool/error.ts';
import type { SandboxJob } from '../port.ts';

const SYSTEM = /^\/(?:proc|sys|dev(?!\/shm\/)|bin|sbin|lib\w*|etc|run\/toolgate|System|Library|private\/etc)(?:\/|$)/;

const WHOLE = ['/usr', '/etc', '/run/toolgate', '/System', '/Library', '/private/etc'];

/** Refuses the whole machine, or a part of it that the sandbox needs for itself, as a workspace. */
export function checkRoot(root: string): void {
  if (!SYSTEM.test(root) && !WHOLE.some(place => isBelow(place, root))) return;
  throw new ToolError('SANDBOX_UNAVAILABLE', `${root} is part of the system itself, so nothing can be run on it.`, {
    suggestion: 'Choose a workspace of its own: --workspace DIR',
  });
}

/** Refuses such a place as the workspace of a job, and as a folder that it sees besides. */
export function checkRoots({ root, also = [] }: Pick<SandboxJob, 'root' | 'also'>): void {
  for (const place of [root, ...also.map(({ path }) => path)]) checkRoot(place);
}

export function checkVariableNames(names: readonly string[]): void {
  const wrong = names.find(name => name === '' || name.includes('='));
  if (wrong === undefined) return;
  throw new ToolError('INVALID_ARGUMENTS', `"${wrong}" is no name of a variable. Nothing was run.`);
}

/** Refuses an overlay within what it lies over. */
export function checkApart(root: string, folder: string): void {
  if (!isBelow(folder, root)) return;
  const why = 'The state folder lies in the workspace, so no overlay can be laid over it.';
  const suggestion = 'Keep state elsewhere: set XDG_STATE_HOME to a folder outside of the workspace.';
  throw new ToolError('SANDBOX_UNAVAILABLE', why, { suggestion });
}

/** Joins parts for files that are read by their NUL characters: one inside would begin an argument of its own. */
export function joinWithNul(parts: readonly string[]): string {
  if (parts.some(part => part.includes('\0'))) {
    throw new ToolError('INVALID_ARGUMENTS', 'A path or a variable holds a NUL character. Nothing was run.');
  }
  return parts.map(part => `${part}\0`).join('');
}
