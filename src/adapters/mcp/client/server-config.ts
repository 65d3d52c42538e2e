import { basename } from 'node:path';
import { changesState, type Danger, sends, type Tool } from '../../../index.ts';

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
export function clientIn({ oauth }: HttpServer, env: ServerEnv) {
  if (oauth?.clientId === undefined) return undefined;
  const { clientId: client_id, clientSecret: secret } = oauth;
  return secret === undefined ? { client_id } : { client_id, client_secret: fillFrom(env, { secret }).secret };
}

/** Whether the config brings a token: it is used as it is, and nobody signs in. */
export const hasOwnToken = ({ headers = {} }: HttpServer): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'authorization');

/** Programs that fetch what they run, and the words that make other programs do so. */
const FETCHING: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'pipx', 'docker', 'podman']);
const FETCHING_WITH: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(['exec', 'x']),
  pnpm: new Set(['dlx', 'exec']),
  yarn: new Set(['dlx', 'exec']),
  bun: new Set(['x']),
  uv: new Set(['run', 'tool']),
  deno: new Set(['run']),
  go: new Set(['run']),
  cargo: new Set(['run']),
};

/** Whether the first start of a server may have to download or build it. A shell counts by the words of its command. */
export function isFetchedServer({ command, args = [] }: StdioServer): boolean {
  return [command, ...args.flatMap(arg => arg.split(/\s+/))].some((word, at, words) => {
    const program = basename(word).replace(/\.(?:cmd|exe)$/i, '');
    return FETCHING.has(program) || FETCHING_WITH[program]?.has(words[at + 1] ?? '') === true;
  });
}

/** The user's word on a server's tool, in their own config: the server's own word is not believed. */
interface ToolLabel {
  /** Whether the tool only looks. */
  readonly readOnly?: boolean;
  readonly danger?: Danger;
  readonly untrusted?: boolean | 'text' | readonly string[];
  readonly private?: string;
  readonly targets?: readonly string[];
}

type Labelled = Pick<Tool.Definition, 'effects' | 'danger' | 'readOnly' | 'untrusted' | 'private' | 'targets'>;

/** A label as a definition takes it. The user vouches for the tool, so that its server is no host to be asked about. */
export function readLabel(server: string, label: ToolLabel | undefined): Partial<Labelled> {
  if (!label) return {};
  const { readOnly, danger, untrusted, private: held, targets } = label;
  const origin = { untrusted, private: held, targets };
  const said = Object.fromEntries(Object.entries(origin).filter(([, value]) => value !== undefined));
  // A label that only says where results come from leaves the tool as dangerous as it was.
  if (readOnly === undefined && danger === undefined && !targets) return said;
  const turn = changesState(`mcp:${server}`);
  return {
    ...said,
    ...(readOnly ? { readOnly } : {}),
    danger: danger ?? (readOnly ? 'safe' : 'moderate'),
    effects: args => [turn, ...valuesAt(args, targets ?? []).map(sends)],
  };
}

/** Texts in these arguments; `to.address` is one inside another, lists need not be written. */
function valuesAt(args: unknown, paths: readonly string[]): readonly string[] {
  const found = paths.flatMap(path => textsIn(stepInto([args], path.split('.'))));
  return [...new Set(found)];
}

function stepInto(values: readonly unknown[], path: readonly string[]): readonly unknown[] {
  const flat = values.flat(20);
  const [step, ...rest] = path.filter(one => one !== '*');
  if (step === undefined) return flat;
  const inner = flat.flatMap(value =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, step)
      ? [(value as Record<string, unknown>)[step]]
      : [],
  );
  return stepInto(inner, rest);
}

const textsIn = (values: readonly unknown[]): readonly string[] =>
  values.flatMap(value => {
    if (typeof value === 'string') return [value];
    if (typeof value === 'number') return [String(value)];
    return typeof value === 'object' && value !== null ? textsIn(Object.values(value).flat(20)) : [];
  });
