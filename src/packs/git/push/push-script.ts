/** How the push ends when it would take objects from elsewhere. */
const ELSEWHERE = 96;

/**
 * Pushes from a repository of its own that has the objects of the real one and nothing of its config, hooks or
 * attributes. $1 the objects, $2 the URL, $3 the refspec, $4 the object format, then options.
 */
export const PUSH = `
objects=$1 url=$2 refspec=$3 format=$4
shift 4
# With the user's rights, links and alternates would reach the objects of any repository of theirs.
if [ -L "$objects" ] || [ "$(find "$objects" -type l | head -n 1)" ]; then
  echo 'its objects are links to other places' >&2; exit ${ELSEWHERE}
fi
if [ -s "$objects/info/alternates" ]; then echo 'its objects lie in other repositories (alternates)' >&2; exit ${ELSEWHERE}; fi
own=$(mktemp -d "$TMPDIR/push.XXXXXX") || exit
trap 'rm -rf -- "$own"' EXIT
git init --quiet --bare --template= --object-format="$format" "$own" || exit
printf '%s\\n' "$objects" > "$own/objects/info/alternates" || exit
[ -f "\${objects%/objects}/shallow" ] && [ ! -L "\${objects%/objects}/shallow" ] && cp -- "\${objects%/objects}/shallow" "$own/shallow"
cd -- "$own" || exit
export GIT_DIR=$own
if [ ! "$GIT_SSH" ]; then
  ssh=\${GIT_SSH_COMMAND:-$(git config --get core.sshCommand)}
  export GIT_SSH_COMMAND="\${ssh:-ssh} -oBatchMode=yes"
fi
git --no-pager -c core.hooksPath=/dev/null -c core.alternateRefsCommand=true -c push.gpgSign=false -c push.recurseSubmodules=no -c push.followTags=false \\
  push --porcelain --no-verify --no-progress "$@" -- "$url" "$refspec"
`;

/** What is remembered after a push. $1 the remote, $2 the branch, $3 the commit, $4 and $5 whether it is kept and followed. */
export const REMEMBER = `
if [ "$4" ]; then git update-ref -m 'update by push' "refs/remotes/$1/$2" "$3" || exit; fi
if [ "$5" ]; then
  git config "branch.$2.remote" "$1" && git config "branch.$2.merge" "refs/heads/$2" || exit
fi
`;

/**
 * The config of a repository on this machine; $1 its path. Others than plain ones are refused, so that git cannot take
 * another one for it than was looked at: it would follow a .git that is a file.
 */
export const LOOK_AT_TARGET = `
folder=$1
if [ -e "$1/.git" ] || [ -L "$1/.git" ]; then folder=$1/.git; fi
if [ ! -d "$folder" ] || [ ! -f "$folder/HEAD" ]; then echo 'there is no plain repository' >&2; exit 1; fi
if [ -e "$folder/commondir" ]; then echo 'it is a worktree of another repository' >&2; exit 1; fi
for file in "$folder/config" "$folder/config.worktree"; do
  if [ -f "$file" ]; then git config --file "$file" --null --list --includes || exit; fi
done
`;
