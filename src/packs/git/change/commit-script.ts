import { readProgram } from '../../../tool/loading/read-program.ts';
import { FILTERED, FILTERED_CODE } from './filters.ts';

/** How the script below ends where it is not git's own word. */
export const CODES = { nothing: 98, unmatched: 99, conflicted: 95 } as const;

/**
 * Stages, commits, and tells the commit with its files. $1 is what to stage (staged, all, paths, add), then options of
 * `git commit`, `--`, and pathspecs; the message is the job's program.
 *
 * Files are staged by `update-index`: `git add` would run git in every submodule, with what its config says.
 */
export const COMMIT = readProgram(new URL('./commit.sh', import.meta.url), {
  FILTERED,
  FILTERED_CODE,
  CONFLICTED: CODES.conflicted,
  UNMATCHED: CODES.unmatched,
  NOTHING: CODES.nothing,
});
