import type { Danger } from '../../tool/effect.ts';
import { type Checked, entriesProblem, isObject, isTextMap, isTexts, isWebAddress, keysProblem } from './check-keys.ts';

const NAME = /^(?=.{1,32}$)[a-zA-Z_](?:_?[a-zA-Z0-9-]){0,31}$/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isDanger = (value: unknown): value is Danger => ['safe', 'moderate', 'dangerous'].includes(value as string);
const isOrigin = (value: unknown): value is boolean | 'text' | readonly string[] =>
  isBoolean(value) || value === 'text' || isTexts(value);
const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= 86_400;

/** The keys of the user's word on a server's tool. */
const LABEL = {
  readOnly: [isBoolean, 'true or false'],
  danger: [isDanger, 'safe, moderate or dangerous'],
  untrusted: [isOrigin, 'true, false, "text" or a list of parts'],
  private: [isText, 'a text that is not empty'],
  targets: [isTexts, 'a list of texts'],
} as const;

/** The keys of a server's sandbox: what it may see and reach, and which variables it gets. */
const SANDBOX = {
  read: [isTexts, 'a list of paths'],
  write: [isTexts, 'a list of paths'],
  hosts: [isTexts, 'a list of hosts'],
  env: [isTexts, 'a list of names of variables'],
} as const;

const OAUTH = {
  clientId: [isText, 'a text that is not empty'],
  clientSecret: [isText, 'a text that is not empty'],
  scope: [isText, 'a text that is not empty'],
  callbackPort: [isPort, 'a port'],
} as const;

// The content of these objects is checked by the tables above.
const isOAuth = (value: unknown): value is Checked<typeof OAUTH> => isObject(value);
const isSandbox = (value: unknown): value is false | Checked<typeof SANDBOX> => value === false || isObject(value);
const areLabels = (value: unknown): value is Readonly<Record<string, Checked<typeof LABEL>>> =>
  isObject(value) && Object.values(value).every(isObject);

/** The keys of an MCP server; `adapters/mcp/client` says what each means. */
const KEYS = {
  command: [isText, 'a text that is not empty'],
  args: [isTexts, 'a list of texts'],
  env: [isTextMap, 'an object of texts'],
  cwd: [isText, 'a text that is not empty'],
  url: [isWebAddress, 'an http or https address'],
  headers: [isTextMap, 'an object of texts'],
  oauth: [isOAuth, 'an object'],
  timeout: [isTime, 'a number of seconds above 0'],
  tools: [isTexts, 'a list of texts'],
  disabled: [isBoolean, 'true or false'],
  sandbox: [isSandbox, 'false, or an object with read, write, hosts and env'],
  labels: [areLabels, 'an object of labels by tool'],
} as const;

type McpServer = Checked<typeof KEYS>;

export type McpServersConfig = Readonly<Record<string, McpServer>>;

export function mcpServersProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": { "command": … } or { "url": … } }';
  return entriesProblem(value, serverProblem);
}

function serverProblem(server: unknown, name: string): string | undefined {
  if (!NAME.test(name)) return 'is no name: letters, digits, - and single _, at most 32';
  if (!isObject(server)) return 'must be an object';
  const problem = keysProblem(server, KEYS) ?? keysProblem(server.oauth ?? {}, OAUTH, 'oauth.');
  if (problem) return problem;
  const labels = Object.entries((server.labels ?? {}) as object);
  const wrong = labels.map(([tool, label]) => keysProblem(label, LABEL, `labels.${tool}.`)).find(Boolean);
  const unfit = wrong ?? keysProblem(server.sandbox || {}, SANDBOX, 'sandbox.');
  if (unfit) return unfit;
  if (server.oauth !== undefined && server.url === undefined) return 'has oauth, which is for a url';
  if (server.sandbox !== undefined && server.url !== undefined) return 'has sandbox, which is for a command';
  if (isNeedsOnly(server)) return undefined;
  const ways = ['command', 'url'].filter(key => server[key] !== undefined);
  return ways.length === 1 ? undefined : 'needs a command or a url, and not both';
}

/** Whether an entry names no server, and only says what a project's server of that name may see. */
const isNeedsOnly = (server: object): boolean => Object.keys(server).join() === 'sandbox';

/**
 * Combines servers: a project's are started only once it is trusted, and never in the place of the user's own. A
 * project's word on its tools, and on what they may see, is not believed: an entry of the user with nothing but
 * `sandbox` says it for them.
 */
export function combineMcpServers(own: McpServersConfig = {}, project: McpServersConfig = {}, trusted: boolean) {
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
