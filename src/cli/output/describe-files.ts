import { describeChange } from './describe-change.ts';

type ChangeLine = Parameters<typeof describeChange>[0];

interface ChangesOptions {
  readonly most?: number;
}

/** A line for each file of a set; what lies in the own folder of a repository is one, for nobody reads it. */
export function describeFiles(changes: readonly ChangeLine[], { most = Infinity }: ChangesOptions = {}): string[] {
  const files = changes.filter(({ path }) => !liesInGit(path));
  const inGit = changes.length - files.length;
  const shown = files.slice(0, most).map(describeChange);
  return [
    ...shown,
    ...(files.length > shown.length ? [`  and ${files.length - shown.length} more`] : []),
    ...(inGit > 0 ? [`  .git   ${inGit} ${inGit === 1 ? 'file' : 'files'}, written as one`] : []),
  ];
}

export const liesInGit = (path: string): boolean => path.split('/').includes('.git');
