import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { ownPrefix, removeLeftovers } from '../../system/leftovers.ts';
import { removeTree } from '../../system/remove-tree.ts';
import { tryOr } from '../../system/try-or.ts';
import type { RootHandle } from '../disk/dir-handle.ts';
import { realOrGiven } from '../disk/open-dir.ts';

const PREFIX = 'toolgate-jobs-';

/**
 * The place that is wished for, unless it lies in the workspace: an overlay cannot lie within what it lies over. Then a
 * place of this process, with a name that nobody can guess, where files outlive a restart rather than fill the memory.
 */
export function jobsPlace(wished: string, root: RootHandle, random: () => string) {
  removeLeftovers(wished);
  if (!isBelow(realOrGiven(wished), root.absolute)) return { folder: wished, close: () => {} };
  const isOutside = (place: string) => !isBelow(realpathSync(place), root.absolute);
  const parent = ['/var/tmp', tmpdir()].find(place => tryOr(() => isOutside(place), false));
  if (parent === undefined) return { folder: wished, close: () => {} };
  removeLeftovers(parent, PREFIX);
  const folder = join(parent, `${PREFIX}${ownPrefix()}${random()}`);
  return { folder, close: () => removeTree(folder) };
}
