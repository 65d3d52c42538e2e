import schema from '../../src/config/config.schema.json' with { type: 'json' };
import { VARIABLES } from '../../src/config/variables.ts';
import { code, GENERATED, page, table } from './markdown.ts';

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Node | boolean;
  readonly description?: string;
}

const INTRO = `A workspace may hold \`toolgate.config.json\` (or \`toolgate.config.ts\`, which is run only once you trust it), and you
may have one of your own: \`toolgate doctor\` says where. Comments and trailing commas are allowed, an unknown key is an
error with the nearest known one. A project's config only tightens until you run \`toolgate trust\`. \`toolgate init\`
writes a commented one. Editors know all of this from \`toolgate/config.schema.json\`, to which it points where Toolgate
is among the packages.`;

const MORE_VARIABLES = [
  ['`TOOLGATE_TOKEN`', 'the token of `toolgate serve` for agents, instead of a new one with each start'],
  ['`TOOLGATE_CONSOLE_TOKEN`', 'the token in the link to its console, likewise'],
  ['`AGENT_WORKSPACE_ROOT`', 'the workspace, where neither a flag nor a config says one'],
  ['`XDG_CONFIG_HOME`, `XDG_STATE_HOME`, `XDG_CACHE_HOME`', 'where your config, the state and the caches lie'],
];

const DEFS = schema.$defs as Readonly<Record<string, Node>>;
/** Those that are more than a word get a section of their own. */
const SECTIONS = Object.entries(DEFS).filter(([, node]) => node.properties !== undefined);
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
const titleOf = (name: string): string => wordsOf(name).replace(/^mcp|^./, start => start.toUpperCase());
const anchorOf = (name: string): string => wordsOf(name).replaceAll(' ', '-');

export function configPage(): string {
  const variables = Object.entries(VARIABLES).map(([key, name]) => [code(name), `the same as ${code(key)}`]);
  return page(
    GENERATED,
    '# Config',
    INTRO,
    '## Keys',
    keys(schema as Node),
    ...SECTIONS.flatMap(([name, node]) => [`## ${titleOf(name)}`, node.description ?? '', keys(node)]),
    '## Variables',
    'They win over the config, and flags win over them. An empty one counts as not set.',
    table(['variable', 'says'], [...variables, ...MORE_VARIABLES]),
  );
}

function keys(node: Node): string {
  return table(['key', 'type', 'meaning'], rowsOf(node, ''));
}

/** Objects that have no section of their own are told key by key. */
function rowsOf({ properties = {}, required = [] }: Node, before: string): string[][] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const says = [required.includes(name) ? 'Required.' : '', node.description ?? inner(node)];
    return [[code(before + name), typeOf(node), says.filter(Boolean).join(' ')], ...rowsOf(node, `${before}${name}.`)];
  });
}

const inner = (node: Node): string => (node.$ref ? (resolved(node).description ?? '') : '');
const nameOf = (ref: string): string => ref.replace('#/$defs/', '');
const resolved = ({ $ref = '' }: Node): Node => DEFS[nameOf($ref)] ?? {};

/** What may stand there, in words. */
function typeOf(node: Node): string {
  if (node.$ref === '#') return 'the same keys again';
  if (node.$ref) {
    const name = nameOf(node.$ref);
    return resolved(node).properties ? `[${wordsOf(name)}](#${anchorOf(name)})` : typeOf(resolved(node));
  }
  if (node.const !== undefined) return code(JSON.stringify(node.const));
  if (node.enum) return node.enum.map(value => code(JSON.stringify(value))).join(', ');
  if (node.anyOf) return node.anyOf.map(typeOf).join(' or ');
  if (node.items) return `list of ${typeOf(node.items)}`;
  if (node.properties) return 'object';
  if (typeof node.additionalProperties === 'object') return `object of ${typeOf(node.additionalProperties)}`;
  return node.type === undefined ? 'the same keys' : [node.type].flat().join(' or ');
}
