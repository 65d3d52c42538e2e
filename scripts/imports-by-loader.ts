import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

/** Leaves each `import()` of a script to who loads it (src/cli/compiled/load-compiled.ts): alone it has no place to import from. */
export function importsByLoader(): Plugin {
  return {
    name: 'imports-by-loader',
    renderChunk(code) {
      if (!code.includes('import(')) return null;
      const places = placesOfImports(parseAst(code));
      return places.reduceRight((text, at) => `${text.slice(0, at)}__import${text.slice(at + 'import'.length)}`, code);
    },
  };
}

function placesOfImports(node: unknown): readonly number[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, start } = node as { readonly type?: unknown; readonly start?: unknown };
  const inside = Object.values(node).flatMap(placesOfImports);
  return type === 'ImportExpression' ? [start as number, ...inside].sort((a, b) => a - b) : inside;
}
