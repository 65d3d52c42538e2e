import { posix } from 'node:path';

const USUAL = ['/usr/local/bin', '/usr/bin', '/bin'] as const;

/** The PATH for programs, without folders of the workspace: a `git` or `ssh` there is the repository's code. */
export function pathBeside(path: string | undefined, root: string): string {
  const folders = (path ?? '').split(':').filter(folder => posix.isAbsolute(folder) && !isInside(folder, root));
  return [...new Set([...folders, ...USUAL])].join(':');
}

const isInside = (folder: string, root: string): boolean => `${posix.normalize(folder)}/`.startsWith(`${root}/`);
