
lines=$1; shift
# Git would note unchanged files in the index: it notes them in a copy, as old as the index is.
index=$(git rev-parse --path-format=absolute --git-path index)
if [ -f "$index" ]; then cp -p -- "$index" "$TMPDIR/toolgate-index" && export GIT_INDEX_FILE=$TMPDIR/toolgate-index; fi
show() {
  git --no-pager diff --no-ext-diff --no-textconv --no-color --find-renames --ignore-submodules=dirty --submodule=short \
    --src-prefix=a/ --dst-prefix=b/ --no-relative --diff-algorithm=default "$@"
}
show -z --raw --no-abbrev --numstat "$@" || exit
printf '\0\0'
[ "$lines" ] || exit 0
show --patch --unified="$lines" "$@"
