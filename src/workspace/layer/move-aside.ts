import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { endAfter } from '../../system/try-or.ts';
import { errorCodeOf, lookUp, removeBelow } from '../disk/disk.ts';
import { type Folders, withFolders } from '../disk/folders.ts';
import { openRoot } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';

/**
 * Moves folders aside that are left out of undo, until the rest is written: a folder can be removed only when it is
 * empty. The function returned moves them back, but for those on another file system, which are gone.
 */
export async function moveAside(ground: Ground, folder: string, paths: readonly string[]) {
  if (paths.length === 0) return async () => {};
  const place = join(folder, 'aside');
  mkdirSync(place, { mode: 0o700 });
  const moved = withBoth(ground, place, { onlyLooks: false }, (aside, disk) =>
    paths.filter((path, index) => {
      if (lookUp(disk, path).kind === 'absent') return false;
      const { dir, name } = disk.placeOf(path);
      disk.forget(path);
      try {
        dir.rename(name, aside.at('.'), String(index));
        return true;
      } catch (error) {
        if (errorCodeOf(error) !== 'EXDEV') throw error;
        removeBelow(disk, path);
        return false;
      }
    }),
  );
  return async () =>
    withBoth(ground, place, { onlyLooks: false }, (aside, disk) => {
      for (const path of moved) {
        const { dir, name } = disk.placeOf(path);
        aside.at('.').rename(String(paths.indexOf(path)), dir, name);
      }
    });
}

/** Lends a folder of our own, and the workspace on the disk. */
export function withBoth<T>(
  ground: Ground,
  place: string,
  { onlyLooks }: { onlyLooks: boolean },
  work: (own: Folders, disk: Folders) => T,
): T {
  const root = openRoot(place);
  const both = () =>
    withFolders(root, { asOwner: true }, own =>
      withFolders(ground.root, { asOwner: true, onlyLooks }, disk => work(own, disk)),
    );
  return endAfter(() => root.close(), both);
}
