import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { GIVEN } from '../src/cli/compiled/load-compiled.ts';

/**
 * Makes of each file a function of what its loader gives (src/cli/compiled/load-compiled.ts), which need not put one around
 * its text with every start, and leaves each `import()` to the loader: alone a script has no place to import from.
 */
export function functionForLoader(): Plugin {
  return {
    name: 'function-for-loader',
    renderChunk(code) {
      if (!code.includes('import(')) return null;
      const places = placesOfImports(parseAst(code));
      return places.reduceRight((text, at) => `${text.slice(0, at)}__import${text.slice(at + 'import'.length)}`, code);
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = `(function(${GIVEN}){"use strict";${file.code}\n})`;
    },
  };
}

function placesOfImports(node: unknown): readonly number[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, start } = node as { readonly type?: unknown; readonly start?: unknown };
  const inside = Object.values(node).flatMap(placesOfImports);
  return type === 'ImportExpression' ? [start as number, ...inside].sort((a, b) => a - b) : inside;
}
