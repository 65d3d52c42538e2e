import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { fillFrom, type ServerEnv, type StdioServer } from '../server-config.ts';

/** Variables without which a program behind a proxy, or with a certificate of its own, reaches nothing. */
const CERTIFICATES: ReadonlySet<string> = new Set([
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PIP_CERT',
  'UV_NATIVE_TLS',
  'UV_SYSTEM_CERTS',
]);
const PROXIES = /^(?:https?|all|no)_proxy$/i;
/** Where packages come from, and where they are kept. Nothing of npm that could hold a token. */
const PACKAGES =
  /^(?:npm_config_(?:registry|cafile|proxy|https?[-_]proxy|noproxy|cache|userconfig|globalconfig|prefix|strict[-_]ssl)|pip_(?:index_url|cache_dir)|uv_(?:index_url|default_index|cache_dir)|corepack_npm_registry|bun_config_registry)$/i;

interface ServerEnvironment {
  readonly env: Record<string, string>;
  /** Variables that would help and hold a password: only the config's own word passes them on. */
  readonly withheld: readonly string[];
  /** What the config fills in, which nobody should read in an error. */
  readonly secrets: readonly string[];
}

/** What a server's process gets: a few plain variables, the ways to the network, and what its config says. */
export function serverEnvironment({ env: own }: StdioServer, env: ServerEnv): ServerEnvironment {
  const named = fillFrom(env, own);
  const passed: Record<string, string> = {};
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value || !(CERTIFICATES.has(name) || PROXIES.test(name) || PACKAGES.test(name))) continue;
    if (!hasPassword(value)) passed[name] = value;
    else if (!Object.hasOwn(named, name)) withheld.push(name);
  }
  return { env: { ...getDefaultEnvironment(), ...passed, ...named }, withheld, secrets: Object.values(named) };
}

/** A proxy may be written without its scheme. */
const hasPassword = (value: string): boolean => /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#\s]*@/i.test(value);
