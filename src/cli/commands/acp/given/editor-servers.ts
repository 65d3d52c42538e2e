import { type McpServer, RequestError } from '@agentclientprotocol/sdk';
import type { McpServerConfig } from '../../../../adapters/mcp/client/index.ts';

const MOST = 100;
const LONGEST = 30;

/** The servers that an editor names, under names that tools can have, and the environment that their values need. */
export function editorServers(given: readonly McpServer[]) {
  if (given.length > MOST) throw refused(`there are ${given.length} of them, and ${MOST} are the most`);
  const servers: Record<string, McpServerConfig> = {};
  for (const server of given) {
    const name = plainName(server.name);
    if (Object.hasOwn(servers, name)) throw refused(`two of them would be called ${name}`);
    servers[name] = configOf(server);
  }
  return { servers, env: { ...process.env, [DOLLAR]: '$' } };
}

const refused = (why: string): RequestError =>
  RequestError.invalidParams(undefined, `the MCP servers cannot be used: ${why}`);

/** The name with no letter that a tool's name cannot have, and without `__`, which parts a server from its tool. */
function plainName(name: string): string {
  const plain = name
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .replace(/_{2,}/g, '_')
    .replace(/^[^a-zA-Z]+/, '')
    .slice(0, LONGEST)
    .replace(/[_-]+$/, '');
  if (plain === '') throw refused(`one is called ${JSON.stringify(name.slice(0, 100))}`);
  return plain;
}

function configOf(server: McpServer): McpServerConfig {
  if (!('type' in server)) return { command: server.command, args: server.args, env: byName(server.env) };
  if (server.type === 'http') return { url: httpUrl(server.url), headers: byName(server.headers) };
  throw refused(`${JSON.stringify(server.name)} is reached by ${server.type}; commands and http are what is taken`);
}

/** A variable for a dollar sign: `${NAME}` is a variable of ours in a config; an editor's must bring no secret in. */
const DOLLAR = 'TOOLGATE_DOLLAR_SIGN';

const byName = (pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value.replaceAll('${', `\${${DOLLAR}}{`)]));

function httpUrl(url: string): string {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return url;
  throw refused(`${JSON.stringify(url.slice(0, 200))} is no address`);
}
