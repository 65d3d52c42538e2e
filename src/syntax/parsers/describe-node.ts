import type { Node } from 'web-tree-sitter';

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const MAX_CHILDREN = 2_000;
const MAX_QUOTE = 40;

/** Where an ERROR or MISSING node went wrong, and why: a lone bracket says most, an outer node nothing without one. */
export function describeNode(
  node: Node,
  { outer }: { outer: boolean },
): { offset: number; message: string } | undefined {
  if (node.isMissing)
    return { offset: node.startIndex, message: `missing ${node.isNamed ? words(node.type) : `"${node.type}"`}` };
  const lone = loneBracket(node);
  if (lone) {
    const message = lone.type in CLOSERS ? `"${lone.type}" is never closed` : `unexpected "${lone.type}"`;
    return { offset: lone.startIndex, message };
  }
  if (outer) return undefined;
  const quoted = node.text.trim().split('\n', 1)[0]!.slice(0, MAX_QUOTE).trim();
  return { offset: node.startIndex, message: quoted ? `unexpected "${quoted}"` : 'unexpected end' };
}

/** The first closing bracket that was never opened, otherwise the last opening bracket that is never closed. */
function loneBracket(node: Node): Node | undefined {
  if (node.childCount > MAX_CHILDREN) return undefined;
  const open: Node[] = [];
  for (const child of node.children) {
    if (child.type in CLOSERS) open.push(child);
    else if (child.type in OPENERS) {
      if (open.at(-1)?.type !== OPENERS[child.type]) return child;
      open.pop();
    }
  }
  return open.at(-1);
}

const words = (type: string): string => type.replaceAll('_', ' ').trim();
