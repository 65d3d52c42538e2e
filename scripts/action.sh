#!/usr/bin/env bash
# One run of the GitHub Action (action.yml): a plan, its differences in the summary, and written only where APPLY is true.
# PROMPT, MODEL, POLICY, AGENT and APPLY are variables, never text of this script.
set -euo pipefail

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/toolgate-XXXXXX")
# State of its own, and no config but the project's, which can only make the policy tighter.
export XDG_STATE_HOME="$folder/state" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache"
mkdir -p "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
options=(--workspace "$GITHUB_WORKSPACE" --policy "$POLICY")

status=0
printf '%s' "$PROMPT" | toolgate run - --plan --agent "$AGENT" --model "$MODEL" "${options[@]}" --no-input --quiet \
  > "$folder/answer.txt" 2> "$folder/errors.txt" || status=$?
toolgate plan show "${options[@]}" --no-input --json > "$folder/plan.json"
changed=$(node -e '
  const [, plan, diff] = process.argv;
  const fs = require("fs");
  const planned = JSON.parse(fs.readFileSync(plan, "utf8"));
  fs.writeFileSync(diff, planned.diff);
  console.log(planned.files.length > 0);
' "$folder/plan.json" "$folder/plan.diff")

# A text of others in a fence that is longer than any in it, cut to what a summary holds.
fenced() {
  node -e '
    const [, kind, file] = process.argv;
    const text = require("fs").readFileSync(file, "utf8").slice(0, 400000);
    const fence = "`".repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map(each => each.length)) + 1);
    console.log([fence + kind, text.trimEnd(), fence, ""].join("\n"));
  ' "$1" "$2"
}
{
  echo '## Toolgate'
  if [ "$status" -ne 0 ]; then echo "The run failed (exit code $status)."; fenced text "$folder/errors.txt"; fi
  fenced text "$folder/answer.txt"
  echo '### The plan'
  fenced diff "$folder/plan.diff"
} >> "$GITHUB_STEP_SUMMARY"
{
  echo "changed=$changed"
  echo "diff=$folder/plan.diff"
} >> "$GITHUB_OUTPUT"

if [ "$status" -ne 0 ]; then cat "$folder/errors.txt" >&2; exit "$status"; fi
# `toolgate plan apply` is for a person at a terminal. Here who wrote the workflow has said it, and git writes the differences.
if [ "$APPLY" = true ] && [ "$changed" = true ]; then git -C "$GITHUB_WORKSPACE" apply -- "$folder/plan.diff"; fi
