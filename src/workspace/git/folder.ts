import { lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LARGEST = 4096;

/** The folder for git's own files; a file in its place, as worktrees and submodules have it, names another one. */
export function gitFolderOf(at: string): string | undefined {
  const place = join(at, '.git');
  try {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory() || stats?.isSymbolicLink()) return place;
    if (!stats?.isFile() || stats.size > LARGEST) return undefined;
    const named = /^gitdir: (.+?)\n*$/.exec(readFileSync(place, 'utf8'))?.[1];
    return named === undefined ? undefined : resolve(at, named);
  } catch {
    return undefined;
  }
}

/** The folder that worktrees of one repository share: there is its config. */
export function commonFolderOf(folder: string): string {
  try {
    const stats = lstatSync(join(folder, 'commondir'), { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST) return folder;
    return resolve(folder, readFileSync(join(folder, 'commondir'), 'utf8').trim());
  } catch {
    return folder;
  }
}
