import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ConfigError } from '../config-error.ts';

/** The store's place; a relative path is meant from the folder of its config. */
export function storeAt(store: string | undefined, base: string, home: string | undefined): string | undefined {
  return store === undefined || !isFile(store) ? store : resolve(base, fromHome(store, home));
}

/** Refuses a password in a command line, which everybody on the machine can read. */
export function refusePassword(store: string | undefined): void {
  const url = store === undefined || isFile(store) ? null : URL.parse(store);
  if (url && (url.password !== '' || url.searchParams.has('password'))) {
    throw new ConfigError(
      '--store holds a password, which others on this machine could read',
      'Set TOOLGATE_STORE instead, or "store" in your own config.',
    );
  }
}

const isFile = (store: string): boolean => store !== 'memory' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(store);

export const fromHome = (path: string, home: string | undefined): string =>
  home && (path === '~' || path.startsWith('~/')) ? home + path.slice(1) : path;

export const liesInside = (store: string, root: string): boolean =>
  isFile(store) && realPathOf(store).startsWith(root === sep ? sep : `${root}${sep}`);

/** The real path of a file that need not exist yet. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
  }
}
