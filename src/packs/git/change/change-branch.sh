
before=$(git rev-parse --verify --quiet 'HEAD^{commit}')
"$@" >&2 || exit
after=$(git rev-parse --verify --quiet 'HEAD^{commit}')
if [ "$before" ] && [ "$after" ]; then
  git diff-tree -r --name-only -z --diff-filter=d "$before" "$after" | __FILTERED__ > "$TMPDIR/toolgate-filtered"
  if [ -s "$TMPDIR/toolgate-filtered" ]; then cat "$TMPDIR/toolgate-filtered"; exit __FILTERED_CODE__; fi
fi
git symbolic-ref --quiet --short HEAD || echo
printf '\0'
git for-each-ref --format='__LIST_FORMAT__' refs/heads