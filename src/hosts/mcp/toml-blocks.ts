import { ConfigError } from '../../config/config-error.ts';
import type { McpConfigFile } from './mcp-host.ts';

const BEGIN = '# toolgate mcp: begin';
const END = '# toolgate mcp: end';
const MARK = ' # toolgate mcp';

interface TomlBlocks {
  readonly table: string;
  readonly lines: readonly string[];
  /** A key of another table, which may be there already. */
  readonly key: { readonly table: string; readonly name: string; readonly value: string };
}

/**
 * A config in TOML, to which a block is added whose lines are marked. A change that would need more, such as a key that
 * has another value, is refused with what to write by hand.
 */
export function tomlBlocks(file: string, { table, lines, key }: TomlBlocks): McpConfigFile {
  const uninstall = (text: string): string => {
    const kept: string[] = [];
    let inside = false;
    for (const line of text.split('\n')) {
      if (line === BEGIN) inside = true;
      if (!inside && !line.endsWith(MARK)) kept.push(line);
      if (line === END) inside = false;
    }
    return kept.join('\n');
  };
  return {
    file,
    install(given) {
      const text = given === undefined ? '' : uninstall(given);
      const here = text.split('\n');
      const byHand = [`[${table}]`, ...lines, `[${key.table}]`, `${key.name} = ${key.value}`].join('\n');
      const refuse = (why: string): never => {
        throw new ConfigError(`${file} is not changed: ${why}`, `Write this yourself:\n${byHand}`);
      };
      if (/"""|'''/.test(text)) refuse('it has texts of several lines');
      if (here.some(line => headerOf(line) === table)) refuse(`it has [${table}] already`);
      if (here.some(line => new RegExp(`^\\s*${key.table}\\s*[.=]`).test(line)))
        refuse(`it writes ${key.table} in a line`);
      const at = here.findIndex(line => headerOf(line) === key.table);
      const said = at === -1 ? undefined : valueIn(here, at, key.name);
      if (said !== undefined && said !== key.value) refuse(`${key.table}.${key.name} is ${said}`);
      if (at !== -1 && said === undefined) here.splice(at + 1, 0, `${key.name} = ${key.value}${MARK}`);
      const own = [
        BEGIN,
        ...(at === -1 ? [`[${key.table}]`, `${key.name} = ${key.value}`] : []),
        `[${table}]`,
        ...lines,
        END,
      ];
      const above = here.join('\n').replace(/\n+$/, '');
      return `${above}${above === '' ? '' : '\n\n'}${own.join('\n')}\n`;
    },
    uninstall(text) {
      const left = uninstall(text).replace(/\n+$/, '\n');
      return left.trim() === '' ? undefined : left;
    },
    isInstalled: text => text.split('\n').includes(BEGIN),
  };
}

const headerOf = (line: string): string | undefined => /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line)?.[1];

/** The value of a key of the table whose header stands at a line. */
function valueIn(lines: readonly string[], at: number, name: string): string | undefined {
  for (const line of lines.slice(at + 1)) {
    if (/^\s*\[/.test(line)) return undefined;
    const [, key, value] = /^\s*([\w-]+)\s*=\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    if (key === name) return value;
  }
  return undefined;
}
