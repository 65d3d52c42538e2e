# toolgate completion for PowerShell
Register-ArgumentCompleter -Native -CommandName toolgate -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '""' }
  toolgate complete '--' @words 2>$null | ForEach-Object {
    $name, $text = $_ -split "`t", 2
    if (-not $text) { $text = $name }
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $text)
  }
}
