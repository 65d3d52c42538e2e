/**
 * What each shell reads. The words are handed over as they stand, unread: nothing that is typed runs because someone
 * pressed Tab.
 */
export const COMPLETION_SCRIPTS = {
  bash: `# toolgate completion for bash
__toolgate_complete() {
  local IFS=$'\\n'
  COMPREPLY=($(toolgate complete -- "\${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F __toolgate_complete toolgate
`,
  zsh: `#compdef toolgate
# toolgate completion for zsh
__toolgate_complete() {
  local -a lines
  local line
  while IFS=$'\\t' read -r line rest; do
    lines+=("\${line//:/\\\\:}:$rest")
  done < <(toolgate complete -- "\${(@)words[2,$CURRENT]}" 2>/dev/null)
  if (( \${#lines} )); then _describe toolgate lines; else _files; fi
}
if [ "$funcstack[1]" = "_toolgate" ]; then __toolgate_complete; else compdef __toolgate_complete toolgate; fi
`,
  fish: `# toolgate completion for fish
function __toolgate_complete
  set -l words (commandline -opc) (commandline -ct)
  toolgate complete -- $words[2..-1] 2>/dev/null
end
complete -c toolgate -a '(__toolgate_complete)'
`,
  powershell: `# toolgate completion for PowerShell
Register-ArgumentCompleter -Native -CommandName toolgate -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '""' }
  toolgate complete '--' @words 2>$null | ForEach-Object {
    $name, $text = $_ -split "\`t", 2
    if (-not $text) { $text = $name }
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $text)
  }
}
`,
} as const;

export const COMPLETED_SHELLS = Object.keys(COMPLETION_SCRIPTS) as (keyof typeof COMPLETION_SCRIPTS)[];
