/**
 * A folder in which git finds these takes itself for a repository, whatever it is called, and runs what its config
 * names: at the next `git status` of whoever stands there. `commondir` stands for the other two.
 */
export function isRepository(has: (name: string) => boolean): boolean {
  return has('head') && (has('commondir') || (has('objects') && has('refs')));
}

/** The names that make it one, in lower case: some file systems know no other. */
export const REPOSITORY_PARTS: ReadonlySet<string> = new Set(['head', 'commondir', 'objects', 'refs']);
