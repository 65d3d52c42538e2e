
ignores=$TMPDIR/toolgate-ignores
printf '%s' "$TOOLGATE_IGNORES" > "$ignores"
mode=$1; shift
options=()
while [ "$1" != -- ]; do options+=("$1"); shift; done
shift
list=$TMPDIR/toolgate-list
stage() {
  # A name that ends with a slash is a repository of its own.
  grep -zv '/$' < "$list" | git update-index --add --remove -z --stdin || exit
  git diff-index --cached --name-only -z --diff-filter=d "$base" -- "$@" | __FILTERED__ > "$TMPDIR/toolgate-filtered"
  if [ -s "$TMPDIR/toolgate-filtered" ]; then cat "$TMPDIR/toolgate-filtered"; exit __FILTERED_CODE__; fi
}
# A commit would call conflicts resolved.
refuse_conflicts() {
  git diff-files --name-only --diff-filter=U -z -- "$@" | sort -zu | while IFS= read -r -d '' path; do
    if [ -f "$path" ] && grep -q '^<<<<<<< ' "$path" && grep -q '^>>>>>>> ' "$path"; then printf '%s\0' "$path"; fi
  done > "$TMPDIR/toolgate-conflicts"
  if [ -s "$TMPDIR/toolgate-conflicts" ]; then cat "$TMPDIR/toolgate-conflicts"; exit __CONFLICTED__; fi
}
base=$(git rev-parse --verify --quiet 'HEAD^{commit}') || base=$(git hash-object -t tree /dev/null)
case $mode in all | paths | add) refuse_conflicts "$@" ;; esac
case $mode in
  all) git ls-files -m -d -z -- "$@" > "$list" || exit; stage "$@" ;;
  paths | add)
    git -c core.excludesFile="$ignores" ls-files --error-unmatch -c -o --exclude-standard -z -- "$@" > /dev/null ||
      exit __UNMATCHED__
    git -c core.excludesFile="$ignores" ls-files -m -d -o --exclude-standard -z -- "$@" > "$list" || exit
    stage "$@" ;;
esac
only=()
if [ "$mode" = paths ]; then only=(--only -- "$@"); fi
case " ${options[*]} " in
  *' --amend '* | *' --allow-empty '*) ;;
  *)
    if [ "$mode" = paths ]; then set -- "$@"; else set --; fi
    gitdir=$(git rev-parse --absolute-git-dir)
    if [ ! -e "$gitdir/MERGE_HEAD" ] && git diff-index --cached --quiet --ignore-submodules=none "$base" -- "$@"; then
      exit __NOTHING__
    fi ;;
esac
git commit --quiet --no-gpg-sign --no-edit --cleanup=whitespace --file=/run/toolgate/program "${options[@]}" "${only[@]}" >&2 ||
  exit
git --no-pager log -1 --no-show-signature --no-color --format=tformat:%H%x00%s -z
git --no-pager diff-tree --root --no-commit-id -r -z --raw --no-abbrev --numstat --find-renames --no-ext-diff --no-textconv \
  --diff-merges=first-parent HEAD
printf '\0'
