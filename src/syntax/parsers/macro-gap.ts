import type { Node } from 'web-tree-sitter';

const MACRO = /\b(?!NULL\b|TRUE\b|FALSE\b|EOF\b)(?:_*[A-Z][A-Z0-9_]{2,}|__\w+)\b|^[ \t]*#/m;
const BRACKETS = /[()[\]{}]/;
const NOT_CODE = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g;

/**
 * Tree-sitter reads C and C++ before the preprocessor and takes many a macro for an error. Says of a node whether it
 * is likely one of these: a macro or a directive stands near, and no bracket is really missing in the file.
 */
export function createMacroFilter(text: string): (node: Node) => boolean {
  const lines = text.split('\n');
  let balanced: boolean | undefined;
  return node => {
    const first = Math.max(0, node.startPosition.row - 1);
    const last = Math.min(node.endPosition.row + 1, first + 40);
    if (!MACRO.test(lines.slice(first, last + 1).join('\n'))) return false;
    if (!BRACKETS.test(node.isMissing ? node.type : node.text)) return true;
    balanced ??= hasBalancedBrackets(text);
    return balanced;
  };
}

function hasBalancedBrackets(text: string): boolean {
  const count: Record<string, number> = {};
  for (const char of text.replace(NOT_CODE, '')) if (BRACKETS.test(char)) count[char] = (count[char] ?? 0) + 1;
  return count['('] === count[')'] && count['['] === count[']'] && count['{'] === count['}'];
}
