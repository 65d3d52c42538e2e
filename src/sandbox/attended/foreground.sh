
# Keys that end or stop things are for the program of the job alone, not for what is around it.
trap '' INT QUIT HUP
before=$(stty -g < /dev/tty) 2> /dev/null
set -m
"$@"
code=$?
# The job was stopped (Ctrl-Z): whoever waits for it stops too, until the person's shell lets both go on.
while kill -0 %1 2> /dev/null; do
  set +m
  kill -TSTP 0
  set -m
  fg %1 > /dev/null
  code=$?
done
# From here on the terminal is ours again, whoever took it.
set +m
if [ "$before" ]; then stty "$before" < /dev/tty; fi 2> /dev/null
exit $code
