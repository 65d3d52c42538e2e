import type { Node } from 'web-tree-sitter';

/** Whether an error is one of the grammar's gaps: what follows the address of an import, pictures inside `url()`. */
export function isCssGap(node: Node): boolean {
  for (let at: Node | null = node; at; at = at.parent) {
    if (at.type === 'import_statement') return true;
    if (at.type === 'call_expression' && at.text.startsWith('url(')) return true;
  }
  return false;
}
