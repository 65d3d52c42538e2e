import type { ToolLabel } from './offers/labels.ts';

/** The way to reach a server. Keys that editors and assistants share mean the same here. */
export type McpServerConfig = StdioServer | HttpServer;

interface CommonConfig {
  /** Seconds that one call may take; default 60. */
  readonly timeout?: number;
  /** The only tools that are taken, by the server's own names. */
  readonly tools?: readonly string[];
  readonly disabled?: boolean;
  /** The user's word on the server's tools, by the server's own names. */
  readonly labels?: Readonly<Record<string, ToolLabel>>;
}

export interface StdioServer extends CommonConfig {
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables on top of the few plain ones that every server gets; `${NAME}` is taken from our own environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What the server may see and reach in its sandbox; false: it runs as a program of yours, with all your rights. */
  readonly sandbox?: false | ServerSandbox;
}

interface ServerSandbox {
  /** Files and folders that the server may read; `~/…` is the home, relative ones begin in the workspace. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** Hosts that the server may reach, as rules name them; none: no network. */
  readonly hosts?: readonly string[];
  /** The variables of your environment that its `env` may take; left out: those that it names. */
  readonly env?: readonly string[];
}

export interface HttpServer extends CommonConfig {
  readonly url: string;
  /** Headers of each request. `${NAME}` is taken from our own environment, so that no secret need stand in a file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The client for `toolgate sign-in`; needed only where the server does not let programs register by themselves. */
  readonly oauth?: OAuthConfig;
}

interface OAuthConfig {
  readonly clientId?: string;
  /** The client's secret; `${NAME}` is taken from our own environment. */
  readonly clientSecret?: string;
  /** The scope to ask for, instead of the server's own. */
  readonly scope?: string;
  /** The port where the answer is waited for, if the client is registered for one port only. */
  readonly callbackPort?: number;
}

export const isHttp = (config: McpServerConfig): config is HttpServer => 'url' in config;

export type ServerEnv = Readonly<Record<string, string | undefined>>;

/** Whether the server is a process of the machine, outside of the sandbox. */
export const runsOutside = (config: McpServerConfig): boolean => !isHttp(config) && config.sandbox === false;

/** Fills `${NAME}`. A variable that is not set is an error: an empty token would only fail later, and elsewhere. */
export function fillFrom(env: ServerEnv, values: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const value = env[name];
      if (value === undefined) throw new Error(`the environment variable ${name} is not set`);
      return value;
    });
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fill(text)]));
}

/** The client that the config names. */
export function clientIn(
  { oauth }: HttpServer,
  env: ServerEnv,
): { client_id: string; client_secret?: string } | undefined {
  if (oauth?.clientId === undefined) return undefined;
  const { clientId: client_id, clientSecret: secret } = oauth;
  return secret === undefined ? { client_id } : { client_id, client_secret: fillFrom(env, { secret }).secret };
}

/** Whether the config brings a token: it is used as it is, and nobody signs in. */
export const hasOwnToken = ({ headers = {} }: HttpServer): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
