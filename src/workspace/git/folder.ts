import { type BigIntStats, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import { lstatQuietly } from '../disk/identity.ts';

const LARGEST = 4096;

/** The folder for git's own files; a file in its place, as worktrees and submodules have it, names another one. */
export function gitFolderOf(at: string): string | undefined {
  const place = join(at, '.git');
  const stats = lstatQuietly(place);
  if (stats?.isDirectory() || stats?.isSymbolicLink()) return place;
  const named = /^gitdir: (.+?)\n*$/.exec(readSmall(place, stats) ?? '')?.[1];
  return named === undefined ? undefined : resolve(at, named);
}

/** The folder that worktrees of one repository share: there is its config. */
export function commonFolderOf(folder: string): string {
  const file = join(folder, 'commondir');
  const named = readSmall(file, lstatQuietly(file));
  return named === undefined ? folder : resolve(folder, named.trim());
}

/** The text of a plain file that is small; undefined of any other. */
const readSmall = (file: string, stats: BigIntStats | undefined): string | undefined =>
  stats?.isFile() && stats.size <= LARGEST ? tryOr(() => readFileSync(file, 'utf8'), undefined) : undefined;
