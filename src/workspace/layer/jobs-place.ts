import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPrefix, removeLeftovers } from '../../system/leftovers.ts';
import { removeTree } from '../../system/remove-tree.ts';
import type { RootHandle } from '../disk/dir-handle.ts';
import { isInside, realOrGiven } from '../disk/open-dir.ts';

/** The place where jobs have their folders, for as long as the workspace is open. */
interface JobsPlace {
  readonly folder: string;
  close(): void;
}

const PREFIX = 'toolgate-jobs-';

/**
 * The place that is wished for, unless it lies in the workspace: an overlay cannot lie within what it lies over. Then a
 * place of this process, with a name that nobody can guess, where files outlive a restart rather than fill the memory.
 */
export function jobsPlace(wished: string, root: RootHandle, random: () => string): JobsPlace {
  removeLeftovers(wished);
  if (!isInside(realOrGiven(wished), root.absolute)) return { folder: wished, close: () => {} };
  const parent = ['/var/tmp', tmpdir()].find(place => isThere(place) && !isInside(realpathSync(place), root.absolute));
  if (parent === undefined) return { folder: wished, close: () => {} };
  removeLeftovers(parent, PREFIX);
  const folder = join(parent, `${PREFIX}${ownPrefix()}${random()}`);
  return { folder, close: () => removeTree(folder) };
}

function isThere(place: string): boolean {
  try {
    return realpathSync(place) !== '';
  } catch {
    return false;
  }
}
