import { RecentMap } from '../../tool/lists/recent-map.ts';
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
