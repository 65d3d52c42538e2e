
mark=$1
shift
find_program() { # name: of the project, of its own Python, or on PATH
  folder=$PWD
  while :; do
    for place in node_modules/.bin .venv/bin venv/bin; do
      if [ -x "$folder/$place/$1" ]; then echo "$folder/$place/$1"; return; fi
    done
    [ "$folder" = / ] && break
    folder=$(dirname "$folder")
  done
  command -v "$1"
}
here=$PWD
while [ $# -gt 0 ]; do
  name=$1 folder=$2 count=$3
  shift 3
  cd "$folder" || exit 1
  program=$(find_program "$name")
  printf '%s %s\n' "$mark" "$name"
  if [ -z "$program" ]; then
    printf '%s missing %s\n' "$mark" "$name"
  else
    "$program" "${@:1:count}" 2>&1
    printf '\n%s ended %s\n' "$mark" $?
  fi
  shift "$count"
  cd "$here"
done
