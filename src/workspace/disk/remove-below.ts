import { lookIn } from './disk.ts';
import type { Folders } from './folders.ts';

/** Removes the entry at a path, a folder with all that is in it. */
export function removeBelow(disk: Folders, path: string): void {
  const { dir, name } = disk.placeOf(path);
  const found = lookIn(dir, name);
  if (found.kind === 'absent') return;
  if (found.kind !== 'directory') {
    dir.unlink(name);
    return;
  }
  for (const child of disk.at(path).allNames()) removeBelow(disk, `${path}/${child}`);
  disk.forget(path);
  disk.placeOf(path).dir.rmdir(name);
}
