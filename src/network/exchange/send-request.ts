import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { codeOf, type RequestPlace, requestFailed, transferTooLarge } from '../failures.ts';
import { untilAborted } from '../until-aborted.ts';

interface RequestMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

type SendOptions = { readonly place: RequestPlace; readonly maxHeaderBytes: number; readonly signal: AbortSignal };

function start(stream: Duplex, { method, path, headers }: RequestMessage, maxHeaderSize: number): ClientRequest {
  const createConnection = () => stream;
  return startRequest({
    createConnection,
    setHost: false,
    method,
    path,
    headers,
    maxHeaderSize,
    insecureHTTPParser: false,
  });
}

/** Waits for one event of a request; a request that ends in any other way has failed. */
async function answer<T>(request: ClientRequest, options: SendOptions, on: (give: (value: T) => void) => void) {
  const { place, maxHeaderBytes, signal } = options;
  const answered = new Promise<T>((resolve, reject) => {
    on(resolve);
    // The listener stays as long as the request: a body that breaks off tells so itself.
    request.on('error', reject);
    request.once('close', () => reject(new Error('closed without an answer')));
  });
  try {
    return await untilAborted(answered, signal);
  } catch (error) {
    request.destroy();
    if (signal.aborted) throw signal.reason;
    if (codeOf(error) === 'HPE_HEADER_OVERFLOW') throw transferTooLarge(place, 'the header is', maxHeaderBytes);
    throw requestFailed(place, 'the request failed', error);
  }
}

/** Sends a request over a stream that is connected; gives the answer as soon as its header is there. */
export function sendRequest(stream: Duplex, message: RequestMessage, options: SendOptions): Promise<IncomingMessage> {
  const request = start(stream, message, options.maxHeaderBytes);
  const answered = answer<IncomingMessage>(request, options, give => {
    request.once('response', give);
    request.once('upgrade', () => request.destroy(new Error('another protocol')));
  });
  request.end(message.body);
  return answered;
}

export async function openTunnel(stream: Duplex, message: RequestMessage, options: SendOptions): Promise<Duplex> {
  const request = start(stream, message, options.maxHeaderBytes);
  const answered = answer<readonly [IncomingMessage, Duplex, Buffer]>(request, options, give => {
    request.once('connect', (response, socket, head) => give([response, socket, head]));
    request.once('response', () => request.destroy(new Error('no tunnel')));
  });
  request.end();
  const [response, socket, head] = await answered;
  if (response.statusCode === 200 && head.length === 0) return socket;
  socket.destroy();
  throw requestFailed(options.place, `the proxy gives no tunnel (status ${response.statusCode})`);
}
