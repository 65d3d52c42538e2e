import { createHash } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolError } from '../tool/error.ts';

/**
 * The folder that holds the state of one workspace, made if it is missing: private to the user and outside the
 * workspace, so that nothing in there can forge a grant.
 */
export function stateFolder(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const realRoot = realpathSync(root);
  const shared = join(stateHome(env), 'toolgate');
  const folder = join(shared, createHash('sha256').update(realRoot).digest('hex').slice(0, 32));
  refuseInside(folder, realRoot);
  makeFolder(dirname(shared));
  for (const own of [shared, folder]) {
    makeFolder(own);
    keepPrivate(own);
  }
  return folder;
}

/** A relative path in the variable is to be ignored, says the XDG specification. */
function stateHome(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.XDG_STATE_HOME;
  return given && isAbsolute(given) ? resolve(given) : join(env.HOME || homedir(), '.local', 'state');
}

function refuseInside(folder: string, realRoot: string): void {
  const way = relative(realRoot, realPathOf(folder));
  if (way === '..' || way.startsWith(`..${sep}`)) return;
  refuse(folder, `lies inside the workspace ${realRoot}, where a tool could change it`);
}

/** The real path of something of which only the upper part may exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
  }
}

/** Made with its parents, each name on the disk before anything relies on it. */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
      syncFolder(dirname(folder));
    } catch (error) {
      // Another process may have been quicker; what it made is looked at afterwards.
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') refuse(folder, `cannot be made: ${message}`);
    }
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function keepPrivate(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) refuse(path, 'is a link');
  if (!stats.isDirectory()) refuse(path, 'is not a folder');
  if (process.getuid && stats.uid !== process.getuid()) refuse(path, 'belongs to another user');
  if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

function refuse(folder: string, reason: string): never {
  throw new ToolError('PERMISSION_DENIED', `The state folder ${folder} ${reason}.`, {
    suggestion: 'Set XDG_STATE_HOME to a folder of your own outside the workspace.',
    details: { folder },
  });
}
