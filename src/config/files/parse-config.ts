import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { ConfigError } from '../config-error.ts';

/** The parser's errors in words for people. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word or a sign that does not belong here',
  PropertyNameExpected: 'a key in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a ":" is missing',
  CommaExpected: 'a "," is missing',
  CloseBraceExpected: 'a "}" is missing',
  CloseBracketExpected: 'a "]" is missing',
  EndOfFileExpected: 'there is text after the end',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a text does not end',
};

/** Parses the text of a config file; comments and trailing commas are welcome, the same key twice is not. */
export function parseConfigText(text: string, where: string): unknown {
  const fail = (offset: number, what: string): never => {
    const before = text.slice(0, offset).split('\n');
    throw new ConfigError(
      `${where}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${what}`,
      'It must be JSON; comments are allowed. A config that does nothing is: {}',
    );
  };
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return fail(0, 'it is nested too deeply');
  }
  const [first] = errors;
  if (!first && tree) return toValue(tree, fail);
  const code = first ? printParseErrorCode(first.error) : 'ValueExpected';
  return fail(first?.offset ?? 0, WORDS[code] ?? code);
}

/** Makes the value: the parser would drop the first of two equal keys and take `__proto__` for more than a key. */
function toValue(node: Node, fail: (offset: number, what: string) => never): unknown {
  if (node.type === 'array') return (node.children ?? []).map(child => toValue(child, fail));
  if (node.type !== 'object') return node.value;
  const entries = new Map<string, unknown>();
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? [];
    if (!key || !value) continue;
    if (entries.has(key.value)) fail(key.offset, `the key ${JSON.stringify(key.value)} stands here twice`);
    entries.set(key.value, toValue(value, fail));
  }
  return Object.fromEntries(entries);
}
