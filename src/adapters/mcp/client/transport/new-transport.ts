import type { Readable } from 'node:stream';
import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fillFrom, isHttp, type McpServerConfig, type ServerEnv } from '../server-config.ts';
import { HttpTransport } from './http-transport.ts';
import { lastWords } from './last-words.ts';
import { fetchWithHeaders } from './limit-body.ts';
import { serverEnvironment } from './server-environment.ts';

/**
 * A server of one process. For its own class the client starts a second one, only to ask what the server speaks; of any
 * other it asks the one that there is.
 */
class OneProcess extends StdioClientTransport {}

interface Way {
  readonly transport: Transport;
  /** What might explain that it did not come up, or ended; empty where nothing does. */
  readonly hint: () => string;
}

/** The way to a server, not yet open. */
export function newTransport(
  config: McpServerConfig,
  env: ServerEnv,
  authProvider?: AuthProvider | OAuthClientProvider,
): Way {
  if (isHttp(config)) {
    const transport = new HttpTransport(new URL(config.url), {
      fetch: fetchWithHeaders(config.url, fillFrom(env, config.headers)),
      authProvider,
    });
    return { transport, hint: () => '' };
  }
  const { command, args = [], cwd } = config;
  const { env: given, withheld, secrets } = serverEnvironment(config, env);
  const transport = new OneProcess({
    command,
    args: [...args],
    env: given,
    stderr: 'pipe',
    cwd,
  });
  const words = lastWords(transport.stderr as Readable | null, secrets);
  const left =
    withheld.length === 0
      ? ''
      : `; it was not given ${withheld.join(', ')}, which hold a password: name them in its "env"`;
  return {
    transport,
    hint: () => `${words() === '' ? '' : `; the last it said on standard error: ${JSON.stringify(words())}`}${left}`,
  };
}
