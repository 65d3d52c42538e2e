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
