import { createHash } from 'node:crypto';
import type { SqlRow, SqlValue } from '../driver.ts';

/** The sizes that are packed: below them packing gains nothing, above them it would hold up the process too long. */
const smallestPacked = 256;
const largestPacked = 4 << 20;
const smallShared = 2048;

/** How an image is kept: as it is, by deflate (as earlier versions did), by zstd, which takes a quarter of the time. */
const KEPT = { plain: 0, deflate: 1, zstd: 2 } as const;

/** The module zlib, loaded with the first image, for most commands see none. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** The parameters of an image: sha, size, how it is packed, bytes. */
export function packBlob(sha: string, bytes: Uint8Array): SqlValue[] {
  const size = bytes.length;
  // An empty image would be null in Node 22; packed, it has some bytes.
  const worth = size === 0 || (size >= smallestPacked && size <= largestPacked);
  const packed = worth ? packTight(bytes) : undefined;
  return packed && (size === 0 || packed.length < size)
    ? [sha, size, KEPT.zstd, packed]
    : [sha, size, KEPT.plain, bytes];
}

function packTight(bytes: Uint8Array): Uint8Array {
  const { zstdCompressSync, constants } = zlib();
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

function unpack(kept: SqlValue | undefined, stored: Uint8Array, maxOutputLength: number): Uint8Array {
  if (kept === KEPT.zstd) return zlib().zstdDecompressSync(stored, { maxOutputLength });
  return kept === KEPT.deflate ? zlib().inflateRawSync(stored, { maxOutputLength }) : stored;
}

/** The image, if it is still what its name says. */
export function unpackBlob(sha: string, row: SqlRow): Uint8Array | undefined {
  try {
    const bytes = unpack(row.packed, row.bytes as Uint8Array, Math.max(1, row.size as number));
    if (createHash('sha256').update(bytes).digest('hex') !== sha) return undefined;
    // Small images share their memory: an undo may hold very many.
    return bytes.length < smallShared ? Buffer.from(bytes) : bytes;
  } catch {
    return undefined;
  }
}
