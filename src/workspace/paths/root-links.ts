import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';

/**
 * Further names of a real path: those under which links right in the workspace lead to it. A link such as `.husky`
 * makes another folder one whose content runs later. Read anew when a name in the workspace's own folder comes or goes.
 */
export function namesByRootLinks(root: string): (absolute: string) => readonly string[] {
  let seen = '';
  let links: readonly { readonly at: string; readonly target: string }[] = [];
  return absolute => {
    const stats = lstatSync(root, { bigint: true, throwIfNoEntry: false });
    const now = stats ? `${stats.ino}:${stats.mtimeNs}:${stats.ctimeNs}` : '';
    if (now !== seen) {
      seen = now;
      links = linksIn(root);
    }
    return links
      .filter(({ target }) => isBelow(absolute, target))
      .map(({ at, target }) => `${at}${absolute.slice(target.length)}`);
  };
}

function linksIn(root: string) {
  try {
    const links = readdirSync(root, { withFileTypes: true }).filter(entry => entry.isSymbolicLink());
    return links.flatMap(({ name }) => {
      const at = join(root, name);
      const target = realOf(at);
      return target?.startsWith(`${root}/`) ? [{ at, target }] : [];
    });
  } catch {
    return [];
  }
}

/** The real path of a link; undefined where it leads nowhere. */
function realOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}
