import { parseSync, Visitor } from 'oxc-parser';
import { isTest, type Tree } from './tree.ts';

/** Functions that take as many arguments as one likes, and are given lists for that. */
const TAKES_MANY: ReadonlySet<string> = new Set(
  'push unshift splice concat max min hypot fromCharCode fromCodePoint of'.split(' '),
);

/** A list that is spread into a call throws where it holds some hundred thousand items, and files are as many. */
export function* spreadViolations(tree: Tree): Generator<string> {
  for (const [path, text] of tree) {
    if (isTest(path)) continue;
    const found: number[] = [];
    new Visitor({
      CallExpression: ({ callee, arguments: given, start }) => {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        if (TAKES_MANY.has(callee.property.name) && given.some(({ type }) => type === 'SpreadElement'))
          found.push(start);
      },
    }).visit(parseSync(path, text).program);
    for (const start of found) {
      const line = text.slice(0, start).split('\n').length;
      yield `src/${path}:${line}: spreads a list into a call, which throws where it is long; see src/tool/lists/long-lists.ts`;
    }
  }
}
