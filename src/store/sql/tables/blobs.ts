import { createHash } from 'node:crypto';
import type { SqlRow, SqlValue } from '../driver.ts';

/** Below it packing gains nothing, above it packing would hold up the process for too long. */
const smallestPacked = 256;
const largestPacked = 1 << 20;
const smallShared = 2048;

/** Loaded with the first image, for most commands see none. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** The parameters of an image: sha, size, whether it is packed, bytes. */
export function packBlob(sha: string, bytes: Uint8Array): SqlValue[] {
  const size = bytes.length;
  // No bytes at all would be null in Node 22; packed, they are two.
  const worth = size === 0 || (size >= smallestPacked && size <= largestPacked);
  const packed = worth ? zlib().deflateRawSync(bytes, { level: 1 }) : undefined;
  return packed && (size === 0 || packed.length < size) ? [sha, size, 1, packed] : [sha, size, 0, bytes];
}

/** The image, if it is still what its name says. */
export function unpackBlob(sha: string, row: SqlRow): Uint8Array | undefined {
  try {
    const stored = row.bytes as Uint8Array;
    const maxOutputLength = Math.max(1, row.size as number);
    const bytes = row.packed === 1 ? zlib().inflateRawSync(stored, { maxOutputLength }) : stored;
    if (createHash('sha256').update(bytes).digest('hex') !== sha) return undefined;
    // Small ones share their memory: an undo may hold very many.
    return bytes.length < smallShared ? Buffer.from(bytes) : bytes;
  } catch {
    return undefined;
  }
}
