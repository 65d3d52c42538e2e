
report=$1 mark=$2 offline=$3 wanted=$4
command -v mvn > /dev/null || { printf '{"t":"missing","program":"mvn"}\n' >> "$report"; exit 127; }
work=$(mktemp -d)
runs=40
# Maven is started often and ends soon.
export MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC $MAVEN_OPTS"
UNRESOLVED='could not be resolved|has not been downloaded from it before|Non-resolvable|No plugin found for prefix'
DIED='forked VM terminated|Crashed tests:|VM crash or System.exit'

maven() { # options; says what it said in $work/said
  touch "$work/stamp"
  sleep 0.01
  if [ "$repository" = "$M2_REPO" ]; then alone=-o; else alone=$offline; fi
  mvn -B $alone -fae -Dstyle.color=never -DtrimStackTrace=false -Dmaven.test.failure.ignore=true \
    -DfailIfNoTests=false -DfailIfNoSpecifiedTests=false -Dsurefire.failIfNoSpecifiedTests=false \
    ${repository:+"-Dmaven.repo.local=$repository"} "$@" test > "$work/said" 2>&1 &
  wait $!
  status=$?
  gather
  return $status
}

gather() { # the reports that have come since it was started
  find . -path '*/surefire-reports/TEST-*.xml' -newer "$work/stamp" | while IFS= read -r xml; do
    printf '%s xml %s\n' "$mark" "$xml"
    cat "$xml"
    echo
  done >> "$report"
}

# When all is stopped there is a moment left to say what has come so far, and which class was running.
stopped() {
  gather
  sed -n 's/^\[INFO\] Running \([A-Za-z0-9_.$]*\)$/\1/p' "$work/said" | while IFS= read -r class; do
    grep -aqF "TEST-$class.xml" "$report" && continue
    source=$(find . -path "*/src/test/*/$(tr . / <<< "$class").*" | head -n 1)
    printf '%s running %s %s\n' "$mark" "$class" "$source" >> "$report"
  done
  exit 143
}
trap stopped TERM

# Finds the method that ends the machine: each method of the class is run alone, unless there is but one.
by_method() { # class, source
  awk '/@(Test|ParameterizedTest|RepeatedTest)/ { test = 1 }
    test && match($0, /void +[A-Za-z_$][A-Za-z0-9_$]* *\(/) {
      name = substr($0, RSTART + 5, RLENGTH - 6); gsub(/ /, "", name); print NR, name; test = 0 }' "$2" > "$work/methods"
  count=$(grep -c . "$work/methods")
  while read -r line method <&9; do
    if [ "$count" -gt 1 ]; then
      if [ $((runs -= 1)) -lt 0 ]; then break; fi
      maven "-Dtest=$1#$method" < /dev/null
    else
      cp "$work/first" "$work/said"
    fi
    grep -qE "$DIED" "$work/said" || continue
    printf '%s crash %s %s %s %s\n' "$mark" "$1" "$method" "$2" "$line" >> "$report"
    grep -aoE 'Process Exit Code: *[0-9]+|The forked VM terminated[^?]*' "$work/said" | sort -u | head -n 3 >> "$report"
  done 9< "$work/methods"
}

# The person's own repository can be read, but not added to; Debian brings one along.
for repository in "$M2_REPO" "$XDG_CACHE_HOME/m2" /usr/share/maven-repo; do
  if [ ! -d "$repository" ] && { [ "$offline" ] || [ "$repository" != "$XDG_CACHE_HOME/m2" ]; }; then continue; fi
  maven ${wanted:+"-Dtest=$wanted"}
  code=$?
  grep -qE "$UNRESOLVED" "$work/said" || break
done
cp "$work/said" "$work/first"
cat "$work/said"
{ printf '%s said\n' "$mark"; grep -aE '^\[(ERROR|FATAL)\]|BUILD|Tests run' "$work/said" | head -n 200; } >> "$report"

if grep -qE "$DIED" "$work/said"; then
  find . -path '*/src/test/java/*.java' | grep -E '/(Test[^/]*|[^/]*(Test|Tests|TestCase))\.java$' | sort > "$work/classes"
  : > "$work/died"
  : > "$work/rest"
  while IFS= read -r source; do
    class=$(sed 's|.*/src/test/java/||; s|\.java$||; s|/|.|g' <<< "$source")
    grep -aqF "TEST-$class.xml" "$report" && continue
    case $wanted in '' | *"$(basename "$source" .java)"*) ;; *) continue ;; esac
    if grep -qE "^\[ERROR\] +$class( |\$)" "$work/said"; then echo "$class $source" >> "$work/died"; else echo "$class" >> "$work/rest"; fi
  done < "$work/classes"
  rest=$(paste -sd , "$work/rest")
  if [ "$rest" ]; then
    maven -DreuseForks=false "-Dtest=$rest"
    while IFS= read -r class; do
      grep -aqF "TEST-$class.xml" "$report" || echo "$class $(grep -F "/src/test/java/$(tr . / <<< "$class").java" "$work/classes" | head -n 1)" >> "$work/died"
    done < "$work/rest"
  fi
  while read -r class source; do by_method "$class" "$source"; done < "$work/died"
fi
exit $code
