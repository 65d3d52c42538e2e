import fs, { type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import type { ToolError } from '../../tool/error.ts';
import type { FileReadOptions, FileStat, ResolvedPath } from '../../tool/files.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import { NotRegularError, type OpenedFile, type RootHandle } from '../disk/dir-handle.ts';
import { modeOf } from '../disk/disk.ts';
import { identityOf } from '../disk/identity.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { explainOpen, fileNotFound, fileTooLarge, kindOf, notAFile, trailingSlash } from '../paths/file-problems.ts';
import { nearNames } from '../paths/near-names.ts';
import { showPath } from '../paths/parse-path.ts';
import { plainRelative } from '../paths/resolve-path.ts';
import { type Walk, walkPath } from '../paths/walk.ts';
import type { SharedFileCache } from './cache.ts';
import { type ContentHash, LateHash, sha256 } from './late-hash.ts';

const readAsync = promisify(fs.read);

/** Bytes up to which a read is done at once; during a longer one other calls get their turn. */
const SYNC_BYTES = 1024 * 1024;
const DEFAULT_MAX = 256 * 1024 * 1024;
/** The most reads of a file that changes while it is read. */
const TRIES = 4;

interface OpenFileOptions {
  /** Hears the real path before anything is opened; throws to refuse. */
  readonly approve?: (resolved: ResolvedPath) => void;
  /** Finds paths that may be meant where nothing is found. */
  readonly near?: (resolved: ResolvedPath) => readonly string[];
}

interface ReadOptions extends OpenFileOptions, FileReadOptions {
  readonly cache?: SharedFileCache;
  /** Whether the hash is made only when it is asked for, which must be before anybody writes into the content. */
  readonly unhashed?: boolean;
}

export interface FileReading {
  readonly resolved: ResolvedPath;
  readonly bytes: Uint8Array;
  readonly stats: BigIntStats;
  /** The identity of just this content; marked where it cannot be told. */
  readonly identity: string;
  readonly sha: ContentHash;
}

type OpenRegularFile = OpenedFile & Pick<FileReading, 'resolved'>;

/** Reads the whole of a regular file, opened so that nothing else can take its place on the way. */
export async function readRegularFile(root: RootHandle, path: string, options: ReadOptions = {}): Promise<FileReading> {
  const opened = openUnless(root, path, options, (stats, resolved) => cached(stats, resolved, options));
  return 'fd' in opened ? readOpened(opened, options) : opened;
}

/** Reads the file at the end of a walk that was made already. */
export async function readWalked(root: RootHandle, walk: Walk, options: ReadOptions = {}): Promise<FileReading> {
  const { resolved, stats } = walk;
  const hit = stats?.isFile() && !walk.wantsFolder ? cached(stats, resolved, options) : undefined;
  return hit ?? readOpened({ ...openWalked(root, walk, options.near), resolved }, options);
}

/** Opens a regular file for reading, inside the root and only there. The caller closes the descriptor. */
export function openRegular(root: RootHandle, path: string, options: OpenFileOptions = {}): OpenRegularFile {
  return openUnless<never>(root, path, options, () => undefined);
}

/** Opens the file at the end of a walk, or throws an error that says why it cannot be opened. */
export function openWalked(root: RootHandle, walk: Walk, near?: OpenFileOptions['near']): OpenedFile {
  const { dir, name, stats, missing, wantsFolder, resolved } = walk;
  if (!dir || !stats || missing.length > 0) throw absent(root, walk, near);
  if (!stats.isFile()) throw notAFile(resolved.relative, kindOf(stats));
  if (wantsFolder) throw trailingSlash(resolved.relative);
  try {
    return dir.openRegular(name);
  } catch (error) {
    throw explainOpen(error, root, resolved);
  }
}

/** The error that says why nothing is at the end of a walk. */
export function absent(root: RootHandle, walk: Walk, near?: OpenFileOptions['near'], what?: string): ToolError {
  const { resolved, missing, blocked } = walk;
  const blocker = resolved.relative.split('/').slice(0, -missing.length).join('/');
  if (blocked) return fileNotFound(root, resolved, { what, why: `${showPath(blocker)} is not a folder` });
  return fileNotFound(root, resolved, { what, near: near ? near(resolved) : nearNames(root, resolved.relative) });
}

type Substitution<T> = (stats: BigIntStats, resolved: ResolvedPath) => T | undefined;

/** Opens a regular file, unless `instead` has an answer once it is known which file it is. */
function openUnless<T>(root: RootHandle, path: string, options: OpenFileOptions, instead: Substitution<T>) {
  const quick = openQuickly(root, path, options.approve, instead);
  if (quick) return quick;
  const walk = walkPath(root, path);
  try {
    const { stats, resolved } = walk;
    options.approve?.(resolved);
    const answer = stats?.isFile() && !walk.wantsFolder ? instead(stats, resolved) : undefined;
    return answer ?? { ...openWalked(root, walk, options.near), resolved };
  } finally {
    walk.close();
  }
}

function openQuickly<T>(root: RootHandle, path: string, approve: OpenFileOptions['approve'], instead: Substitution<T>) {
  const relative = root.folds ? undefined : plainRelative(root, path);
  const named = relative === undefined ? undefined : root.peek(relative);
  if (relative === undefined || !named) return undefined;
  const { fd, stats } = named;
  const resolved = { absolute: joinBelow(root.absolute, relative), relative, via: [] };
  try {
    if (stats.isSymbolicLink()) return undefined;
    approve?.(resolved);
    if (!stats.isFile()) throw new NotRegularError(stats);
    return instead(stats, resolved) ?? { fd: root.reopen(fd), stats, resolved };
  } catch (error) {
    throw explainOpen(error, root, resolved);
  } finally {
    closeQuietly(fd);
  }
}

function cached(stats: BigIntStats, resolved: ResolvedPath, { cache, maxBytes, shared }: ReadOptions) {
  if (!cache || (maxBytes !== undefined && stats.size > maxBytes)) return undefined;
  const hit = cache.get(resolved.absolute, identityOf(stats), { shared });
  return hit && { ...hit, resolved };
}

/** Reads until the content and the metadata around it agree, so that the identity is that of the content. */
async function readOpened({ fd, stats: opened, resolved }: OpenRegularFile, options: ReadOptions) {
  const { maxBytes = DEFAULT_MAX, cache, shared, unhashed } = options;
  try {
    let stats = opened;
    for (let tries = 1; ; tries += 1) {
      const size = Number(stats.size);
      const bytes = size > maxBytes ? undefined : await readAll(fd, size, maxBytes);
      if (!bytes) throw fileTooLarge(resolved.relative, Math.max(size, maxBytes + 1), maxBytes);
      const after = fs.fstatSync(fd, { bigint: true });
      const agree = after.mtimeNs === stats.mtimeNs && after.ctimeNs === stats.ctimeNs && after.size === stats.size;
      stats = after;
      if (!agree && tries < TRIES) continue;
      // The identity is marked where someone writes all the time: this content may never have been there as a whole.
      const identity = identityOf(stats, agree ? Date.now() : 0);
      // Nobody writes into a shared content, so its hash is the same later, and only a change asks for it.
      const late = unhashed || shared;
      const file = { resolved, bytes, stats, identity, sha: late ? new LateHash(bytes) : sha256(bytes) };
      if (!unhashed) cache?.set(resolved.absolute, file, { shared });
      return file;
    }
  } finally {
    closeQuietly(fd);
  }
}

/** Reads until the end, whatever the size said: some files have content and no size. Undefined when there is more. */
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
    const range = [length, buffer.length - length, length] as const;
    const count =
      size > SYNC_BYTES ? (await readAsync(fd, buffer, ...range)).bytesRead : fs.readSync(fd, buffer, ...range);
    length += count;
    // There was room for one byte more; had the file grown, its metadata would tell.
    if (count === 0 || (size > 0 && length === size)) break;
  }
  return length > maxBytes ? undefined : buffer.subarray(0, length);
}

export const statOf = (stats: BigIntStats): FileStat => ({
  kind: kindOf(stats),
  size: Number(stats.size),
  mode: modeOf(stats),
  modified: Number(stats.mtimeNs / 1_000_000n),
  created: Number(stats.birthtimeNs / 1_000_000n),
});
