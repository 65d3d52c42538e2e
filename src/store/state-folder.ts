import { chmodSync, lstatSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '../system/make-folder.ts';
import { tryOr } from '../system/try-or.ts';
import { hashText } from '../tool/crypto/sha-256.ts';
import { ToolError } from '../tool/error.ts';
import { noteWorkspace } from './workspace-note.ts';

/**
 * The folder that holds the state of one workspace, made if it is missing: private to the user and outside the
 * workspace, so that nothing in there can forge a grant.
 */
export function stateFolder(root: string, env: NodeJS.ProcessEnv, user = process.getuid?.()): string {
  const realRoot = realpathSync(root);
  const shared = stateFolders(env);
  const folder = join(shared, stateName(realRoot));
  refuseInside(folder, realRoot);
  make(dirname(shared));
  for (const own of [shared, folder]) {
    make(own);
    keepPrivate(own, user);
  }
  noteWorkspace(folder, realRoot);
  return folder;
}

/** The folder in which the state of all workspaces lies. */
export const stateFolders = (env: NodeJS.ProcessEnv): string => join(stateHome(env), 'toolgate');

/** The name of a workspace's state folder, by its real path. */
export const stateName = (realRoot: string): string => hashText(realRoot).slice(0, 32);

/** The folder for state. A relative path in XDG's variable is ignored, as XDG specifies; in `HOME` it is a mistake. */
function stateHome({ XDG_STATE_HOME: given, HOME }: NodeJS.ProcessEnv): string {
  if (given && isAbsolute(given)) return resolve(given);
  // A user without an entry in the system's list, as in some containers, has no home.
  const home = HOME ?? tryOr(() => userInfo().homedir, undefined);
  if (home !== undefined && isAbsolute(home)) return join(home, '.local', 'state');
  const why = home === undefined ? 'there is no home folder' : `HOME is "${home}", not an absolute path`;
  throw new ToolError('EXECUTION_ERROR', `No place for the state is known: ${why}.`, {
    suggestion: 'Set HOME or XDG_STATE_HOME to a folder of your own outside the workspace.',
  });
}

function refuseInside(folder: string, realRoot: string): void {
  const way = relative(realRoot, realPathOf(folder));
  if (way === '..' || way.startsWith(`..${sep}`)) return;
  const suggestion = 'Start it in the folder of a project, or set XDG_STATE_HOME to a folder of your own elsewhere.';
  refuse(folder, `lies inside the workspace ${realRoot}, where a tool could change it`, suggestion);
}

/** The real path of a place whose upper part alone may exist. */
function realPathOf(path: string): string {
  const parent = dirname(path);
  const real = tryOr(() => realpathSync(path), undefined);
  return real ?? (parent === path ? path : join(realPathOf(parent), path.slice(parent.length)));
}

function make(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    refuse(path, `cannot be made: ${error instanceof Error ? error.message : error}`);
  }
}

function keepPrivate(path: string, user: number | undefined): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) refuse(path, 'is a link');
  if (!stats.isDirectory()) refuse(path, 'is not a folder');
  if (user !== undefined && stats.uid !== user) refuse(path, 'belongs to another user');
  if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

const ELSEWHERE = 'Set XDG_STATE_HOME to a folder of your own outside the workspace.';

function refuse(folder: string, reason: string, suggestion = ELSEWHERE): never {
  throw new ToolError('PERMISSION_DENIED', `The state folder ${folder} ${reason}.`, {
    suggestion,
    details: { folder },
  });
}
