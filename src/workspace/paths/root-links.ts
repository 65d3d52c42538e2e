import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';

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
  const entries = tryOr(() => readdirSync(root, { withFileTypes: true }), []);
  return entries.flatMap(entry => {
    const at = join(root, entry.name);
    // A link that leads nowhere is no other name of anything.
    const target = entry.isSymbolicLink() ? tryOr(() => realpathSync(at), undefined) : undefined;
    return target?.startsWith(`${root}/`) ? [{ at, target }] : [];
  });
}
