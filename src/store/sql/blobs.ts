import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SqlRow, SqlValue } from './driver.ts';

/** Beyond this, packing would hold up the process for longer than the bytes are worth. */
const largestPacked = 1 << 20;

/** The parameters of an image: sha, size, whether it is packed, bytes. */
export function packBlob(sha: string, bytes: Uint8Array): SqlValue[] {
  const packed = bytes.length > largestPacked ? undefined : deflateRawSync(bytes, { level: 1 });
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
