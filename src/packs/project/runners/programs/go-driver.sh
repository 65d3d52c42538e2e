
report=$1 pattern=$2
shift 2
command -v go > /dev/null || { printf '{"t":"missing","program":"go"}\n' >> "$report"; exit 127; }
[ "$GOPROXY" ] || GOPROXY=off
export GOPROXY GOTOOLCHAIN=local
go test -json -run="$pattern" "$@" >> "$report" 2>&1
code=$?
name() { sed -n 's/.*"Package":"\([^"]*\)".*/\1/p'; }
# The first level of the pattern; `-list` takes no empty pattern.
names=${pattern%%/*}
[ "$names" ] || names=.
round=0
while [ $round -lt 20 ]; do
  round=$((round + 1))
  again=
  # Each package with a test that has begun and come to no end, though the package itself has ended.
  for package in $(grep -a '"Action":"fail"' "$report" | grep -av '"Test":' | name | sort -u); do
    case " $finished " in *" $package "*) continue ;; esac
    ran=$(grep -aF "\"Package\":\"$package\"" "$report" | grep -a '"Action":"run"' | sed -n 's/.*"Test":"\([^"/]*\)".*/\1/p' | sort -u)
    all=$(go test -list "$names" "$package" 2> /dev/null | grep -E '^(Test|Example|Fuzz)' | sort -u)
    rest=$(comm -13 <(printf '%s\n' "$ran") <(printf '%s\n' "$all") | grep . | paste -sd '|')
    if [ -z "$rest" ]; then finished="$finished $package"; continue; fi
    again=1
    before=$(grep -ac . "$report")
    go test -json -run="^($rest)\$" "$package" >> "$report" 2>&1
    # The package ran no further test: no use in trying again.
    tail -n +$((before + 1)) "$report" | grep -aq '"Action":"run"' || finished="$finished $package"
  done
  [ "$again" ] || break
done
exit $code
