
if git worktree list --porcelain | grep -qxF "branch refs/heads/$1"; then echo "error: $1 is checked out at a worktree" >&2; exit 1; fi
upstream=$(git rev-parse --verify --quiet "$1@{upstream}") || upstream=HEAD
if [ ! "$3" ] && ! git merge-base --is-ancestor "$2" "$upstream"; then echo "error: $1 is not fully merged" >&2; exit 1; fi
git update-ref -d "refs/heads/$1" "$2" || exit
if [ "$4" ]; then git config --remove-section "branch.$1"; fi
true
