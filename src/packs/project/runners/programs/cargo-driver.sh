
report=$1 mark=$2 name=$3 offline=$4
shift 4
command -v cargo > /dev/null || { printf '{"t":"missing","program":"cargo"}\n' >> "$report"; exit 127; }
work=$(mktemp -d)
targets=()
for each in "$@"; do targets+=(--test="$each"); done
cargo test --no-run --no-fail-fast --message-format=json $offline "${targets[@]}" > "$work/build" 2> "$work/said"
code=$?
cat "$work/said" >&2
grep -a '"reason":"compiler-message"' "$work/build" | grep -a '"level":"error"' >> "$report"
if [ $code -ne 0 ]; then
  { printf '%s build-failed\n' "$mark"; cat "$work/said"; } >> "$report"
fi
filter=()
[ "$name" ] && filter=(-- "$name")
one() { # program, folder, more arguments: its output, and then how it ended
  (cd "$2" && CARGO_MANIFEST_DIR=$2 RUST_BACKTRACE=0 "$1" --color never "${@:3}" 2>&1)
}
limit=500
grep -a '"executable":"' "$work/build" | grep -a '"test":true' | while IFS= read -r line; do
  program=$(sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' <<< "$line")
  folder=$(dirname "$(sed -n 's/.*"manifest_path":"\([^"]*\)".*/\1/p' <<< "$line")")
  source=$(sed -n 's/.*"src_path":"\([^"]*\)".*/\1/p' <<< "$line")
  one "$program" "$folder" --list "${filter[@]}" 2> /dev/null < /dev/null | sed -n 's/: test$//p' > "$work/all"
  { printf '%s list %s %s\n' "$mark" "$(nproc)" "$source"; cat "$work/all"; } >> "$report"
  printf '%s run %s\n' "$mark" "$source" >> "$report"
  # The output is written as it comes, so that it is there also when all is stopped.
  one "$program" "$folder" "${filter[@]}" < /dev/null | tee "$work/out" >> "$report"
  status=${PIPESTATUS[0]}
  printf '\n%s end %s\n' "$mark" "$status" >> "$report"
  # 101 is how libtest says that tests failed.
  if [ $status -eq 0 ] || grep -aq '^test result: ' "$work/out"; then continue; fi
  sed -n 's/^test \(.*\) \.\.\. \(ok\|ignored.*\)$/\1/p' "$work/out" | sed 's/ - should panic$//' | sort -u > "$work/ended"
  sort "$work/all" | comm -13 "$work/ended" - | head -n $limit | while IFS= read -r test; do
    printf '%s run %s\n' "$mark" "$source" >> "$report"
    one "$program" "$folder" --exact --test-threads=1 -- "$test" > "$work/out" < /dev/null
    status=$?
    cat "$work/out" >> "$report"
    printf '\n%s alone %s %s\n' "$mark" "$status" "$test" >> "$report"
  done
done
if [ $code -eq 0 ] && [ $# -eq 0 ] && grep -aqE '"kind":\["(lib|rlib|proc-macro)' "$work/build"; then
  printf '%s run documentation\n' "$mark" >> "$report"
  cargo test --doc $offline -- "${filter[@]}" >> "$report" 2> "$work/doc"
  printf '\n%s end %s\n' "$mark" $? >> "$report"
fi
exit $code
