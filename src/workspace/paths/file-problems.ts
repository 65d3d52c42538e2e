import type { BigIntStats } from 'node:fs';
import { ToolError } from '../../tool/error.ts';
import type { FileKind, ResolvedPath } from '../../tool/files.ts';
import { NotRegularError, type RootHandle } from '../disk/dir-handle.ts';
import { errorCodeOf, NO_FOLDER } from '../disk/disk.ts';
import { showPath } from './parse-path.ts';

/** The sentences for what can be wrong with a path that leads somewhere inside. Each names the file and a way on. */

/** The error for a missing file: why it cannot be there, paths that may be `near` to what is meant, the kind looked for. */
export function fileNotFound(
  { absolute: workspace }: RootHandle,
  { relative: path }: ResolvedPath,
  { why, near = [], what = 'file' }: { why?: string; near?: readonly string[]; what?: string } = {},
): ToolError {
  const reason = why ? `: ${why}` : '';
  const meant = near.length > 0 && `Did you mean ${near.map(showPath).join(' or ')}?`;
  const message = `There is no ${what} at ${showPath(path)} in the workspace ${workspace}${reason}.`;
  return new ToolError('FILE_NOT_FOUND', message, {
    suggestion: meant || 'List the folder or search for the name to find the right path.',
    details: { path, workspace, ...(near.length > 0 ? { near } : {}) },
  });
}

const KINDS: Readonly<Record<FileKind, readonly [string, string]>> = {
  file: ['is a file', 'Read it, or give the path of a folder.'],
  directory: ['is a folder, not a file', 'List it, or give the path of a file in it.'],
  symlink: ['is a symbolic link, not a file', 'Give the path it points to.'],
  fifo: ['is a named pipe (FIFO), not a regular file; reading it would wait for a writer', 'Leave it alone.'],
  socket: ['is a socket, not a regular file', 'Leave it alone.'],
  device: ['is a device, not a regular file', 'Leave it alone.'],
};

export function notAFile(path: string, kind: FileKind): ToolError {
  const [what, suggestion] = KINDS[kind];
  return new ToolError('NOT_A_FILE', `${showPath(path)} ${what}.`, { suggestion, details: { path, kind } });
}

export function notAFolder(path: string, kind: FileKind): ToolError {
  const what = KINDS[kind][0].replace(/^is an? /, '').replace(/, not a.*/, '');
  return new ToolError('NOT_A_FILE', `${showPath(path)} is a ${what}, not a folder.`, {
    suggestion: kind === 'file' ? KINDS.file[1] : 'Give the path of a folder.',
    details: { path, kind },
  });
}

export function trailingSlash(path: string): ToolError {
  return new ToolError('NOT_A_FILE', `${showPath(path)} is a file, but the path ends as if it were a folder.`, {
    suggestion: `Give it as ${showPath(path)}, without what follows.`,
    details: { path },
  });
}

export function fileTooLarge(path: string, size: number, maxBytes: number): ToolError {
  return new ToolError('TOO_LARGE', `${showPath(path)} has ${size} bytes; at most ${maxBytes} can be read here.`, {
    suggestion: 'Search it for the lines you need, or read a part of it.',
    details: { path, size, maxBytes },
  });
}

export function hiddenByRule(path: string): ToolError {
  return new ToolError('POLICY_DENIED', `A rule denies reading ${showPath(path)}.`, {
    suggestion: 'Work without it, or ask the user to allow it.',
    details: { path },
  });
}

/** The error for a file that was just seen and could not be opened. */
export function explainOpen(error: unknown, root: RootHandle, resolved: ResolvedPath): unknown {
  const path = resolved.relative;
  if (error instanceof NotRegularError) return notAFile(path, kindOf(error.stats));
  if (error instanceof ToolError) return error;
  const code = errorCodeOf(error) ?? '';
  if (code === 'EACCES' || code === 'EPERM')
    return new ToolError('PERMISSION_DENIED', `The system does not let this process read ${showPath(path)}.`, {
      suggestion: 'Ask the user to change its permissions, or work without it.',
      details: { path },
      cause: error,
    });
  if (![...NO_FOLDER, 'ESTALE', 'ENXIO'].includes(code)) return error;
  return fileNotFound(root, resolved, { why: 'it was moved or replaced just now' });
}

export function kindOf(stats: BigIntStats): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isSymbolicLink()) return 'symlink';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'device';
}
