import {
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  fsyncSync,
  futimesSync,
  type Stats,
  write,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { closeQuietly } from './close-quietly.ts';
import type { DirHandle } from './dir-handle.ts';
import { modeOf } from './disk.ts';

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
const sync = promisify(fsync);
const writeLater = promisify(write);

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
export async function writeNewFile(
  dir: DirHandle,
  name: string,
  { bytes, mode, mtime, like, step }: NewFile,
): Promise<void> {
  const fd = dir.open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    await step?.('temp');
    for (let at = 0; at < bytes.length; ) at += await writeSome(fd, bytes, at);
    await step?.('written');
    if (like) keepOwner(fd, like);
    fchmodSync(fd, mode);
    if (mtime !== undefined) futimesSync(fd, mtime, mtime);
    await sync(fd);
  } finally {
    closeQuietly(fd);
  }
  await step?.('synced');
}

async function writeSome(fd: number, bytes: Uint8Array, from: number): Promise<number> {
  const left = bytes.length - from;
  return left <= SYNC_BYTES ? writeSync(fd, bytes, from, left) : (await writeLater(fd, bytes, from, left)).bytesWritten;
}

/** Keeps the owner, before the mode is set: giving a file away clears bits. Only root may; others keep some. */
function keepOwner(fd: number, like: FileOwner): void {
  const own = fstatSync(fd);
  if (own.uid === like.uid && own.gid === like.gid) return;
  try {
    fchownSync(fd, like.uid, like.gid);
  } catch {
    // The owner could not be kept: only the content counts.
  }
}

/** Sets the permission bits of a file or folder in place, and makes that durable. */
export function setMode(dir: DirHandle, name: string, mode: number): void {
  const stats = dir.lstat(name);
  if (!stats || modeOf(stats) === mode) return;
  const fd = dir.open(name, O_RDONLY);
  try {
    fchmodSync(fd, mode);
    fsyncSync(fd);
  } finally {
    closeQuietly(fd);
  }
}

export function syncNamed(dir: DirHandle, name: string): Promise<void> {
  const fd = dir.open(name, O_RDONLY);
  return sync(fd).finally(() => closeQuietly(fd));
}
