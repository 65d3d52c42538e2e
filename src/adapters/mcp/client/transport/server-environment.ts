import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { fillFrom, type ServerEnv, type StdioServer } from '../server-config.ts';

/** Variables without which a program behind a proxy, or with a certificate of its own, reaches nothing. */
const CERTIFICATES =
  /^(?:NODE_(?:EXTRA_CA_CERTS|USE_SYSTEM_CA|USE_ENV_PROXY)|SSL_CERT_(?:FILE|DIR)|(?:REQUESTS_CA|CURL_CA)_BUNDLE|PIP_CERT|UV_(?:NATIVE_TLS|SYSTEM_CERTS))$/;
const PROXIES = /^(?:https?|all|no)_proxy$/i;
/** Variables for the sources and stores of packages. None of npm's that could hold a token. */
const PACKAGES =
  /^(?:npm_config_(?:registry|cafile|proxy|https?[-_]proxy|noproxy|cache|userconfig|globalconfig|prefix|strict[-_]ssl)|pip_(?:index_url|cache_dir)|uv_(?:index_url|default_index|cache_dir)|corepack_npm_registry|bun_config_registry)$/i;

/** The variable with the number of servers above a process: Toolgate as a server might start itself without end. */
const ABOVE = 'TOOLGATE_SERVERS_ABOVE';
const MOST_ABOVE = 3;

function oneBelow(env: ServerEnv): Readonly<Record<string, string>> {
  const above = Number(env[ABOVE] ?? 0);
  if (!(above < MOST_ABOVE))
    throw new Error(`there are ${MOST_ABOVE} servers above this one already; it may be starting itself without end`);
  return { [ABOVE]: String(above + 1) };
}

/**
 * The environment of a server's process: a few plain variables, the ways to the network, and what its config says.
 * `withheld` are variables that would help and hold a password: only the config's own word passes them on. `secrets` are
 * values that the config fills in, which nobody should read in an error.
 */
export function serverEnvironment({ env: own }: StdioServer, env: ServerEnv) {
  const named = fillFrom(env, own);
  const passed: Record<string, string> = {};
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value || !(CERTIFICATES.test(name) || PROXIES.test(name) || PACKAGES.test(name))) continue;
    if (!hasPassword(value)) passed[name] = value;
    else if (!Object.hasOwn(named, name)) withheld.push(name);
  }
  const given: Record<string, string> = { ...getDefaultEnvironment(), ...passed, ...named, ...oneBelow(env) };
  return { env: given, withheld, secrets: Object.values(named) };
}

/** Variables for the sources of packages: a server that is fetched asks there, if its sandbox lets it. */
const REGISTRIES =
  /^(?:npm_config_registry|pip_index_url|uv_index_url|uv_default_index|corepack_npm_registry|bun_config_registry)$/i;

/** The environment of a server in the sandbox: with its own way to the network, and only certificates of the system. */
export function sandboxedEnvironment({ env: own = {}, sandbox }: StdioServer, env: ServerEnv) {
  const may = sandbox ? sandbox.env : undefined;
  const wanted = [
    ...Object.values(own)
      .join('\n')
      .matchAll(/\$\{([A-Za-z_]\w*)\}/g),
  ].map(([, name]) => name!);
  const refused = may && wanted.find(name => !may.includes(name));
  const advice = `allow it in your own config: "sandbox": { "env": ["${refused}"] }`;
  if (refused !== undefined) throw new Error(`it asks for the variable ${refused} of your environment; ${advice}`);
  const named = fillFrom(env, own);
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value && REGISTRIES.test(name) && !hasPassword(value)) given[name] = value;
  return { env: { ...given, ...named, ...oneBelow(env) }, secrets: Object.values(named) };
}

/** Whether a proxy, perhaps without its scheme, has a password. */
const hasPassword = (value: string): boolean => /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#\s]*@/i.test(value);
