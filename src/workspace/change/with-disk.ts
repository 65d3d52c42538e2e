import { Folders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import { type Base, diskBase } from './base.ts';

/** Lends the workspace on the disk as a base. */
export async function withDisk<T>(
  ground: Ground,
  work: (disk: Base, folders: Folders) => Promise<T>,
  { onlyLooks = false } = {},
): Promise<T> {
  const folders = new Folders(ground.root, { asOwner: true, onlyLooks });
  try {
    return await work(diskBase(folders, ground.identityOf), folders);
  } finally {
    folders.close();
  }
}
