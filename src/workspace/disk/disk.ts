import { hash } from 'node:crypto';
import { type BigIntStats, constants, fstatSync, readSync } from 'node:fs';
import type { FileState } from '../../store/port.ts';
import { tryOr } from '../../system/try-or.ts';
import { withOpen } from './close-quietly.ts';
import { type DirHandle, NotRegularError } from './dir-handle.ts';
import type { Folders } from './folders.ts';

export type DiskEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file' | 'directory' | 'other'; readonly stats: BigIntStats }
  | { readonly kind: 'symlink'; readonly stats: BigIntStats; readonly target: string };

/** Facts of a file that its metadata tells. */
export type FileFacts = Pick<BigIntStats, 'dev' | 'ino' | 'mode' | 'size' | 'mtimeNs' | 'ctimeNs'>;

/** An entry as it is compared later: equal texts mean the same file with the same content, so far as metadata shows. */
export type KeptDiskEntry = { readonly same: string } & (object | { readonly uid: number; readonly gid: number });

const KEPT = { absent: { same: 'absent' }, directory: { same: 'directory' } } as const;

/** The entry to compare; links made to a file meanwhile do not count. */
export function toKept(found: DiskEntry): KeptDiskEntry {
  if (found.kind === 'absent' || found.kind === 'directory') return KEPT[found.kind];
  if (found.kind === 'symlink') return { same: `symlink ${found.target}` };
  const { dev, ino, size, mtimeNs, uid, gid } = found.stats;
  const same = [found.kind, dev, ino, size, mtimeNs, modeOf(found.stats)].join(':');
  return { same, uid: Number(uid), gid: Number(gid) };
}

/** Errors of the system where something on the way to a path is no folder, and where it is not there. */
export const BLOCKED = ['ENOTDIR', 'ELOOP'];
export const NO_FOLDER = [...BLOCKED, 'ENOENT'];

export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const shaOf = (bytes: Uint8Array): string => hash('sha256', bytes);

export const modeOf = (stats: Pick<BigIntStats, 'mode'>): number => Number(stats.mode & 0o7777n);

/** The time of the last write, in seconds. */
export const mtimeOf = (stats: Pick<BigIntStats, 'mtimeNs'>): number => Number(stats.mtimeNs / 1000n) / 1e6;

/** Looks a path up. Where a folder is missing nothing is there; a link or a file in its place is an error. */
export const lookUp = (folders: Folders, path: string): DiskEntry =>
  tryOr(
    () => {
      const { dir, name } = folders.placeOf(path);
      return lookIn(dir, name);
    },
    { kind: 'absent' },
    ['ENOENT'],
  );

/** Looks a path up; nothing is there where something on the way is no folder. */
export const lookThrough = (folders: Folders, path: string): DiskEntry =>
  tryOr(() => lookUp(folders, path), { kind: 'absent' }, BLOCKED);

export function lookIn(dir: DirHandle, name: string): DiskEntry {
  const stats = dir.lstat(name);
  if (!stats) return { kind: 'absent' };
  if (stats.isFile()) return { kind: 'file', stats };
  if (stats.isDirectory()) return { kind: 'directory', stats };
  if (stats.isSymbolicLink()) return { kind: 'symlink', stats, target: dir.readlink(name) };
  return { kind: 'other', stats };
}

/** A buffer for small files, read one after another; each read copies its part: there may be very many. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** The content of a regular file, from the one file that was opened; `known` itself where the file holds just that. */
export function readIn<Known extends Uint8Array = never>(dir: DirHandle, name: string, known?: Known): Known | Buffer {
  const { fd, stats } = dir.openRegular(name);
  return withOpen(fd, () =>
    known && Number(stats.size) === known.length && isContent(fd, known) ? known : readOpened(fd, Number(stats.size)),
  );
}

/** The content of a regular file in a folder of our own: opening another kind does nothing there, and is told then. */
export const readInOwn = (dir: DirHandle, name: string): Buffer =>
  withOpen(dir.open(name, constants.O_RDONLY), fd => {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) throw new NotRegularError(stats);
    return readOpened(fd, Number(stats.size));
  });

const readOpened = (fd: number, size: number): Buffer =>
  size < scratch.length ? readSmall(fd, size) : readRest(fd, [], size + 1);

/** Whether an open file holds just these bytes: compared piece by piece, for a second copy is only garbage. */
function isContent(fd: number, bytes: Uint8Array): boolean {
  for (let at = 0; ; ) {
    const count = readSync(fd, scratch, 0, scratch.length, at);
    if (count === 0) return at === bytes.length;
    if (scratch.compare(bytes, at, Math.min(bytes.length, at + count), 0, count) !== 0) return false;
    at += count;
  }
}

function readSmall(fd: number, size: number): Buffer {
  for (let at = 0; ; ) {
    const count = readSync(fd, scratch, at, scratch.length - at, at);
    at += count;
    // Some files have content and no size.
    if (count === 0 || (size > 0 && at === size)) return Buffer.from(scratch.subarray(0, at));
    // The file has grown since it was opened.
    if (at === scratch.length) return readRest(fd, [Buffer.from(scratch)], 0);
  }
}

function readRest(fd: number, chunks: Buffer[], expected: number): Buffer {
  let at = chunks.reduce((sum, { length }) => sum + length, 0);
  for (let size = expected; ; ) {
    const chunk = Buffer.allocUnsafe(Math.max(size, 4096));
    const count = readSync(fd, chunk, 0, chunk.length, at);
    if (count === 0) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    at += count;
    size -= count;
  }
}

/** Whether the recorded content is what lies at the name now. Without a hash, size and mode have to do. */
export function holds(state: FileState | undefined, dir: DirHandle, name: string): boolean {
  const found = lookIn(dir, name);
  if (!state) return found.kind === 'absent';
  if (found.kind === 'absent' || found.kind !== state.kind) return false;
  if (found.kind === 'directory') return true;
  if (found.kind === 'symlink') return found.target === state.target;
  if (Number(found.stats.size) !== state.size) return false;
  return state.sha === undefined ? modeOf(found.stats) === state.mode : shaOf(readIn(dir, name)) === state.sha;
}

/** Removes the entry at a path, a folder with all that is in it. */
export function removeBelow(disk: Folders, path: string): void {
  const { dir, name } = disk.placeOf(path);
  const found = lookIn(dir, name);
  if (found.kind === 'absent') return;
  if (found.kind !== 'directory') {
    dir.unlink(name);
    return;
  }
  for (const child of disk.at(path).allNames()) removeBelow(disk, `${path}/${child}`);
  disk.forget(path);
  disk.placeOf(path).dir.rmdir(name);
}
