import { connect as connectSocket, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ToolError } from '../../tool/error.ts';
import { noConnection, type RequestPlace, requestBlocked, requestTimedOut } from '../failures.ts';
import type { Address } from '../target/address.ts';
import { untilAborted } from '../until-aborted.ts';
import { isSecure, startTls, type TlsRequest } from './start-tls.ts';

export interface DialRequest {
  /** The checked address, and the only thing to connect to. */
  readonly address: string;
  readonly family: 4 | 6;
  readonly port: number;
  /** The name in the URL; not to be resolved again. */
  readonly host: string;
  /** The TLS of https: the stream that comes back is the secure one. TLS over a plain socket is added here. */
  readonly tls?: TlsRequest;
  readonly signal: AbortSignal;
}

export type Connect = (request: DialRequest) => Duplex | Promise<Duplex>;

export const connectDirectly: Connect = ({ address, family, port, signal }) =>
  new Promise((resolve, reject) => {
    const socket = connectSocket({ host: address, family, port, autoSelectFamily: false, noDelay: true, signal });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
  });

/** The most addresses that are tried; after so many that do not answer, others will not either. */
const MAX_ADDRESSES = 4;

interface DialTime {
  readonly place: RequestPlace;
  readonly connectMs: number;
  readonly signal: AbortSignal;
}

interface Dial extends DialTime, Pick<DialRequest, 'port' | 'tls'> {
  readonly addresses: readonly Address[];
  readonly connect: Connect;
}

/** Ignores errors of a stream that nobody uses any more, or not yet. */
const ignore = () => undefined;

function drop(stream: Duplex): void {
  stream.on('error', ignore);
  stream.destroy();
}

async function dialOne(dial: Dial, address: Address, signal: AbortSignal): Promise<Duplex> {
  const { place, port, tls, connect } = dial;
  const request = { address: address.text, family: address.family, port, host: place.host, tls, signal };
  const stream = await untilAborted((async () => connect(request))(), signal, drop);
  stream.on('error', ignore);
  if (stream.destroyed) throw new Error('closed at once');
  if (tls === undefined) return stream;
  if (stream instanceof Socket && !isSecure(stream)) return startTls(stream, tls, signal);
  if ('authorized' in stream && stream.authorized === false) {
    drop(stream);
    throw requestBlocked('certificate', place, 'its certificate was not checked');
  }
  return stream;
}

/** Works on a connection, for some of the time that connections get. */
export async function withinTime<T>(time: DialTime, share: number, work: (signal: AbortSignal) => Promise<T>) {
  const { place, connectMs, signal } = time;
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(requestTimedOut(place, 'connecting', connectMs)), share);
  try {
    return await work(AbortSignal.any([signal, slow.signal]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw slow.signal.aborted ? slow.signal.reason : noConnection(place, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Dials addresses. Each gets its share of the time left, so that a silent one does not eat the share of the others. */
export async function dialFirst(dial: Dial): Promise<Duplex> {
  const addresses = dial.addresses.slice(0, MAX_ADDRESSES);
  const end = performance.now() + dial.connectMs;
  let last: unknown;
  for (const [index, address] of addresses.entries()) {
    const share = Math.max(1, (end - performance.now()) / (addresses.length - index));
    try {
      return await withinTime(dial, share, signal => dialOne(dial, address, signal));
    } catch (error) {
      last = error;
      if (dial.signal.aborted || (error instanceof ToolError && error.code === 'NETWORK_BLOCKED')) break;
    }
  }
  throw last;
}
