count=$1; shift
bash -c "$TOOLGATE_PUSH" git "${@:1:count}" || exit
shift "$count"
unset ${!GIT_*}
exec env "$@"