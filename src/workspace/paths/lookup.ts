import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import type { DirHandle, RootHandle } from '../disk/dir-handle.ts';
import { errorCodeOf, NO_FOLDER } from '../disk/disk.ts';
import { invalidPath, showPath } from './parse-path.ts';

export const isClosed = (root: RootHandle, absolute: string): boolean =>
  root.closed.some(folder => isBelow(absolute, folder));

/** Opens the sub-folder; undefined when the name is none: a link, a file, nothing. */
export const openDirOr = (dir: DirHandle, name: string): DirHandle | undefined =>
  tryOr(() => dir.openDir(name), undefined, NO_FOLDER);

/** Reads where the link points; undefined when the entry is no link any more. */
export const readlinkOr = (dir: DirHandle, name: string): string | undefined =>
  tryOr(() => dir.readlink(name), undefined, ['EINVAL', 'ENOENT']);

/** Explains in a sentence what went wrong when a path was looked up. */
export function explainLookup(error: unknown, path: string, root: RootHandle): unknown {
  if (error instanceof ToolError) return error;
  const code = errorCodeOf(error);
  if (code === 'EACCES' || code === 'EPERM') {
    const where = `${showPath(path)} in the workspace ${root.absolute}`;
    return new ToolError('PERMISSION_DENIED', `The system does not let this process look up ${where}.`, {
      suggestion: 'Ask the user to change the permissions of the folder, or work without it.',
      cause: error,
    });
  }
  if (code === 'ENAMETOOLONG') return invalidPath(path, root.absolute, 'is too long once its links are followed');
  if (code !== undefined && MOVED.has(code)) return invalidPath(path, root.absolute, 'changed while it was looked up');
  return error;
}

const MOVED = new Set(['ESTALE', 'ELOOP', 'ENOTDIR', 'ENOENT', 'EINVAL']);

/**
 * The part of an absolute path that may be meant, where the path was made for another root: from a name in this root
 * on. Tells only that the name is there, and not even that of a hidden one.
 */
export function tailInside(root: RootHandle, path: string): string | undefined {
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  if (!path.startsWith('/') || parts.includes('..')) return undefined;
  const from = parts.findIndex(part => !part.startsWith('.') && root.lstat(part) !== undefined);
  return from < 0 ? undefined : parts.slice(from).join('/');
}
