import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ownPrefix } from '../../system/leftovers.ts';

/** Folders of this process that are to be gone when it ends. */
const owned = new Set<string>();

/** Makes a folder of this process, named by it, so that the next one can tell what was left behind. */
export function makeOwnFolder(parent: string): string {
  const folder = join(parent, makeOwnName());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owned.size === 0) process.once('exit', removeOwned);
  owned.add(folder);
  return folder;
}

/** A name that cannot be guessed and says whose it is. */
export const makeOwnName = (): string => `${ownPrefix()}${randomBytes(8).toString('hex')}`;

function removeOwned(): void {
  for (const folder of owned) rmSync(folder, { recursive: true, force: true });
}
