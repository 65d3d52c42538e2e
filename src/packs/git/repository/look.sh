
end() { printf '\0'; }
GIT_CONFIG_COUNT=0 git config --null --list --includes || exit 90
end
common=$(git rev-parse --path-format=absolute --git-common-dir) || exit 91
gitdir=$(git rev-parse --absolute-git-dir) || exit 91
listed() { GIT_CONFIG_COUNT=0 git config --file "$1" --null --list --includes 2> /dev/null; }
if [ -d "$common/modules" ]; then
  find "$common/modules" -type f \( -name config -o -name config.worktree \) -print0 |
    while IFS= read -r -d '' file; do listed "$file"; done
fi
git ls-files --stage -z | grep -z '^160000 ' | while IFS= read -r -d '' entry; do
  for file in "${entry#*$'\t'}"/.git/config "${entry#*$'\t'}"/.git/config.worktree; do
    [ -f "$file" ] && listed "$file"
  done
done
end
for name in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG rebase-merge rebase-apply; do
  [ -e "$gitdir/$name" ] && printf '%s\0' "$name"
done
end
hooks=$(GIT_CONFIG_COUNT=0 git rev-parse --path-format=absolute --git-path hooks)
for file in "$hooks"/*; do
  case $file in *.sample) ;; *) [ -f "$file" ] && [ -x "$file" ] && printf '%s\0' "${file##*/}" ;; esac
done
end
git symbolic-ref --quiet HEAD
end
git rev-parse --path-format=absolute --git-path objects
end
for ref; do
  git rev-parse --verify --quiet --end-of-options "$ref^{commit}" || echo
done
