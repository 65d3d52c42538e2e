import { nearest } from '../../tool/text/nearest.ts';
import { isObject } from '../is-object.ts';

/** An MCP server as a config names it; `adapters/mcp/client` says what each key means. */
interface McpServer {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: {
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly scope?: string;
    readonly callbackPort?: number;
  };
  readonly timeout?: number;
  readonly tools?: readonly string[];
  readonly disabled?: boolean;
}

export type McpServersConfig = Readonly<Record<string, McpServer>>;

const NAME = /^(?=.{1,32}$)[a-zA-Z_](?:_?[a-zA-Z0-9-]){0,31}$/;

type Check = (value: unknown) => boolean;
/** Keys with what their value must be, and the words for it. */
type Keys = Readonly<Record<string, readonly [Check, string]>>;

const isText: Check = value => typeof value === 'string' && value !== '';
const isTexts: Check = value => Array.isArray(value) && value.every(item => typeof item === 'string');
const isTextMap: Check = value => isObject(value) && Object.values(value).every(item => typeof item === 'string');

const OAUTH: Keys = {
  clientId: [isText, 'a text that is not empty'],
  clientSecret: [isText, 'a text that is not empty'],
  scope: [isText, 'a text that is not empty'],
  callbackPort: [value => Number.isInteger(value) && isBetween(value as number, 1, 65_535), 'a port'],
} satisfies Record<keyof NonNullable<McpServer['oauth']>, readonly [Check, string]>;

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

const KEYS: Keys = {
  command: [isText, 'a text that is not empty'],
  args: [isTexts, 'a list of texts'],
  env: [isTextMap, 'an object of texts'],
  cwd: [isText, 'a text that is not empty'],
  url: [value => isText(value) && isWebAddress(value as string), 'an http or https address'],
  headers: [isTextMap, 'an object of texts'],
  oauth: [isObject, 'an object'],
  timeout: [value => typeof value === 'number' && value > 0 && value <= 86_400, 'a number of seconds above 0'],
  tools: [isTexts, 'a list of texts'],
  disabled: [value => typeof value === 'boolean', 'true or false'],
} satisfies Record<keyof McpServer, readonly [Check, string]>;

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
};

/** The problem with the servers of a config, or undefined. */
export function mcpServersProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": { "command": … } or { "url": … } }';
  for (const [name, server] of Object.entries(value)) {
    const problem = serverProblem(name, server);
    if (problem) return `has ${JSON.stringify(name)}, which ${problem}`;
  }
  return undefined;
}

function serverProblem(name: string, server: unknown): string | undefined {
  if (!NAME.test(name)) return 'is no name: letters, digits, - and single _, at most 32';
  if (!isObject(server)) return 'must be an object';
  const problem = keysProblem(server, KEYS, '') ?? keysProblem(server.oauth ?? {}, OAUTH, 'oauth.');
  if (problem) return problem;
  if (server.oauth !== undefined && server.url === undefined) return 'has oauth, which is for a url';
  const ways = ['command', 'url'].filter(key => server[key] !== undefined);
  return ways.length === 1 ? undefined : 'needs a command or a url, and not both';
}

function keysProblem(value: object, keys: Keys, before: string): string | undefined {
  for (const [key, inner] of Object.entries(value)) {
    const known = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!known) {
      const [near] = nearest(key, Object.keys(keys), 1);
      return `has an unknown key ${JSON.stringify(before + key)}${near ? `; did you mean ${JSON.stringify(before + near)}?` : ''}`;
    }
    const [check, expected] = known;
    if (!check(inner)) return `has ${before}${key}, which must be ${expected}`;
  }
  return undefined;
}

/** Combines servers: a project's are started only once it is trusted, and never in the place of the user's own. */
export const combineMcpServers = (
  own: McpServersConfig = {},
  project: McpServersConfig = {},
  trusted: boolean,
): McpServersConfig => ({ ...(trusted ? project : {}), ...own });
