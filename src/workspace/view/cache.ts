import type { BigIntStats } from 'node:fs';
import type { FileReadOptions } from '../../tool/files.ts';
import { RecentMap } from '../../tool/lists/recent-map.ts';
import { isTrustedIdentity } from '../disk/identity.ts';
import type { ContentHash } from './late-hash.ts';

interface CachedFile {
  readonly identity: string;
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
  readonly sha: ContentHash;
}

type Sharing = Pick<FileReadOptions, 'shared'>;

/** Bytes that an entry costs besides its content. */
const OVERHEAD = 1024;
const DEFAULT_BYTES = 64 * 1024 * 1024;

/**
 * File contents by real path, shared by sibling agents. Answers only for the identity that the file has now, and gives
 * and takes copies, so that nobody writes into a content that another reads, unless the caller promises by `shared` not
 * to write. The cache is to be asked after the verdict.
 */
export class SharedFileCache {
  readonly #files: RecentMap<string, CachedFile>;
  #hits = 0;
  #misses = 0;

  constructor({ maxBytes = DEFAULT_BYTES }: { maxBytes?: number } = {}) {
    this.#files = new RecentMap({
      mostWeight: maxBytes,
      mostEach: Math.max(1, Math.floor(maxBytes / 2)),
      weigh: ({ bytes }) => bytes.length + OVERHEAD,
    });
  }

  get(absolute: string, identity: string, { shared = false }: Sharing = {}): CachedFile | undefined {
    const file = this.#files.get(absolute);
    if (file?.identity === identity && isTrustedIdentity(identity)) {
      this.#hits += 1;
      return shared ? file : { ...file, bytes: copyOf(file.bytes) };
    }
    if (file) this.#files.delete(absolute);
    this.#misses += 1;
    return undefined;
  }

  set(absolute: string, { identity, bytes, stats, sha }: CachedFile, { shared = false }: Sharing = {}): void {
    if (!isTrustedIdentity(identity)) return;
    this.#files.set(absolute, { identity, bytes: shared ? bytes : copyOf(bytes), stats, sha });
  }

  delete(absolute: string): void {
    this.#files.delete(absolute);
  }

  get stats(): { readonly hits: number; readonly misses: number; readonly bytes: number; readonly files: number } {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#files.weight, files: this.#files.size };
  }
}

function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
