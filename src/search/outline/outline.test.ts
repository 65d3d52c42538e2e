import { expect, it } from 'vitest';
import { toTerms } from '../words/query-terms.ts';
import { stem, stemsOf } from '../words/words.ts';
import { outline } from './outline.ts';

const CASES: readonly (readonly [path: string, text: string, symbols: readonly string[]])[] = [
  [
    'a.go',
    'package a\n\n// Walk goes on.\nfunc (t *Tree) Walk() {}\n\ntype Tree struct{}\n',
    ['method Tree.Walk', 'type Tree'],
  ],
  ['a.rs', 'struct Tree;\nimpl Tree {\n    fn walk(&self) {}\n}\n', ['class Tree', 'method Tree.walk']],
  ['a.java', 'class Tree {\n  void walk() {}\n}\n', ['class Tree', 'method Tree.walk']],
  [
    'a.cpp',
    'class Tree { void walk(); };\nvoid Tree::walk() {}\n',
    ['class Tree', 'method Tree.walk', 'function Tree.walk'],
  ],
  ['a.cs', 'class Tree { void Walk() {} }\n', ['class Tree', 'method Tree.Walk']],
  ['a.php', '<?php\nclass Tree { function walk() {} }\n', ['class Tree', 'method Tree.walk']],
  ['a.rb', 'class Tree\n  def walk\n  end\nend\n', ['class Tree', 'method Tree.walk']],
  ['a.sh', 'walk() {\n  echo hi\n}\n', ['function walk']],
  [
    'a.py',
    'class Tree:\n    def walk(self):\n        pass\n\nMAX = 3\n',
    ['class Tree', 'method Tree.walk', 'constant MAX'],
  ],
  ['a.js', 'exports.walk = function () {};\nconst leaf = 1;\n', ['function walk', 'constant leaf']],
  [
    'a.tsx',
    'export const Leaf = () => <b />;\ninterface Tree { walk(): void }\n',
    ['function Leaf', 'interface Tree', 'method Tree.walk'],
  ],
  ['a.md', '# Trees\n\n```sh\n# not a heading\n```\n\n## Leaves\n', ['section Trees', 'section Leaves']],
];

it.each(CASES)('finds what %s defines', async (path, text, symbols) => {
  const found = (await outline(path, text)).filter(({ kind }) => kind !== 'file');
  expect(found.map(({ kind, container, name }) => `${kind} ${container ? `${container}.` : ''}${name}`)).toEqual(
    symbols,
  );
});

it('takes the comment above a definition, or the string in it, as what it says of itself', async () => {
  const docs = async (path: string, text: string) => (await outline(path, text)).map(({ doc }) => doc).at(-1);
  expect(await docs('a.ts', '/**\n * Goes on.\n */\nexport function walk() {}\n')).toBe('Goes on.');
  expect(await docs('a.py', 'def walk():\n    """Goes on."""\n')).toBe('Goes on.');
  expect(await docs('a.ts', '// other\nexport const a = 1;\nexport const b = 2;\n')).toBe('');
});

it('splits names and cuts endings', () => {
  expect(stemsOf('parseHTTPUrl retry_delays')).toEqual([
    'pars',
    'http',
    'url',
    'parsehttpurl',
    'retry',
    'delay',
    'retrydelays',
  ]);
  expect(new Set(['compute', 'computes', 'computed', 'computing'].map(stem)).size).toBe(1);
  expect(toTerms('where is the delay computed').words.map(word => word.stem)).toEqual(['delay', 'comput']);
});
