import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { lateSchemas } from './late-schemas.ts';

const CORE = /[\\/]@modelcontextprotocol[\\/]core[\\/]dist[\\/][^\\/]+\.mjs$/;
const SERVER = /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/][^\\/]+\.mjs$/;
/** Ends the name of a file of the core that the server has for itself. */
const OWN = '?server';

/** From the table of all types of the protocol to the two forms in which the SDK offers it; nothing else reads it. */
const TABLE =
  /^const (_specTypeSchemas) = \{\};\n(const (_isSpecType) = \{\};\nfunction register\([\s\S]+?\nfor [^\n]+authSchemas[^\n]+\n)[\s\S]+?^const specTypeSchemas = Object\.freeze\(_specTypeSchemas\);$[\s\S]+?^const isSpecType = Object\.freeze\(_isSpecType\);$/m;

/**
 * Leaves out the schemas of the SDK of MCP that its server does not use: the SDK makes some hundred and sixty of them when
 * it is loaded, and a bundler does not know that a call which makes one does nothing else. The client uses more of them,
 * and so the server has the core of both for itself.
 */
export function droppableSchemas(): Plugin {
  return {
    name: 'droppable-schemas',
    async resolveId(source, importer) {
      if (!importer || !(SERVER.test(importer) || importer.endsWith(OWN))) return null;
      const found = await this.resolve(source, importer.replace(OWN, ''), { skipSelf: true });
      return found && CORE.test(found.id) ? { ...found, id: `${found.id}${OWN}` } : null;
    },
    load: id => (id.endsWith(OWN) ? readFileSync(id.slice(0, -OWN.length), 'utf8') : null),
    transform(code, id) {
      if (id.endsWith(OWN)) return { code: dropSchemas(code), map: null };
      if (!SERVER.test(id)) return null;
      const plain = dropTable(code);
      return { code: plain.includes('function buildSchemas') ? lateSchemas(plain) : plain, map: null };
    },
  };
}

function dropTable(code: string): string {
  const plain = code.replace(
    TABLE,
    (_, types: string, fill: string, guards: string) =>
      `const specTable = /* @__PURE__ */ (() => {\nconst ${types} = {};\n${fill}return { types: ${types}, guards: ${guards} };\n})();\n` +
      'const specTypeSchemas = /* @__PURE__ */ (() => Object.freeze(specTable.types))();\n' +
      'const isSpecType = /* @__PURE__ */ (() => Object.freeze(specTable.guards))();',
  );
  if (plain === code && code.includes('const specTypeSchemas'))
    throw new Error('The SDK makes its table in another way');
  return plain;
}

interface Statement {
  readonly type: string;
  readonly declarations?: readonly {
    readonly id: { readonly name?: string };
    readonly init: { readonly type: string; readonly start: number; readonly end: number } | null;
  }[];
}

/** Marks each call at the top that makes a schema as one that may be left out. */
function dropSchemas(code: string): string {
  const { body } = parseAst(code) as unknown as { readonly body: readonly Statement[] };
  const made = body
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ id, init }) => (id.name?.endsWith('Schema') && init?.type === 'CallExpression' ? [init] : []));
  return made.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => ${text.slice(start, end)})()${text.slice(end)}`,
    code,
  );
}
