import { hash } from 'node:crypto';
import fs, { type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { ToolError } from '../tool/error.ts';
import type { FileKind, FileStat, ResolvedPath } from '../tool/files.ts';
import { NotRegular, type OpenedFile, type RootHandle } from './dir-handle.ts';
import { identityOf } from './identity.ts';
import { below } from './open-dir.ts';
import { showPath } from './path-text.ts';
import { type Walk, walkPath } from './path-walk.ts';
import { plainRelative } from './resolve-path.ts';

const readAsync = promisify(fs.read);

/** Up to here a read is done at once; beyond, other calls get their turn while it goes on. */
const SYNC_BYTES = 1024 * 1024;
const DEFAULT_MAX = 256 * 1024 * 1024;
/** So often a file that changes while it is read is read again. */
const TRIES = 4;

export interface ReadOptions {
  readonly maxBytes?: number;
  /** Called with the real path before anything is opened; throws to refuse. */
  readonly approve?: (resolved: ResolvedPath) => void;
}

export interface ReadFile {
  readonly resolved: ResolvedPath;
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
  /** Of just this content; marked when that cannot be told. */
  readonly identity: string;
}

export interface OpenRegular extends OpenedFile {
  readonly resolved: ResolvedPath;
}

/** The whole content of a regular file, opened so that nothing else can take its place on the way. */
export async function readRegularFile(root: RootHandle, path: string, options: ReadOptions = {}): Promise<ReadFile> {
  const { fd, stats, resolved } = openRegular(root, path, options.approve);
  try {
    return { resolved, ...(await readContent({ fd, stats }, resolved, root, options.maxBytes)) };
  } finally {
    fs.closeSync(fd);
  }
}

/** Opens a regular file for reading, inside the root and only there. The caller closes the descriptor. */
export function openRegular(root: RootHandle, path: string, approve?: ReadOptions['approve']): OpenRegular {
  const quick = openQuickly(root, path, approve);
  if (quick) return quick;
  const walk = walkPath(root, path);
  try {
    approve?.(walk.resolved);
    return { ...openWalked(root, walk), resolved: walk.resolved };
  } finally {
    walk.close();
  }
}

/** Opens the file at the end of a walk, or says why that cannot be. */
export function openWalked(root: RootHandle, walk: Walk): OpenedFile {
  const { dir, name, stats, missing, blocked, wantsFolder, resolved } = walk;
  if (blocked) throw notFound(root, resolved, `${showPath(parentOf(resolved, missing.length))} is not a folder`);
  if (!dir || !stats || missing.length > 0) throw notFound(root, resolved);
  if (!stats.isFile()) throw notRegular(root, resolved, stats);
  if (wantsFolder) throw trailingSlash(root, resolved);
  try {
    return dir.openRegular(name);
  } catch (error) {
    throw explainOpen(error, root, resolved);
  }
}

function openQuickly(root: RootHandle, path: string, approve: ReadOptions['approve']): OpenRegular | undefined {
  const relative = plainRelative(root, path);
  if (relative === undefined || root.folds) return undefined;
  const named = root.peek(relative);
  if (!named) return undefined;
  const resolved = { absolute: below(root.absolute, relative), relative, via: [] };
  try {
    if (named.stats.isSymbolicLink()) return undefined;
    approve?.(resolved);
    if (!named.stats.isFile()) throw new NotRegular(named.stats);
    return { fd: root.reopen(named.fd), stats: named.stats, resolved };
  } catch (error) {
    throw explainOpen(error, root, resolved);
  } finally {
    fs.closeSync(named.fd);
  }
}

/** Reads until the content and the metadata around it agree, so that the identity is that of the content. */
async function readContent(
  file: OpenedFile,
  resolved: ResolvedPath,
  root: RootHandle,
  maxBytes = DEFAULT_MAX,
): Promise<Omit<ReadFile, 'resolved'>> {
  let stats = file.stats;
  for (let tries = 1; ; tries += 1) {
    if (stats.size > maxBytes) throw tooLarge(root, resolved, Number(stats.size), maxBytes);
    const bytes = await readAll(file.fd, Number(stats.size), maxBytes);
    if (!bytes) throw tooLarge(root, resolved, Math.max(Number(stats.size), maxBytes + 1), maxBytes);
    const after = fs.fstatSync(file.fd, { bigint: true });
    const agree = after.mtimeNs === stats.mtimeNs && after.ctimeNs === stats.ctimeNs && after.size === stats.size;
    if (agree) return { bytes, stats: after, identity: identityOf(after) };
    // Someone writes to it all the time: the time 0 marks the identity, as this very content was never seen whole.
    if (tries === TRIES) return { bytes, stats: after, identity: identityOf(after, 0) };
    stats = after;
  }
}

/** Until the end, whatever the size said: some files have content and no size. Undefined when there is more. */
async function readAll(fd: number, size: number, maxBytes: number): Promise<Buffer | undefined> {
  let buffer = Buffer.allocUnsafeSlow(size === 0 ? 4096 : size + 1);
  let length = 0;
  for (;;) {
    if (length === buffer.length) {
      if (length > maxBytes) return undefined;
      const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    const room = buffer.length - length;
    const count =
      size > SYNC_BYTES
        ? (await readAsync(fd, buffer, length, Math.min(room, SYNC_BYTES), length)).bytesRead
        : fs.readSync(fd, buffer, length, room, length);
    if (count === 0) break;
    length += count;
  }
  return length > maxBytes ? undefined : buffer.subarray(0, length);
}

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes);

export function kindOf(stats: BigIntStats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'device';
}

export const statOf = (stats: BigIntStats): FileStat => ({
  kind: kindOf(stats),
  size: Number(stats.size),
  mode: Number(stats.mode & 0o7777n),
  modified: Number(stats.mtimeNs / 1_000_000n),
  created: Number(stats.birthtimeNs / 1_000_000n),
});
