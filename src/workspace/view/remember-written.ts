import type { ChangeRow } from '../../store/port.ts';
import { errorCodeOf, lookUp } from '../disk/disk.ts';
import { Folders } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import type { SharedFileCache } from './cache.ts';
import type { KnownFiles } from './known-files.ts';

/** Remembers the files that a session has written itself: they are not foreign to it. */
export function rememberWritten(
  ground: Ground,
  rows: readonly ChangeRow[],
  { known, cache }: { known: KnownFiles; cache: SharedFileCache },
): void {
  const folders = new Folders(ground.root, { onlyLooks: true });
  try {
    for (const { path, after } of rows) {
      cache.delete(joinBelow(ground.root.absolute, path));
      const found = after?.sha === undefined ? undefined : look(folders, path);
      if (found?.kind !== 'file' || after?.sha === undefined) known.forget(path);
      else known.remember(path, { identity: ground.identityOf(found.stats), sha: after.sha });
    }
  } finally {
    folders.close();
  }
}

function look(folders: Folders, path: string) {
  try {
    return lookUp(folders, path);
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw error;
    return undefined;
  }
}
