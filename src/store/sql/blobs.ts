import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SqlRow, SqlValue } from './driver.ts';

/** Below it packing gains nothing, above it packing would hold up the process for too long. */
const smallestPacked = 256;
const largestPacked = 1 << 20;

/** The parameters of an image: sha, size, whether it is packed, bytes. */
export function packBlob(sha: string, bytes: Uint8Array): SqlValue[] {
  const worth = bytes.length >= smallestPacked && bytes.length <= largestPacked;
  const packed = worth ? deflateRawSync(bytes, { level: 1 }) : undefined;
  return packed && packed.length < bytes.length ? [sha, bytes.length, 1, packed] : [sha, bytes.length, 0, bytes];
}

/** The image, if it is still what its name says. */
export function unpackBlob(sha: string, row: SqlRow): Uint8Array | undefined {
  try {
    const stored = row.bytes as Uint8Array;
    const bytes = row.packed === 1 ? inflateRawSync(stored, { maxOutputLength: row.size as number }) : stored;
    return createHash('sha256').update(bytes).digest('hex') === sha ? bytes : undefined;
  } catch {
    return undefined;
  }
}
