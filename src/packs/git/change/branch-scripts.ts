import { FILTERED, FILTERED_CODE } from './filters.ts';
import { LIST_FORMAT } from './parse-branches.ts';

/**
 * Does what the arguments say, then tells where HEAD stands and the branches. Files that a filter would have changed as
 * they were written would be wrong, so that these are told instead.
 */
export const CHANGE = `
before=$(git rev-parse --verify --quiet 'HEAD^{commit}')
"$@" >&2 || exit
after=$(git rev-parse --verify --quiet 'HEAD^{commit}')
if [ "$before" ] && [ "$after" ]; then
  git diff-tree -r --name-only -z --diff-filter=d "$before" "$after" | ${FILTERED} > "$TMPDIR/toolgate-filtered"
  if [ -s "$TMPDIR/toolgate-filtered" ]; then cat "$TMPDIR/toolgate-filtered"; exit ${FILTERED_CODE}; fi
fi
git symbolic-ref --quiet --short HEAD || echo
printf '\\0'
git for-each-ref --format='${LIST_FORMAT}' refs/heads`;

/**
 * As `git branch --delete`, which would write the config anew also where it says nothing of the branch. $1 the branch,
 * $2 its commit, $3 whether commits may be lost, $4 whether the config has something of it.
 */
export const DELETE = `
if git worktree list --porcelain | grep -qxF "branch refs/heads/$1"; then echo "error: $1 is checked out at a worktree" >&2; exit 1; fi
upstream=$(git rev-parse --verify --quiet "$1@{upstream}") || upstream=HEAD
if [ ! "$3" ] && ! git merge-base --is-ancestor "$2" "$upstream"; then echo "error: $1 is not fully merged" >&2; exit 1; fi
git update-ref -d "refs/heads/$1" "$2" || exit
if [ "$4" ]; then git config --remove-section "branch.$1"; fi
true
`;

/** Where HEAD stands, and the branches below the given names. */
export const LIST = `git symbolic-ref --quiet --short HEAD || echo
printf '\\0'
git for-each-ref --format='${LIST_FORMAT}' "$@"`;
