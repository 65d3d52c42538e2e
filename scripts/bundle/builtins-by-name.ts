import type { Plugin } from 'rolldown';

/** An import of one of Node's modules, as the bundler prints it. */
const IMPORT =
  /^import (?:(?<whole>[\w$]+)(?:, )?)?(?:\* as (?<space>[\w$]+)|\{(?<names>[^}]*)\})? ?from "(?<from>node:[\w/]+)";$/gm;

/**
 * Takes from Node's own modules the names that are used: an `import` asks for all that a module exports, and so loads
 * streams, web crypto and more with the first file that reads another.
 */
export function builtinsByName(): Plugin {
  return {
    name: 'builtins-by-name',
    renderChunk(code) {
      return code.replace(IMPORT, (...match) => {
        const { whole, space, names, from } = match.at(-1) as Record<string, string | undefined>;
        const builtin = `process.getBuiltinModule("${from}")`;
        return [whole, space, names && `{${names.replaceAll(' as ', ': ')}}`]
          .filter(bound => bound !== undefined)
          .map(bound => `const ${bound} = ${builtin};`)
          .join(' ');
      });
    },
  };
}
