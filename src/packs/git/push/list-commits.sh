
seen=$(git rev-parse --verify --quiet --end-of-options "refs/remotes/$1/$2^{commit}")
printf '%s\0' "$seen"
git --no-pager log -z --no-show-signature --no-color --format=tformat:%H%x00%s --max-count="$4" "$3" --not ${seen:---remotes}
