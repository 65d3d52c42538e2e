
ignores=$TMPDIR/toolgate-ignores
printf '%s' "$TOOLGATE_IGNORES" > "$ignores"
untracked=$1; shift
git -c core.excludesFile="$ignores" status --porcelain=v2 --branch -z --find-renames --ignore-submodules=dirty \
  --untracked-files="$untracked" -- "$@" || exit
printf '\0'
git diff-files --name-only -z --ignore-submodules=all -- "$@" | git check-attr -z --stdin filter
