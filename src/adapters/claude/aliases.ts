/** Claude Code's own tools, and the gate's tools that do the same. */
const SAME: Readonly<Record<string, string>> = {
  Bash: 'bash',
  BashOutput: 'bash_output',
  KillShell: 'bash_kill',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'edit_file',
  MultiEdit: 'edit_file',
  LS: 'list_directory',
  Glob: 'glob',
  Grep: 'grep',
  TodoWrite: 'todowrite',
  WebFetch: 'web_fetch',
  WebSearch: 'web_search',
};

/** For `toolAliases`: a call by a name that the model knows comes to the gate. */
export function toolAliases(offered: ReadonlySet<string>, toName: (tool: string) => string): Record<string, string> {
  const there = Object.entries(SAME).filter(([, tool]) => offered.has(tool));
  return Object.fromEntries(there.map(([known, tool]) => [known, toName(tool)]));
}
