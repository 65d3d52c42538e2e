import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

import { tryOr } from '../../system/try-or.ts';

/** The largest file, in bytes: larger files hold data, or are made by machines. */
const MAX_FILE = 2 ** 20;
/** Nanoseconds. A file written so shortly before it was read may be written again within the clock's grain. */
const GRAIN = 20_000_000n;

/** The identity of a file, which tells that it is still the one that was read; undefined for all but plain files. */
export function fileIdentityAt(absolute: string): string | undefined {
  const stats = tryOr(() => lstatSync(absolute, { bigint: true, throwIfNoEntry: false }), undefined);
  return stats?.isFile() ? identityOf(stats) : undefined;
}

const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].map(part => part.toString(36)).join('.');

/** Reads a file, but follows no link at its end and waits for no pipe; undefined when there is no plain file. */
export function readPlain(absolute: string) {
  let fd: number | undefined;
  try {
    fd = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return undefined;
    const size = Number(stats.size);
    const bytes = size > MAX_FILE ? undefined : readAll(fd, size);
    const after = fstatSync(fd, { bigint: true });
    const settled = identityOf(after) === identityOf(stats) && BigInt(Date.now()) * 1_000_000n - after.ctimeNs > GRAIN;
    return {
      identity: settled ? identityOf(stats) : `${identityOf(stats)}?`,
      /** The hash of the content; empty for a file that was not read. */
      hash: bytes ? createHash('sha256').update(bytes).digest('base64url') : '',
      /** The text; undefined for a file that is not text, or too large. */
      text: bytes && textOf(bytes),
    };
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function readAll(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const count = readSync(fd, bytes, at, size - at, at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}

/** The text of bytes. Broken UTF-8 is read as far as it goes; a null byte or much that is broken is no text. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8_192).includes(0)) return undefined;
  const text = bytes.toString('utf8');
  const broken = text.slice(0, 8_192).split('\ufffd').length - 1;
  return broken > 200 ? undefined : text;
}
