import type { DirHandle, RootHandle } from './dir-handle.ts';

/** Entries of a folder of the workspace; none where it cannot be opened. */
export function entriesBelow(root: RootHandle, folder: string): ReturnType<DirHandle['entries']> {
  try {
    const dir = folder === '.' ? root : root.openBelow(folder);
    try {
      return dir.entries();
    } finally {
      if (dir !== root) dir.close();
    }
  } catch {
    return [];
  }
}
