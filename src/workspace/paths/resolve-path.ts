import type { ResolvedPath } from '../../tool/files.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import type { RootHandle } from '../disk/dir-handle.ts';
import { parentOf } from '../disk/folders.ts';
import { isReal, joinBelow } from '../disk/open-dir.ts';
import { isClosed } from './lookup.ts';
import { type PathWalkOptions, walkPath } from './walk.ts';

interface ResolvePathOptions extends PathWalkOptions {
  /** Whether the path is as the journal has it, and means that very entry: nothing on the way is looked at. */
  readonly recorded?: boolean;
}

/** Resolves a path, as text. The path may lead elsewhere a moment later: whoever uses it walks again. */
export function resolvePath(root: RootHandle, path: string, options: ResolvePathOptions = {}): ResolvedPath {
  const { overlay, keepLast, recorded } = options;
  if (recorded && isPlain(root, path)) return { absolute: joinBelow(root.absolute, path), relative: path, via: [] };
  const plain = overlay || root.folds ? undefined : plainRelative(root, path);
  if (plain !== undefined) {
    const absolute = joinBelow(root.absolute, plain);
    // The entry itself is meant, whatever it is: only the folders above may lead elsewhere.
    if (keepLast ? isRealFolder(root, parentOf(plain)) : isReal(absolute))
      return { absolute, relative: plain, via: [] };
  }
  const walk = walkPath(root, path, options);
  walk.close();
  return walk.resolved;
}

/** Whether a folder is real, asked of the kernel in one step, however deep it lies. */
function isRealFolder(root: RootHandle, relative: string): boolean {
  if (relative === '.') return true;
  const named = root.peek(relative);
  if (!named) return false;
  closeQuietly(named.fd);
  return named.stats.isDirectory();
}

/** Whether a path is plain, however long: folders that a command makes may lie deeper than a path can say. */
const isPlain = (root: RootHandle, path: string): boolean =>
  !path.startsWith('/') && !ODD_COMPONENT.test(path) && !isClosed(root, joinBelow(root.absolute, path));

/** The most bytes of a plain path; a longer one, with the root before it, is more than the system takes at once. */
const LONGEST_PLAIN = 3500;

const ODD_COMPONENT = /(?:^|\/)\.{0,2}(?:\/|$)/;

/**
 * The path relative to the root, where the text alone tells it: no component to skip or rise over, and no closed
 * folder. Says nothing of links and limits.
 */
export function plainRelative(root: RootHandle, path: string): string | undefined {
  if (typeof path !== 'string' || path.length > LONGEST_PLAIN || path.includes('\0') || !path.isWellFormed())
    return undefined;
  const prefix = root.absolute === '/' ? '/' : `${root.absolute}/`;
  if (path.startsWith('/') && !path.startsWith(prefix)) return undefined;
  const relative = path.startsWith('/') ? path.slice(prefix.length) : path;
  if (ODD_COMPONENT.test(relative)) return undefined;
  return isClosed(root, joinBelow(root.absolute, relative)) ? undefined : relative;
}
