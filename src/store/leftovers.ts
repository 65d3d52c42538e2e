import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './process-identity.ts';
import { removeTree } from './remove-tree.ts';

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
