import { lstatSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

const LARGEST = 256 * 1024;
/** Keys whose value is a file that git reads more config from, or a program or folder of programs that it runs. */
const NAMES = /^\s*(?:path|hooksPath|attributesFile|fsmonitor|sshCommand|pager|editor)\s*=\s*"?([^"\n#;]+)/gim;

/**
 * Tells of paths in a workspace that its git config names, so that git reads or runs what is there: an included file, a
 * folder of hooks. Read anew when the config changes.
 */
export function namedByGit(root: string): (absolute: string) => boolean {
  const config = join(root, '.git', 'config');
  let seen = '';
  let named: readonly string[] = [];
  return absolute => {
    const stats = lstatSync(config, { bigint: true, throwIfNoEntry: false });
    const now = stats?.isFile() && stats.size <= LARGEST ? `${stats.ino}:${stats.mtimeNs}:${stats.size}` : '';
    if (now !== seen) {
      seen = now;
      named = now === '' ? [] : namesIn(readFileSync(config, 'utf8'), root);
    }
    return named.some(path => absolute === path || absolute.startsWith(`${path}/`));
  };
}

/** An included file is looked for beside the config, anything else from the workspace on. */
const namesIn = (text: string, root: string): readonly string[] =>
  [...text.matchAll(NAMES)]
    .map(([, value = '']) => value.trim())
    .flatMap(value => (isAbsolute(value) ? [value] : [resolve(root, '.git', value), resolve(root, value)]))
    .filter(path => path.startsWith(`${root}/`) && path !== join(root, '.git'));
