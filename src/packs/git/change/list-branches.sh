git symbolic-ref --quiet --short HEAD || echo
printf '\0'
git for-each-ref --format='__LIST_FORMAT__' "$@"