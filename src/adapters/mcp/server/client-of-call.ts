import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  ClientCapabilities,
  ElicitResult,
  InputRequest,
  InputResponse,
  LoggingLevel,
  ProtocolError,
} from '@modelcontextprotocol/server';

/** The requests that a running tool may make of the MCP client that called it. */
export interface ClientOfCall {
  readonly capabilities: ClientCapabilities;
  /**
   * Puts a question to the client: a form, a link, a sample, its roots. The key tells the questions of one call apart.
   * A question that needs a capability which the client has not declared ends the call.
   */
  ask(key: string, request: InputRequest): Promise<InputResponse>;
  /** Puts another server's question to the client's person; left out where the client has nobody to ask. */
  readonly askFor?: (server: string, params: unknown) => Promise<ElicitResult>;
  /** Writes a line for the client's log, where the client wants one. */
  log(level: LoggingLevel, data: unknown): void;
  /** Lets the client's connection go while the tool works on; a client of the old era comes back for the rest. */
  hangUp(): void;
  /** Ends the request with an error of the protocol instead of a result. */
  fail(error: ProtocolError): never;
}

const clients = new AsyncLocalStorage<ClientOfCall>();

/** The client that the running tool was called by; undefined where it was called in another way. */
export const clientOfCall = (): ClientOfCall | undefined => clients.getStore();

export const withClient = <T>(client: ClientOfCall, work: () => T): T => clients.run(client, work);
