import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** A relative path is meant from where it was written. */
export function storeAt(store: string | undefined, base: string, home: string | undefined): string | undefined {
  return store === undefined || !isFile(store) ? store : resolve(base, fromHome(store, home));
}

const isFile = (store: string): boolean => store !== 'memory' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(store);

export const fromHome = (path: string, home: string | undefined): string =>
  home && (path === '~' || path.startsWith('~/')) ? home + path.slice(1) : path;

export const liesInside = (store: string, root: string): boolean =>
  isFile(store) && realPathOf(store).startsWith(root === sep ? sep : `${root}${sep}`);

/** Of something that need not exist yet. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
  }
}
