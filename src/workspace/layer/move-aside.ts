import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf, lookUp } from '../disk/disk.ts';
import { Folders } from '../disk/folders.ts';
import { openRoot } from '../disk/open-dir.ts';
import { removeBelow } from '../disk/remove-below.ts';
import type { Ground } from '../ground.ts';

/**
 * Moves folders aside that are left out of undo, until the rest is written: a folder can be removed only when it is
 * empty. The function returned moves them back, but for those on another file system, which are gone.
 */
export async function moveAside(
  ground: Ground,
  folder: string,
  paths: readonly string[],
): Promise<() => Promise<void>> {
  if (paths.length === 0) return async () => {};
  const place = join(folder, 'aside');
  mkdirSync(place, { mode: 0o700 });
  const moved = exchange(ground, place, (disk, aside) =>
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
  return async () => {
    exchange(ground, place, (disk, aside) => {
      for (const path of moved) {
        const { dir, name } = disk.placeOf(path);
        aside.at('.').rename(String(paths.indexOf(path)), dir, name);
      }
    });
  };
}

function exchange<T>(ground: Ground, place: string, work: (disk: Folders, aside: Folders) => T): T {
  const root = openRoot(place);
  const aside = new Folders(root, { asOwner: true });
  const disk = new Folders(ground.root, { asOwner: true });
  try {
    return work(disk, aside);
  } finally {
    aside.close();
    root.close();
    disk.close();
  }
}
