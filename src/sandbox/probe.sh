
( : < "$1" ) 2> /dev/null && echo outside-seen
( echo x > "$1" ) 2> /dev/null
( : > /dev/tcp/127.0.0.1/"$2" ) 2> /dev/null && echo network
( : >> /proc/sys/kernel/hostname ) 2> /dev/null && echo kernel
test -z "$__PROBE_SECRET__" || echo secret
echo new > seen.txt; rm -f old.txt
test ! -e hidden.txt || echo hidden-there
grep -qs x hidden.txt && echo hidden-seen
echo done
