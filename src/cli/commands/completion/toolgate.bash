# toolgate completion for bash
__toolgate_complete() {
  local IFS=$'\n'
  COMPREPLY=($(toolgate complete -- "${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F __toolgate_complete toolgate
