import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from './job-folder.ts';

/** Folders of this process that are to be gone when it ends. */
const owned = new Set<string>();

/** A folder of this process, named by it, so that the next one can tell what was left behind. */
export function makeOwnFolder(parent: string): string {
  const folder = join(parent, ownName());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owned.size === 0) process.once('exit', removeOwned);
  owned.add(folder);
  return folder;
}

/** A name that cannot be guessed and says whose it is. */
export const ownName = (): string => `${process.pid}-${randomBytes(8).toString('hex')}`;

function removeOwned(): void {
  for (const folder of owned) rmSync(folder, { recursive: true, force: true });
}

/** Removes what processes left behind that have ended. Names are `prefix`, the process and random letters. */
export function removeLeftovers(parent: string, prefix = ''): void {
  for (const name of namesIn(parent)) {
    const pid = name.startsWith(prefix) ? /^(\d+)-[\w-]+$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeTree(join(parent, name));
    } catch {
      // Somebody else's: not ours to remove.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
