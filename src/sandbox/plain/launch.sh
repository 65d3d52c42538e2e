
cd -- "$1" || exit 125
{ ulimit -c 0; ulimit -t "$2"; ulimit -n "$3"; ulimit -f "$4"; ulimit -d "$5"; } 2> /dev/null
shift 5
unset OLDPWD
printf begun >&7
exec "$@" 7>&-
