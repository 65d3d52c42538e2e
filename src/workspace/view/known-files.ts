import type { ChangeRow } from '../../store/port.ts';
import { RecentMap } from '../../tool/lists/recent-map.ts';
import { errorCodeOf, lookUp } from '../disk/disk.ts';
import { type Folders, withFolders } from '../disk/folders.ts';
import { joinBelow } from '../disk/open-dir.ts';
import type { Ground } from '../ground.ts';
import type { SharedFileCache } from './cache.ts';
import { type ContentHash, LateHash } from './late-hash.ts';

interface KnownFile {
  readonly identity: string;
  readonly sha: ContentHash;
}

/**
 * The files that one session has last read or written, by workspace-relative real path. An overwrite, a delete or a
 * move of a file that is different now is stale. Commits remember their writes, so that own changes are not foreign.
 */
export class KnownFiles {
  readonly #files = new RecentMap<string, KnownFile>({ most: 50_000 });

  get(path: string): KnownFile | undefined {
    return this.#files.get(path);
  }

  /** Remembers a file by these two facts alone: a file that was read comes with its content too. */
  remember(path: string, { identity, sha }: KnownFile): void {
    this.forget(path);
    this.#files.set(path, { identity, sha });
    if (sha instanceof LateHash) sha.hold();
  }

  forget(path: string): void {
    const sha = this.#files.get(path)?.sha;
    if (sha instanceof LateHash) sha.release();
    this.#files.delete(path);
  }

  get size(): number {
    return this.#files.size;
  }
}

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
      const found = after?.sha === undefined ? undefined : look(folders, path);
      if (found?.kind !== 'file' || after?.sha === undefined) known.forget(path);
      else known.remember(path, { identity: ground.identityOf(found.stats), sha: after.sha });
    }
  });
}

function look(folders: Folders, path: string) {
  try {
    return lookUp(folders, path);
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw error;
    return undefined;
  }
}
