import { requestBlocked } from '../failures.ts';
import type { RequestTarget } from '../target/check-target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const read = (environment: Environment, name: string) => environment[name.toLowerCase()] || environment[name];

/** Whether `NO_PROXY` names a target: names with all below them, `*` for everything, a port or none. */
function isExempt(target: RequestTarget, list: string): boolean {
  return list.split(/[\s,]+/).some(entry => {
    const [, name = '', port] = /^(?:\*?\.)?(.*?)(?::([0-9]+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === '*') return true;
    if (name === '' || (port !== undefined && Number(port) !== target.port)) return false;
    return target.host === name || target.host.endsWith(`.${name}`);
  });
}

/** The proxy that the environment names for a target. Endpoints of the user's own are always dialled directly. */
export function findProxy(target: RequestTarget, environment: Environment): URL | undefined {
  if (target.private || isExempt(target, read(environment, 'NO_PROXY') ?? '')) return undefined;
  // The variables of a web server's own requests are in upper case, so http_proxy counts in lower case alone.
  const text = target.secure ? read(environment, 'HTTPS_PROXY') : environment.http_proxy;
  const chosen = text || read(environment, 'ALL_PROXY');
  if (!chosen) return undefined;
  const url = URL.parse(chosen.includes('://') ? chosen : `http://${chosen}`);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw requestBlocked('proxy', target, 'the proxy in the environment is none for http');
  return url;
}

export function toProxyHeaders(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
