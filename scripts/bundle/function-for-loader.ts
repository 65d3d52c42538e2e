import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { GIVEN } from '../../src/cli/compiled/load-compiled.ts';

/**
 * Makes of each file a function of what its loader gives (src/cli/compiled/load-compiled.ts), which need not put one around
 * its text with every start, and leaves each `import()` to the loader: alone a script has no place to import from.
 */
export function functionForLoader(): Plugin {
  return {
    name: 'function-for-loader',
    transform(code, id) {
      // Packages may reckon with what the rest of `performance` says.
      if (!/[\\/]node_modules[\\/]/.test(id)) return code.replaceAll('performance.now()', '__now()');
      return undefined;
    },
    renderChunk(code) {
      const program = parseAst(code);
      const places = code.includes('import(') ? placesOfImports(program) : [];
      const own = places.reduceRight(
        (text, at) => `${text.slice(0, at)}__import${text.slice(at + 'import'.length)}`,
        code,
      );
      return exportValues(withDefaults(own), changedNames(program));
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = `(function(${GIVEN}){"use strict";${file.code}\n})`;
    },
  };
}

/** How the bundler makes a module of Node into one that has a default. */
const DEFAULT =
  /(?<declared>let (?<local>[\w$]+) = require\("node:[\w/]+"\);\s*)\k<local> = [\w$]+\.__toESM\(\k<local>, 1\);/g;

/** Its names stay where they are: with a function for each of them, every use of one would go through it. */
const withDefaults = (code: string): string =>
  code.replace(DEFAULT, '$<declared>$<local> = { __proto__: $<local>, default: $<local> };');

/** How the bundler exports a name: whoever asks for it gets what it stands for by then. */
const GETTER =
  /Object\.defineProperty\(exports, ("[^"]+"), \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** Exports what stays the same as it is: five hundred functions that return it are a quarter of what a file does at first. */
const exportValues = (code: string, changed: ReadonlySet<string>): string =>
  code.replace(GETTER, (getter, name: string, local: string) =>
    changed.has(local) ? getter : `exports[${name}] = ${local};`,
  );

interface SyntaxNode {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly left?: unknown;
  readonly argument?: unknown;
  readonly id?: unknown;
  readonly init?: unknown;
}

/** The names of all that may stand for another value later: assigned to anywhere, or without a value at first. */
function changedNames(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  const { type, left, argument, id, init } = node as SyntaxNode;
  if (type === 'AssignmentExpression' || type === 'ForInStatement' || type === 'ForOfStatement') addNames(left, found);
  if (type === 'UpdateExpression') addNames(argument, found);
  if (type === 'VariableDeclarator' && !init) addNames(id, found);
  for (const part of Object.values(node)) changedNames(part, found);
  return found;
}

function addNames(target: unknown, found: Set<string>): void {
  if (typeof target !== 'object' || target === null) return;
  const { type, name } = target as SyntaxNode;
  if (type === 'MemberExpression') return;
  if (type === 'Identifier') found.add(String(name));
  for (const part of Object.values(target)) addNames(part, found);
}

function placesOfImports(node: unknown): readonly number[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, start } = node as { readonly type?: unknown; readonly start?: unknown };
  const inside = Object.values(node).flatMap(placesOfImports);
  return type === 'ImportExpression' ? [start as number, ...inside].sort((a, b) => a - b) : inside;
}
