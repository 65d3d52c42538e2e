import type { Node } from 'web-tree-sitter';

const MACRO = /\b(?!NULL\b|TRUE\b|FALSE\b|EOF\b)(?:_*[A-Z][A-Z0-9_]{2,}|__\w+)\b|^[ \t]*#/m;
const BRACKET = /[()[\]{}]/;
const COMMENT = /\/\/[^\n]*|\/\*.*?\*\//gs;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gs;
const MAX_LINES = 40;

/**
 * Makes the test whether a node is likely a gap of tree-sitter. Tree-sitter reads C and C++ before the preprocessor,
 * takes many a macro for an error, and does not know all that a declaration can be. A node is a gap if no bracket is
 * missing in the file, and a macro or a directive stands near or the node is a piece of a declaration.
 */
export function createMacroFilter(text: string): (node: Node) => boolean {
  const code = text.replace(COMMENT, comment => comment.replace(/[^\n]/g, ' '));
  const lines = code.split('\n');
  let balanced: boolean | undefined;
  const hasMacro = (from: number, to: number) =>
    MACRO.test(lines.slice(secondLineAbove(lines, from), Math.min(to, from + MAX_LINES) + 1).join('\n'));

  return node => {
    const body = enclosingBody(node);
    const isPlain = body || (node.isMissing && /^[;)}\]]$/.test(node.type));
    const isSpoilt =
      hasMacro(node.startPosition.row, node.endPosition.row + 1) ||
      (body?.parent && hasMacro(body.parent.startPosition.row, body.startPosition.row));
    if (isPlain && !isSpoilt) return false;
    if (!BRACKET.test(node.isMissing ? node.type : node.text)) return true;
    balanced ??= hasBalancedBrackets(code);
    return balanced;
  };
}

/** The outermost block around a node. A class with a macro in its head is read as a function, its members as code. */
function enclosingBody(node: Node): Node | undefined {
  let body: Node | undefined;
  for (let at = node.parent; at; at = at.parent) if (at.type === 'compound_statement') body = at;
  return body;
}

/** The second line with text above a row: a macro alone on a line spoils the code below, also after a long comment. */
function secondLineAbove(lines: readonly string[], row: number): number {
  let found = 0;
  let first = row;
  while (first > 0 && found < 2) if (lines[--first]!.trim()) found++;
  return first;
}

function hasBalancedBrackets(code: string): boolean {
  const count: Record<string, number> = {};
  for (const char of code.replace(STRING, '')) if (BRACKET.test(char)) count[char] = (count[char] ?? 0) + 1;
  return count['('] === count[')'] && count['['] === count[']'] && count['{'] === count['}'];
}
