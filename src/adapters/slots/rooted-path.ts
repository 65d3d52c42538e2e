import { posix } from 'node:path';

/**
 * A path of a framework whose files begin at `/`: `/` is the workspace, also where the path is the real path of
 * something in it, as commands print it. So no path leads out.
 */
export function fromRootedPath(root: string, path: string): string {
  const plain = posix.normalize(path);
  if (plain === root || plain.startsWith(root.endsWith('/') ? root : `${root}/`)) return plain;
  return plain.startsWith('/') ? `.${plain}` : path;
}
