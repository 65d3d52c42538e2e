import { readProgram } from '../../../tool/loading/read-program.ts';
import { FILTERED, FILTERED_CODE } from './filters.ts';
import { LIST_FORMAT } from './parse-branches.ts';

/**
 * Does what the arguments say, then tells where HEAD stands and the branches. Files that a filter would have changed as
 * they were written would be wrong, so that these are told instead.
 */
export const CHANGE = readProgram(new URL('./change-branch.sh', import.meta.url), {
  FILTERED,
  FILTERED_CODE,
  LIST_FORMAT,
});

/**
 * As `git branch --delete`, which would write the config anew also where it says nothing of the branch. $1 the branch,
 * $2 its commit, $3 whether commits may be lost, $4 whether the config has something of it.
 */
export const DELETE = readProgram(new URL('./delete-branch.sh', import.meta.url));

/** Where HEAD stands, and the branches below the given names. */
export const LIST = readProgram(new URL('./list-branches.sh', import.meta.url), { LIST_FORMAT });
