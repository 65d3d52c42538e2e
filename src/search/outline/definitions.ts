import { createRequire } from 'node:module';
import type { Node } from 'web-tree-sitter';
import { addAll } from '../../tool/lists/long-lists.ts';
import type { SymbolKind } from '../symbol.ts';
import type { Grammar } from './grammars.ts';

/** A definition in a text. Offsets count UTF-16 units, lines begin with 0. */
export interface SymbolDefinition {
  readonly name: string;
  readonly kind: SymbolKind | 'impl';
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

/** Milliseconds for one file; a file that takes longer counts as plain text. */
const PARSE_MS = 1_000;
const MAX_DEFINITIONS = 5_000;

const loaded = new Map<string, ReturnType<typeof load>>();

/** The definitions of a text in the order of their beginnings; undefined where the text cannot be read in time. */
export async function findDefinitions(text: string, grammar: Grammar): Promise<SymbolDefinition[] | undefined> {
  const { parser, query, topQuery } = await toolsFor(grammar);
  const deadline = performance.now() + PARSE_MS;
  const progressCallback = () => performance.now() > deadline;
  const tree = parser.parse(text, null, { progressCallback });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    const options = { matchLimit: 10_000, progressCallback };
    const matches = query.matches(tree.rootNode, options);
    addAll(matches, topQuery.matches(tree.rootNode, { ...options, maxStartDepth: 0 }));
    const found = new Map<number, SymbolDefinition>();
    for (const { captures } of matches.slice(0, MAX_DEFINITIONS)) {
      const name = captures.find(capture => capture.name === 'name')?.node;
      const whole = captures.find(capture => capture.name !== 'name');
      if (!name || !whole) continue;
      // The first pattern that fits says most: a constant that holds a function is a function.
      const known = found.get(name.startIndex);
      if (known && known.kind !== 'constant') continue;
      found.set(name.startIndex, toDefinition(name, whole.node, whole.name as SymbolDefinition['kind']));
    }
    return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  } finally {
    tree.delete();
  }
}

const toDefinition = (name: Node, whole: Node, kind: SymbolDefinition['kind']): SymbolDefinition => ({
  name: name.text.slice(0, 200),
  kind,
  start: whole.startIndex,
  end: whole.endIndex,
  line: whole.startPosition.row,
  endLine: whole.endPosition.row,
});

function toolsFor(grammar: Grammar) {
  const known = loaded.get(grammar.grammar);
  if (known) return known;
  const loading = load(grammar);
  loaded.set(grammar.grammar, loading);
  loading.catch(() => loaded.delete(grammar.grammar));
  return loading;
}

async function load({ grammar, query, topQuery }: Grammar) {
  const { Language, Parser, Query } = await import('web-tree-sitter');
  await Parser.init();
  const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  const language = await Language.load(file);
  return {
    parser: new Parser().setLanguage(language),
    query: new Query(language, query),
    topQuery: new Query(language, topQuery),
  };
}
