#compdef toolgate
# toolgate completion for zsh
__toolgate_complete() {
  local -a lines
  local line
  while IFS=$'\t' read -r line rest; do
    lines+=("${line//:/\\:}:$rest")
  done < <(toolgate complete -- "${(@)words[2,$CURRENT]}" 2>/dev/null)
  if (( ${#lines} )); then _describe toolgate lines; else _files; fi
}
if [ "$funcstack[1]" = "_toolgate" ]; then __toolgate_complete; else compdef __toolgate_complete toolgate; fi
