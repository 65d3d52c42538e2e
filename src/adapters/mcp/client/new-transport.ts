import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { HttpTransport } from './http-transport.ts';
import { fetchWithHeaders } from './limit-body.ts';
import { type Env, fillFrom, isHttp, type McpServerConfig } from './server-config.ts';

/**
 * A server of one process. For its own class the client starts a second one, only to ask what the server speaks; of any
 * other it asks the one that there is.
 */
class OneProcess extends StdioClientTransport {}

/** The way to a server, not yet open. */
export function newTransport(
  config: McpServerConfig,
  env: Env,
  authProvider?: AuthProvider | OAuthClientProvider,
): Transport {
  if (isHttp(config))
    return new HttpTransport(new URL(config.url), {
      fetch: fetchWithHeaders(config.url, fillFrom(env, config.headers)),
      ...(authProvider ? { authProvider } : {}),
    });
  const { command, args = [], cwd } = config;
  return new OneProcess({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...fillFrom(env, config.env) },
    stderr: 'ignore',
    ...(cwd === undefined ? {} : { cwd }),
  });
}
