import { nearest } from '../tool/nearest.ts';

/** An MCP server as a config names it; `adapters/mcp/client` says what each key means. */
export interface McpServer {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout?: number;
  readonly tools?: readonly string[];
  readonly disabled?: boolean;
}

export type McpServersConfig = Readonly<Record<string, McpServer>>;

const NAME = /^(?=.{1,32}$)[a-zA-Z_](?:_?[a-zA-Z0-9-]){0,31}$/;

type Check = (value: unknown) => boolean;

const isText: Check = value => typeof value === 'string' && value !== '';
const isTexts: Check = value => Array.isArray(value) && value.every(item => typeof item === 'string');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextMap: Check = value => isObject(value) && Object.values(value).every(item => typeof item === 'string');

const KEYS: Readonly<Record<keyof McpServer, readonly [Check, string]>> = {
  command: [isText, 'a text that is not empty'],
  args: [isTexts, 'a list of texts'],
  env: [isTextMap, 'an object of texts'],
  cwd: [isText, 'a text that is not empty'],
  url: [value => isText(value) && isWebAddress(value as string), 'an http or https address'],
  headers: [isTextMap, 'an object of texts'],
  timeout: [value => typeof value === 'number' && value > 0 && value <= 86_400, 'a number of seconds above 0'],
  tools: [isTexts, 'a list of texts'],
  disabled: [value => typeof value === 'boolean', 'true or false'],
};

const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
};

/** What is wrong with the servers of a config, or undefined. */
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
  for (const [key, inner] of Object.entries(server)) {
    if (!Object.hasOwn(KEYS, key)) {
      const [near] = nearest(key, Object.keys(KEYS), 1);
      return `has an unknown key ${JSON.stringify(key)}${near ? `; did you mean ${JSON.stringify(near)}?` : ''}`;
    }
    const [check, expected] = KEYS[key as keyof McpServer];
    if (!check(inner)) return `has ${key}, which must be ${expected}`;
  }
  const ways = ['command', 'url'].filter(key => server[key] !== undefined);
  return ways.length === 1 ? undefined : 'needs a command or a url, and not both';
}

/** A project's servers are started only once it is trusted, and never in the place of the user's own. */
export const combineMcpServers = (
  own: McpServersConfig = {},
  project: McpServersConfig = {},
  trusted: boolean,
): McpServersConfig => ({ ...(trusted ? project : {}), ...own });
