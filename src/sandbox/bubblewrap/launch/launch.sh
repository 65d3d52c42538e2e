
echo >&8
read -r _ <&8 || exit 125
call=$1
. "$call"
# A process that is one thread may join by itself without a wait, where groups have a list of threads. Elsewhere the kernel
# takes its time to let a process in, so the rest is made ready meanwhile.
joining=
for group in $groups; do
  if [ -e "$group/tasks" ]; then
    echo 0 > "$group/tasks" || exit 125
  else
    (echo $$ > "$group/cgroup.procs" || exit 125) &
    joining="$joining $!"
  fi
done
if [ "$shared" ] && [ -w /proc/sys/kernel/shmall ]; then echo "$shared" > /proc/sys/kernel/shmall; fi 2> /dev/null
# Mounts what a file has lines for; one by one where that fails. A workspace that can be written is mounted already.
lay() {
  if mount --all --fstab "$1" 2> /dev/null; then return; fi
  umount merged 2> /dev/null
  while read -r from place kind how _; do
    case $kind:$place in
      overlay:*/seen/workspace) [ -w "$place" ] || mount -t "$kind" -o "$how" "$from" "$place" || return 125 ;;
      overlay:*/seen/cache)
        # Writes that are to pass with the job go to a folder of their own, in which the job does not find the cache.
        # Flags that are set afterwards do not reach a sandbox that waits. In a user namespace none can be removed.
        bare=${how#*upperdir=} upper=${bare%%,*}
        flags=$(findmnt -n -o VFS-OPTIONS -T "$upper"),nosuid,nodev
        mount --bind -o "$flags" "$upper" "$upper" && mount --bind "$upper" "$place" || return 125 ;;
      overlay:*/seen/*) bare=${how#*:}; mount --bind "${bare%%,*}/" "$place" || return 125 ;;
      *) mount -t "$kind" -o "$how" "$from" "$place" || return 125 ;;
    esac
  done < "$1"
}
# Lays all that is the job's alone.
lay_job() {
  [ -r "$call-job" ] && . "$call-job" && cd "$folder" || return 125
  if [ -s hidden ]; then (cd mask && xargs -0 -I '{}' mknod ./'{}' c 0 0 < ../hidden) || return 125; fi
  lay mounts || return 125
  if [ "$view" = overlay ]; then [ -w "$merged" ] || return 125; fi
  if [ -s covers ]; then
    mount --rbind root/ merged || return 125
    xargs -0 -n 100 sh -c '
      for cover; do
        place=merged/${cover#* }
        case $cover in
          hidden*) if [ -L "$place" ]; then continue; fi ;;
          *) if [ -L "$place" ]; then exit 255; fi ;;
        esac
        case $cover in
          hidden*)
            if [ -d "$place" ]; then mount --bind blank/folder "$place" || exit 255
            elif [ -e "$place" ]; then mount --bind blank/file "$place" || exit 255; fi ;;
          frozen*) if [ -e "$place" ]; then mount --bind -o ro "$place" "$place" || exit 255; fi ;;
          pinned*) if [ -e "$place" ]; then mount --bind "$place" "$place" || exit 255; fi ;;
        esac
      done' sh < covers || return 125
  fi
  printf %s "$program" > places/seen/program/program && echo begun >&4
}
lay "$call-mounts" || exit 125
: > nameless/seen/program/program
if [ -n "$filter" ]; then exec 7< "$filter"; fi
if [ "$gate" ]; then exec 9<> "$gate"; else lay_job || exit 125; fi
for each in $joining; do wait "$each" || exit 125; done
(
  if [ -z "$gate" ] || { read -r _ && lay_job && echo >&9; }; then
    exec 9>&-
    read -r _
  fi
  while :; do kill -9 -1; sleep 0.01; done 2> /dev/null
) <&8 &
tie=$!
prlimit $limits -- bwrap --json-status-fd 4 ${gate:+--block-fd 9} --args 5 -- "$@" 3>&- 8>&-
status=$?
exec 4>&- 5<&- 6>&- 7<&- 8>&- 9>&- 0< /dev/null
kill -9 -1 2> /dev/null
wait "$tie" 2> /dev/null
# A process of one thread that has given up its memory and has no other below it does nothing any more: only the kernel is not
# done yet with what it was in, and that is waited for when this process ends.
tries=0 left=some
while [ "$left" ]; do
  left=
  read -r children < /proc/1/task/1/children
  for child in $children; do
    read -r size _ < "/proc/$child/statm" || continue
    if [ "$size" != 0 ]; then left=some; continue; fi
    read -r state < "/proc/$child/stat" || continue
    under=unknown
    read -r under < "/proc/$child/task/$child/children"
    set -- ${state##*') '}
    case "$1 ${18} ${21} $under" in [ZX]' '* | ?' 1 0 ') ;; *) left=some ;; esac
  done
  tries=$((tries + 1))
  if [ $tries -gt 20 ]; then sleep 0.001; fi
  if [ $tries -gt 7000 ]; then exit 125; fi
done 2> /dev/null
if [ "$gate" ]; then . "$call-job" && cd "$folder" || exit 125; fi
if [ "$view" = overlay ]; then
  deep=
  for each in upper/*/ upper/.[!.]*/ upper/..?*/; do if [ -d "$each" ]; then deep=1; break; fi; done
  if [ "$deep" ]; then
    (cd upper && find . -mindepth 1 -type d -print0) |
      (cd "$merged" && xargs -0 -r -n 500 sh -c 'exec find "$@" -mindepth 1 -maxdepth 1 -print0' sh) >&3
  fi 2> /dev/null && printf '.\0' >&3
fi
exit $status
