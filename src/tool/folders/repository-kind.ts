/**
 * Whether a folder is a git repository. A folder with these parts counts as one, whatever its name, and git runs what
 * its config names: at the next `git status` of whoever stands there. `commondir` stands for the other two.
 */
export const isRepository = (has: (name: string) => boolean): boolean =>
  has('head') && (has('commondir') || (has('objects') && has('refs')));

/** The names that make a folder a repository, in lower case: some file systems know no other. */
export const REPOSITORY_PARTS: ReadonlySet<string> = new Set(['head', 'commondir', 'objects', 'refs']);
