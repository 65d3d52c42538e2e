
mark=$1 count=$2
shift 2
command=("${@:1:count}")
shift "$count"
if [ "${command[0]}" = .venv ]; then
  venv=.venv
  [ -d .venv ] || { [ -d venv ] && venv=venv; }
  # Python is isolated: otherwise a file of the project that is called like a module of Python would run as that.
  if [ ! -x $venv/bin/python ]; then python3 -I -m venv $venv || exit 1; fi
  case $(readlink -f $venv/bin/python) in
    "$root"/*) echo "$venv has a Python of its own, which is code of the project: remove it, or say scripts: true" >&2; exit 1 ;;
  esac
  command=("$venv/bin/python" "${PIP[@]}" "${command[@]:1}")
fi
if [ "$modern" ]; then
  case $(yarn --version) in
    [01].*) echo "The project's own Yarn is code of the project, and the one here is of version 1: install a newer one, or say scripts: true" >&2; exit 1 ;;
  esac
fi
command -v "${command[0]}" > /dev/null || { printf '%s missing\n' "$mark" >&2; exit 127; }
"${command[@]}" || exit
folder=$PWD
for name in "$@"; do
  version=
  for above in . .. ../.. ../../..; do
    file=$above/node_modules/$name/package.json
    [ -f "$file" ] || continue
    version=$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p; s/.*[{,]"version":"\([^"]*\)".*/\1/p' "$file" | head -n 1)
    break
  done
  if [ -z "$version" ]; then
    plain=$(tr 'A-Z_' 'a-z-' <<< "$name" | tr -s '.-' '-')
    for info in .venv/lib/python*/site-packages/*.dist-info venv/lib/python*/site-packages/*.dist-info; do
      [ -f "$info/METADATA" ] || continue
      own=$(sed -n 's/^Name: *//p' "$info/METADATA" | head -n 1 | tr 'A-Z_' 'a-z-' | tr -s '.-' '-')
      [ "$own" = "$plain" ] && version=$(sed -n 's/^Version: *//p' "$info/METADATA" | head -n 1 | tr -d '\r')
    done
  fi
  printf '%s installed %s %s\n' "$mark" "$name" "$version"
done
