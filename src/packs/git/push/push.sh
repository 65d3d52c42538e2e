
objects=$1 url=$2 refspec=$3 format=$4
shift 4
# With the user's rights, links and alternates would reach the objects of any repository of the user.
if [ -L "$objects" ] || [ "$(find "$objects" -type l | head -n 1)" ]; then
  echo 'its objects are links to other places' >&2; exit __ELSEWHERE__
fi
if [ -s "$objects/info/alternates" ]; then echo 'its objects lie in other repositories (alternates)' >&2; exit __ELSEWHERE__; fi
own=$(mktemp -d "$TMPDIR/push.XXXXXX") || exit
trap 'rm -rf -- "$own"' EXIT
git init --quiet --bare --template= --object-format="$format" "$own" || exit
printf '%s\n' "$objects" > "$own/objects/info/alternates" || exit
[ -f "${objects%/objects}/shallow" ] && [ ! -L "${objects%/objects}/shallow" ] && cp -- "${objects%/objects}/shallow" "$own/shallow"
cd -- "$own" || exit
export GIT_DIR=$own
if [ ! "$GIT_SSH" ]; then
  ssh=${GIT_SSH_COMMAND:-$(git config --get core.sshCommand)}
  export GIT_SSH_COMMAND="${ssh:-ssh} -oBatchMode=yes"
fi
git --no-pager -c core.hooksPath=/dev/null -c core.alternateRefsCommand=true -c push.gpgSign=false -c push.recurseSubmodules=no -c push.followTags=false \
  push --porcelain --no-verify --no-progress "$@" -- "$url" "$refspec"
