# toolgate completion for fish
function __toolgate_complete
  set -l words (commandline -opc) (commandline -ct)
  toolgate complete -- $words[2..-1] 2>/dev/null
end
complete -c toolgate -a '(__toolgate_complete)'
