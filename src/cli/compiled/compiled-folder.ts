import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { xdgFolder } from '../../config/folders.ts';
import { makeFolder } from '../../system/make-folder.ts';

/**
 * The folder where compiled code is kept, the user's own: whoever could write there could make us run their code. Each
 * command has a folder, for what is kept is what ran the first time. Undefined where there can be none: then the
 * command only starts more slowly.
 */
export function compiledFolder(): string | undefined {
  try {
    const cache = xdgFolder(process.env, 'XDG_CACHE_HOME');
    if (cache === undefined) return undefined;
    const [, , command = ''] = process.argv;
    const node = `${process.version}-${process.arch}`;
    const folder = join(cache, 'toolgate', 'compile', node, /^[a-z-]{1,20}$/.test(command) ? command : 'other');
    makeFolder(folder);
    for (let at = folder; at !== cache; at = dirname(at)) if (!isOursAlone(at)) return undefined;
    return folder;
  } catch {
    return undefined;
  }
}

/** Whether nobody else can write there: no link, no folder of another user, none that is open to others. */
function isOursAlone(path: string): boolean {
  const stats = lstatSync(path);
  const user = process.getuid?.();
  return stats.isDirectory() && (user === undefined || stats.uid === user) && (stats.mode & 0o022) === 0;
}
