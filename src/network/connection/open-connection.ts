import type { Duplex } from 'node:stream';
import { openTunnel } from '../exchange/send-request.ts';
import type { FetchSettings } from '../settings.ts';
import { checkProxy, type RequestTarget } from '../target/check-target.ts';
import { resolveAddresses } from '../target/resolve-addresses.ts';
import { dialFirst, withinTime } from './dial.ts';
import { findProxy, toProxyHeaders } from './proxy.ts';
import { startTls, toTlsRequest } from './start-tls.ts';

interface NetworkConnection {
  readonly stream: Duplex;
  /** Headers that tell a proxy who asks; it is told the whole URL. */
  readonly proxyHeaders?: Readonly<Record<string, string>>;
}

async function dialTarget(target: RequestTarget, settings: FetchSettings, signal: AbortSignal): Promise<Duplex> {
  const { lookup, connect, connectTimeoutMs: connectMs, ca } = settings;
  const { host, port, secure } = target;
  const addresses = await resolveAddresses(target, lookup, signal);
  const tls = secure ? toTlsRequest(host, ca) : undefined;
  return dialFirst({ addresses, place: target, port, tls, connect, connectMs, signal });
}

/**
 * Connects to the target, or to the proxy for it. A proxy resolves the name by itself: in that case only the URL is
 * checked here, and the address that is dialled is the proxy's.
 */
export async function openConnection(
  target: RequestTarget,
  settings: FetchSettings,
  signal: AbortSignal,
): Promise<NetworkConnection> {
  const proxy = settings.proxyFrom === undefined ? undefined : findProxy(target, settings.proxyFrom);
  if (proxy === undefined) return { stream: await dialTarget(target, settings, signal) };
  const stream = await dialTarget(checkProxy(proxy, target.hop, settings), settings, signal);
  const proxyHeaders = toProxyHeaders(proxy);
  if (!target.secure) return { stream, proxyHeaders };
  const authority = `${target.url.hostname.replace(/\.$/, '')}:${target.port}`;
  const message = { method: 'CONNECT', path: authority, headers: { host: authority, ...proxyHeaders } };
  const { connectTimeoutMs: connectMs, maxHeaderBytes, ca } = settings;
  try {
    return await withinTime({ place: target, connectMs, signal }, connectMs, async signal => {
      const tunnel = await openTunnel(stream, message, { place: target, maxHeaderBytes, signal });
      return { stream: await startTls(tunnel, toTlsRequest(target.host, ca), signal) };
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
