import fs, { type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { tryOr } from '../../system/try-or.ts';
import { closeQuietly, withOpen } from './close-quietly.ts';
import type { DirHandle } from './dir-handle.ts';
import { modeOf } from './disk.ts';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = fs.constants;
const sync = promisify(fs.fsync);
const writeLater = promisify(fs.write);

/** Bytes up to which a write is done at once: it only fills memory, which takes less time than a thread would. */
const SYNC_BYTES = 256 * 1024;

type FileOwner = Pick<Stats, 'uid' | 'gid'>;

interface NewFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** The time that the file shows, in seconds; else now. */
  readonly mtime?: number;
  /** The file whose owner the new file gets, where that is possible. */
  readonly like?: FileOwner;
  readonly step?: (name: string) => Promise<void>;
}

/** Makes a file that was not there; it is whole and on the disk when this resolves. */
export async function writeNewFile(dir: DirHandle, name: string, { bytes, mode, mtime, like, step }: NewFile) {
  const fd = dir.open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    await step?.('temp');
    for (let at = 0; at < bytes.length; ) at += await writeSome(fd, bytes, at);
    await step?.('written');
    if (like) keepOwner(fd, like);
    fs.fchmodSync(fd, mode);
    if (mtime !== undefined) fs.futimesSync(fd, mtime, mtime);
    await sync(fd);
  } finally {
    closeQuietly(fd);
  }
  await step?.('synced');
}

async function writeSome(fd: number, bytes: Uint8Array, from: number): Promise<number> {
  const left = bytes.length - from;
  if (left <= SYNC_BYTES) return fs.writeSync(fd, bytes, from, left);
  return (await writeLater(fd, bytes, from, left)).bytesWritten;
}

/** Keeps the owner, before the mode is set: giving a file away clears bits. Only root may; others keep some. */
function keepOwner(fd: number, { uid, gid }: FileOwner): void {
  const own = fs.fstatSync(fd);
  // Where the owner cannot be kept, only the content counts.
  if (own.uid !== uid || own.gid !== gid) tryOr(() => fs.fchownSync(fd, uid, gid), undefined);
}

/** Sets the permission bits of a file or folder in place, and makes that durable. */
export function setMode(dir: DirHandle, name: string, mode: number): void {
  const stats = dir.lstat(name);
  if (!stats || modeOf(stats) === mode) return;
  withOpen(dir.open(name, O_RDONLY), fd => {
    fs.fchmodSync(fd, mode);
    fs.fsyncSync(fd);
  });
}

export function syncNamed(dir: DirHandle, name: string): Promise<void> {
  const fd = dir.open(name, O_RDONLY);
  return sync(fd).finally(() => closeQuietly(fd));
}
