import { createRequire } from 'node:module';
import type { Node, Parser, Tree } from 'web-tree-sitter';
import { createLocator, MAX_PROBLEMS, type SyntaxProblem } from '../problem.ts';
import { createMacroFilter } from './macro-gap.ts';
import { inOlderCss } from './newer-css.ts';

const PARSE_MS = 2_000;

/** Tests, by grammar, for nodes that are legal code which the grammar takes for an error. */
const GAPS: Readonly<Record<string, (text: string) => (node: Node) => boolean>> = {
  cpp: createMacroFilter,
  css: () => isCssGap,
};

/** Rewriters, by grammar, of newer forms that the grammar does not know. */
const READABLE: Readonly<Record<string, (text: string) => string>> = { css: inOlderCss };
const parsers = new Map<string, Promise<Parser>>();

/** Problems of a text by a tree-sitter grammar: its ERROR and MISSING nodes. Throws when the parse takes too long. */
export async function grammarProblems(grammar: string, text: string): Promise<SyntaxProblem[]> {
  const parser = await parserOf(grammar);
  const deadline = performance.now() + PARSE_MS;
  const overdue = () => performance.now() > deadline;
  let tree: Tree | null = null;
  try {
    tree = parser.parse(READABLE[grammar]?.(text) ?? text, null, { progressCallback: overdue });
    if (!tree) throw new Error(`Parsing took more than ${PARSE_MS} ms`);
    return tree.rootNode.hasError ? collect(tree.rootNode, { grammar, text, overdue }) : [];
  } finally {
    if (tree) tree.delete();
    else parser.reset();
  }
}

function parserOf(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar);
  if (known) return known;
  const loading = load(grammar);
  parsers.set(grammar, loading);
  loading.catch(() => parsers.delete(grammar));
  return loading;
}

async function load(grammar: string): Promise<Parser> {
  const { Language, Parser } = await import('web-tree-sitter');
  await Parser.init();
  const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  return new Parser().setLanguage(await Language.load(file));
}

type Walk = { readonly grammar: string; readonly text: string; readonly overdue: () => boolean };

function collect(root: Node, { grammar, text, overdue }: Walk): SyntaxProblem[] {
  const locate = createLocator(text);
  const isGap = GAPS[grammar]?.(text);
  const problems: SyntaxProblem[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (overdue()) throw new Error(`Reading the syntax tree took more than ${PARSE_MS} ms`);
    const children = node.children.filter(child => child.hasError || child.isMissing);
    if ((node.isError || node.isMissing) && !isGap?.(node)) {
      const problem = describeNode(node, { outer: children.length > 0 });
      if (problem) problems.push(locate(problem.offset, problem.message));
    }
    for (const child of children.reverse()) waiting.push(child);
  }
  return problems.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Whether an error is a gap of the grammar: what follows the address of an import, or pictures inside `url()`. */
function isCssGap(node: Node): boolean {
  for (let at: Node | null = node; at; at = at.parent) {
    if (at.type === 'import_statement') return true;
    if (at.type === 'call_expression' && at.text.startsWith('url(')) return true;
  }
  return false;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const MAX_CHILDREN = 2_000;
const MAX_QUOTE = 40;

/**
 * The place where an ERROR or MISSING node went wrong, and what to say. A lone bracket says more than the start of the
 * node; an outer node, with others inside, says nothing without a lone bracket.
 */
function describeNode(node: Node, { outer }: { outer: boolean }): { offset: number; message: string } | undefined {
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
