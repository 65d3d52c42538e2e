import { join } from 'node:path';
import { xdgFolder } from '../../config/folders.ts';
import { makeFolder } from '../../system/make-folder.ts';

/**
 * The folder where compiled code is kept, the user's own: whoever could write there could make us run their code. Each
 * command has one, for what is kept is what ran the first time. Undefined where there can be none: then it only starts
 * more slowly.
 */
export function compiledFolder(): string | undefined {
  try {
    const cache = xdgFolder(process.env, 'XDG_CACHE_HOME');
    if (cache === undefined) return undefined;
    const [, , command = ''] = process.argv;
    const node = `${process.version}-${process.arch}`;
    const folder = join(cache, 'toolgate', 'compile', node, /^[a-z-]{1,20}$/.test(command) ? command : 'other');
    makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}
