import type { ChangeRow } from '../../store/port.ts';
import { tryOr } from '../../system/try-or.ts';
import { lookUp } from '../disk/disk.ts';
import { withFolders } from '../disk/folders.ts';
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
  withFolders(ground.root, { onlyLooks: true }, folders => {
    for (const { path, after } of rows) {
      cache.delete(joinBelow(ground.root.absolute, path));
      // A path that cannot be looked at any more is one that the session does not know.
      const found = after?.sha === undefined ? undefined : tryOr(() => lookUp(folders, path), undefined);
      if (found?.kind !== 'file' || after?.sha === undefined) known.forget(path);
      else known.remember(path, { identity: ground.identityOf(found.stats), sha: after.sha });
    }
  });
}
