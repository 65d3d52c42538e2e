/**
 * Whether a list of packs names this one. Packs of one kind, such as those of MCP servers (`mcp:NAME`), may be named
 * together by their kind; `own` are the tools that belong to no pack.
 */
export const namesPack = (list: readonly string[], pack = 'own'): boolean =>
  list.includes(pack) || list.includes(pack.replace(/:.*/s, ''));
