import type { FetchLike } from '@modelcontextprotocol/client';
import { ToolError } from '../../../../index.ts';
import { boundedFetch } from '../transport/limit-body.ts';

/** The most bytes of an answer; the words of authorization servers are short. */
const MOST = 256 * 1024;
/** Milliseconds for one request. */
const PATIENCE = 15_000;

/** Hosts of this machine, also names that only lead there. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])$/;

const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.test(hostname);

/**
 * An address that a server named for signing in, or an error. Codes and tokens travel there, so it is https; on this
 * machine http will do, but only a server of this machine may send us there.
 */
export function checkAuthAddress(server: string | URL, named: string | URL): URL {
  const url = URL.parse(String(named));
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refused('is no https address', named);
  if (url.username !== '' || url.password !== '') throw refused('holds a name or a password', named);
  if (isLoopback(url) && !isLoopback(new URL(server))) throw refused('leads to this machine', named);
  if (url.protocol === 'http:' && !isLoopback(url)) throw refused('is not https', named);
  return url;
}

const refused = (why: string, named: string | URL): ToolError =>
  new ToolError('NETWORK_BLOCKED', `The server sends us to ${String(named).slice(0, 200)}, which ${why}`);

/** The fetch between us and whoever gives out tokens: checked addresses, no redirects, short answers, in time. */
export const authFetch =
  (server: string, signal?: AbortSignal): FetchLike =>
  (input, init = {}) => {
    const signals = [AbortSignal.timeout(PATIENCE), init.signal, signal].filter(one => one != null);
    return boundedFetch(checkAuthAddress(server, input), { ...init, signal: AbortSignal.any(signals) }, MOST);
  };
