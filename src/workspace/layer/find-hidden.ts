import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Visible } from '../port.ts';
import type { Sight } from '../view-look.ts';

/** Folders looked at before others get their turn. */
const AT_ONCE = 200;

/** The paths in the workspace that a call may not see: what belongs to toolgate itself, and what a rule hides. */
export async function findHidden({ root, visible, hides }: Sight): Promise<readonly string[]> {
  const own = root.closed.filter(folder => folder.startsWith(`${root.absolute}/`));
  return hides ? [...own, ...(await hiddenByRules(root.absolute, visible))] : own;
}

/** The topmost of each, and other names of the same files. Looks at every folder of the workspace. */
async function hiddenByRules(root: string, visible: Visible): Promise<readonly string[]> {
  const hidden: string[] = [];
  const names: string[] = [];
  await walk(root, path => {
    names.push(path);
    if (visible(path)) return true;
    hidden.push(path);
    return false;
  });
  const inodes = new Set(hidden.map(statsOf).filter(isShared).map(inodeOf));
  if (inodes.size === 0) return hidden;
  const known = new Set(hidden);
  const others = names.filter(path => {
    const stats = known.has(path) ? undefined : statsOf(path);
    return isShared(stats) && inodes.has(inodeOf(stats));
  });
  return [...hidden, ...others];
}

async function walk(root: string, enter: (path: string) => boolean): Promise<void> {
  const waiting = [root];
  for (let looked = 1, folder = waiting.pop(); folder !== undefined; folder = waiting.pop(), looked++) {
    if (looked % AT_ONCE === 0) await turn();
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (enter(path) && entry.isDirectory()) waiting.push(path);
    }
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or closed to us: then the job cannot look into it either.
    return [];
  }
}

const statsOf = (path: string): BigIntStats | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false });

/** A hidden folder's files may have other names too, but a rule on a folder is about the place. */
const isShared = (stats: BigIntStats | undefined): stats is BigIntStats => stats?.isFile() === true && stats.nlink > 1n;

const inodeOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;
