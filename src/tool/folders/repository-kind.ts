/** Whether a folder is a repository by its parts, whatever its name: git then runs what its config names. */
export const isRepository = (has: (name: string) => boolean): boolean =>
  has('head') && (has('commondir') || (has('objects') && has('refs')));

/** The names that make a folder a repository, in lower case: some file systems know no other. */
export const REPOSITORY_PARTS: ReadonlySet<string> = new Set(['head', 'commondir', 'objects', 'refs']);
