
if [ "$4" ]; then git update-ref -m 'update by push' "refs/remotes/$1/$2" "$3" || exit; fi
if [ "$5" ]; then
  git config "branch.$2.remote" "$1" && git config "branch.$2.merge" "refs/heads/$2" || exit
fi
