import { parseSync, Visitor } from 'oxc-parser';
import { isTest, type Tree } from './tree.ts';

/** Functions that take as many arguments as one likes, and are given lists for that. */
const TAKES_MANY: ReadonlySet<string> = new Set(
  'push unshift splice concat max min hypot fromCharCode fromCodePoint of'.split(' '),
);

/**
 * A list that is spread into a call throws where it holds some hundred thousand items, and files are as many. An object
 * that is written down to be spread into another is a way around the formatter.
 */
export function* spreadViolations(tree: Tree): Generator<string> {
  for (const [path, text] of tree) {
    if (isTest(path)) continue;
    const found: { start: number; what: string }[] = [];
    new Visitor({
      CallExpression: ({ callee, arguments: given, start }) => {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        if (TAKES_MANY.has(callee.property.name) && given.some(({ type }) => type === 'SpreadElement'))
          found.push({ start, what: LIST });
      },
      ObjectExpression: ({ properties }) => {
        for (const each of properties)
          if (each.type === 'SpreadElement' && each.argument.type === 'ObjectExpression')
            found.push({ start: each.start, what: OBJECT });
      },
    }).visit(parseSync(path, text).program);
    for (const { start, what } of found) yield `src/${path}:${text.slice(0, start).split('\n').length}: ${what}`;
  }
}

const LIST = 'spreads a list into a call, which throws where it is long; see src/tool/lists/long-lists.ts';
const OBJECT = 'spreads an object that is written there: its fields can stand by themselves';
