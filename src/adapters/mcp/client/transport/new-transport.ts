import { PassThrough, type Readable } from 'node:stream';
import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fillFrom, isHttp, type McpServerConfig, type ServerEnv, type StdioServer } from '../server-config.ts';
import { fetchWithHeaders, HttpTransport } from './http-transport.ts';
import { SandboxedTransport, type StartServer } from './sandboxed-transport.ts';
import { sandboxedEnvironment, serverEnvironment } from './server-environment.ts';

/**
 * A server of one process, by a class of our own. For its own class the client starts a second process, only to ask
 * what the server speaks; for any other class it asks the process that there is.
 */
class OneProcess extends StdioClientTransport {}

interface Way {
  readonly transport: Transport;
  /** The likely reason why the server did not come up, or ended; empty where nothing is known. */
  readonly hint: () => string;
}

export interface WayOptions {
  readonly name: string;
  readonly env: ServerEnv;
  readonly start: StartServer;
  readonly auth?: AuthProvider | OAuthClientProvider | undefined;
}

/** The way to a server, not yet open. */
export function newTransport(config: McpServerConfig, options: WayOptions): Way {
  const { env, auth: authProvider } = options;
  if (!isHttp(config)) return config.sandbox === false ? outside(config, env) : inSandbox(config, options);
  const fetch = fetchWithHeaders(config.url, fillFrom(env, config.headers));
  return { transport: new HttpTransport(new URL(config.url), { fetch, authProvider }), hint: () => '' };
}

function inSandbox(config: StdioServer, { name, env, start }: WayOptions): Way {
  const { command, args = [], cwd, sandbox = {} } = config;
  const { read = [], write = [], hosts = [] } = sandbox || {};
  const { env: given, secrets } = sandboxedEnvironment(config, env);
  const errors = new PassThrough();
  const words = lastWords(errors, secrets);
  const transport = new SandboxedTransport({
    start,
    name,
    command,
    args,
    env: given,
    cwd,
    read,
    write,
    hosts,
    onError: chunk => errors.write(chunk),
  });
  return { transport, hint: () => `${sayWords(words())}${transport.trouble}` };
}

function outside(config: StdioServer, env: ServerEnv): Way {
  const { command, args = [], cwd } = config;
  const { env: given, withheld, secrets } = serverEnvironment(config, env);
  const transport = new OneProcess({ command, args: [...args], env: given, stderr: 'pipe', cwd });
  const words = lastWords(transport.stderr as Readable | null, secrets);
  const names = withheld.join(', ');
  const left = names && `; it was not given ${names}, which hold a password: name them in its "env"`;
  return { transport, hint: () => `${sayWords(words())}${left}` };
}

const sayWords = (words: string): string =>
  words === '' ? '' : `; the last it said on standard error: ${JSON.stringify(words)}`;

/** The most characters of the last words. */
const MOST = 800;
/** The shortest secret: a shorter value is none, and may be part of any word. */
const SHORTEST_SECRET = 6;

/** The end of a process's standard error, without the secrets of its config. */
function lastWords(stream: Readable | null, secrets: readonly string[]): () => string {
  let said = '';
  stream?.on('data', (chunk: Buffer) => {
    // More is kept than is told, so that a secret at the edge is still seen whole.
    said = `${said}${chunk.toString('utf8')}`.slice(-4 * MOST);
  });
  stream?.on('error', () => {});
  const hidden = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
  return () => {
    const shown = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), said).replace(/\s*\n\s*/g, ' | ');
    return shown.trim().slice(-MOST).toWellFormed();
  };
}
