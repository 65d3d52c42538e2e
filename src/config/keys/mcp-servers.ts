import { isObject } from '../is-object.ts';
import { entriesProblem, isTextMap, isTexts, isWebAddress, type KeyChecks, keysProblem } from './check-keys.ts';

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
  readonly labels?: Readonly<Record<string, McpToolLabel>>;
  readonly sandbox?: false | McpSandbox;
}

/** What a server that runs in the sandbox may see, reach and be given. */
interface McpSandbox {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly hosts?: readonly string[];
  readonly env?: readonly string[];
}

/** What the user says of a server's tool. */
interface McpToolLabel {
  readonly readOnly?: boolean;
  readonly danger?: 'safe' | 'moderate' | 'dangerous';
  readonly untrusted?: boolean | 'text' | readonly string[];
  readonly private?: string;
  readonly targets?: readonly string[];
}

export type McpServersConfig = Readonly<Record<string, McpServer>>;

const NAME = /^(?=.{1,32}$)[a-zA-Z_](?:_?[a-zA-Z0-9-]){0,31}$/;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

const LABEL: KeyChecks<keyof McpToolLabel> = {
  readOnly: [isBoolean, 'true or false'],
  danger: [value => ['safe', 'moderate', 'dangerous'].includes(value as string), 'safe, moderate or dangerous'],
  untrusted: [
    value => isBoolean(value) || value === 'text' || isTexts(value),
    'true, false, "text" or a list of parts',
  ],
  private: [isText, 'a text that is not empty'],
  targets: [isTexts, 'a list of texts'],
};

const SANDBOX: KeyChecks<keyof McpSandbox> = {
  read: [isTexts, 'a list of paths'],
  write: [isTexts, 'a list of paths'],
  hosts: [isTexts, 'a list of hosts'],
  env: [isTexts, 'a list of names of variables'],
};

const OAUTH: KeyChecks<keyof NonNullable<McpServer['oauth']>> = {
  clientId: [isText, 'a text that is not empty'],
  clientSecret: [isText, 'a text that is not empty'],
  scope: [isText, 'a text that is not empty'],
  callbackPort: [value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535, 'a port'],
};

const KEYS: KeyChecks<keyof McpServer> = {
  command: [isText, 'a text that is not empty'],
  args: [isTexts, 'a list of texts'],
  env: [isTextMap, 'an object of texts'],
  cwd: [isText, 'a text that is not empty'],
  url: [isWebAddress, 'an http or https address'],
  headers: [isTextMap, 'an object of texts'],
  oauth: [isObject, 'an object'],
  timeout: [value => typeof value === 'number' && value > 0 && value <= 86_400, 'a number of seconds above 0'],
  tools: [isTexts, 'a list of texts'],
  disabled: [isBoolean, 'true or false'],
  sandbox: [value => value === false || isObject(value), 'false, or an object with read, write, hosts and env'],
  labels: [value => isObject(value) && Object.values(value).every(isObject), 'an object of labels by tool'],
};

export function mcpServersProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": { "command": … } or { "url": … } }';
  return entriesProblem(value, serverProblem);
}

function serverProblem(server: unknown, name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: letters, digits, - and single _, at most 32';
  if (!isObject(server)) return 'must be an object';
  const problem = keysProblem(server, KEYS) ?? keysProblem(server.oauth ?? {}, OAUTH, 'oauth.');
  if (problem) return problem;
  for (const [tool, label] of Object.entries((server.labels ?? {}) as object)) {
    const wrong = keysProblem(label, LABEL, `labels.${tool}.`);
    if (wrong) return wrong;
  }
  const unfit = keysProblem(server.sandbox || {}, SANDBOX, 'sandbox.');
  if (unfit) return unfit;
  if (server.oauth !== undefined && server.url === undefined) return 'has oauth, which is for a url';
  if (server.sandbox !== undefined && server.url !== undefined) return 'has sandbox, which is for a command';
  if (isNeedsOnly(server)) return undefined;
  const ways = ['command', 'url'].filter(key => server[key] !== undefined);
  return ways.length === 1 ? undefined : 'needs a command or a url, and not both';
}

/** An entry that says what a project's server of that name may see, and names no server. */
const isNeedsOnly = (server: object): boolean => Object.keys(server).join() === 'sandbox';

/**
 * Combines servers: a project's are started only once it is trusted, and never in the place of the user's own. What a
 * project says of their tools, and of what they may see, is not believed: an entry of the user with nothing but `sandbox`
 * says it for them.
 */
export function combineMcpServers(
  own: McpServersConfig = {},
  project: McpServersConfig = {},
  trusted: boolean,
): McpServersConfig {
  const servers = ([name, entry]: [string, McpServer]): readonly [string, McpServer][] => {
    const { labels: _, sandbox: __, ...server } = entry;
    if (isNeedsOnly(entry)) return [];
    if (server.command === undefined) return [[name, server]];
    const needs = own[name] && isNeedsOnly(own[name]) ? own[name].sandbox : {};
    return [[name, { ...server, sandbox: needs === false ? false : { ...needs, env: needs?.env ?? [] } }]];
  };
  return {
    ...(trusted ? Object.fromEntries(Object.entries(project).flatMap(servers)) : {}),
    ...Object.fromEntries(Object.entries(own).filter(([, server]) => !isNeedsOnly(server))),
  };
}
