import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, TLSSocket } from 'node:tls';

/** The checks of a secure connection: the name of the URL counts, whatever address is dialled. */
export interface TlsRequest {
  readonly host: string;
  /** The name in the handshake (SNI); none for an address. */
  readonly servername?: string;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: string | readonly string[];
}

export function toTlsRequest(host: string, ca: TlsRequest['ca']): TlsRequest {
  return { host, servername: isIP(host) === 0 ? host : undefined, ca };
}

/** Starts TLS over a connected stream, never without a certificate for the host, whatever the environment says. */
export function startTls(stream: Duplex, tls: TlsRequest, signal: AbortSignal): Promise<TLSSocket> {
  const { host, servername, ca } = tls;
  return new Promise((resolve, reject) => {
    const socket = connect({
      socket: stream,
      host,
      servername,
      ca: typeof ca === 'object' ? [...ca] : ca,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    });
    const end = (error: Error) => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      stream.destroy();
      reject(error);
    };
    const stop = () => end(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', end);
    const closed = () => end(new Error('closed during the handshake'));
    socket.once('close', closed);
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', stop);
      socket.removeListener('error', end);
      socket.removeListener('close', closed);
      resolve(socket);
    });
    if (signal.aborted) stop();
  });
}

export const isSecure = (stream: Duplex) => stream instanceof TLSSocket;
