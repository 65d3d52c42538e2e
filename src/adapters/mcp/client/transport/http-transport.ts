import { isJSONRPCRequest, type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

const CUT = 'The stream ended before the answer';

/**
 * The client's own transport, but a request whose stream of events has ended without the answer fails at once: the
 * client would wait for the answer until the time is over.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !isJSONRPCRequest(message) || options?.onRequestStreamEnd)
      return super.send(message, options);
    const { id } = message;
    // Where an answer came before, nobody waits for this error any more.
    const onRequestStreamEnd = () => this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message: CUT } });
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}

/** Whether a stream was cut. A server that says the same makes its own call doubtful, and no more. */
export const isCutStream = (error: unknown): boolean => error instanceof Error && error.message.endsWith(CUT);

/** Bytes of one answer, and of one stream of events. */
const MOST_BODY = 32 * 1024 * 1024;

/** Fetches without following a redirect (headers may hold a token), and never reads without end. */
export async function boundedFetch(input: string | URL, init?: RequestInit, most = MOST_BODY): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let seen = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > most) controller.error(new Error(`The server sent more than ${most} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** A limited fetch with headers that only the server itself is to see: no other host that it names gets them. */
export const fetchWithHeaders =
  (server: string, own: Readonly<Record<string, string>>) =>
  (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(String(input) === new URL(server).href ? own : {});
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return boundedFetch(input, { ...init, headers });
  };
