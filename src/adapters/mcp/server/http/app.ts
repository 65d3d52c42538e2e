import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono } from 'hono';
import { checkOptions } from '../../../../index.ts';
import { trustToAsk } from '../caller.ts';
import type { McpEndpoint } from './endpoint.ts';
import { fromThisMachine, refuseRequest, withToken } from './guards.ts';

export interface HttpAppOptions {
  readonly mcp: McpEndpoint;
  /** A token, or several that each will do. Undefined lets everybody on this machine in. */
  readonly token?: string | readonly string[];
  /**
   * The token of clients that a person trusts to put questions to them: their answers to approvals count. Otherwise it
   * opens as much as `token`. `everyone` is for a machine on which nobody else is; left out, no client answers
   * approvals.
   */
  readonly asking?: string | readonly string[];
  /** Answers everything but /mcp, behind guards of its own. */
  readonly beside?: (request: Request) => Response | Promise<Response>;
  /** Receives the errors on our side; the client is told only that there was one. */
  readonly onProblem?: (error: Error) => void;
}

/** An app that answers requests, for `listen` or a server of one's own. */
export type HttpApp = { fetch(request: Request): Response | Promise<Response> };

/** The app for everything that is served over HTTP. No request is answered that has not passed the guards. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  checkOptions('createHttpApp', options, { mcp: true, token: true, asking: true, beside: true, onProblem: true });
  const { mcp, token, asking, beside, onProblem } = options;
  const app = new Hono();
  if (beside)
    app.use((c, next) => (c.req.path === '/mcp' ? next() : Promise.resolve(beside(c.req.raw))) as Promise<Response>);
  const asks = asking === undefined ? undefined : asking === 'everyone' ? () => undefined : withToken(asking);
  const all = [token ?? [], asking === undefined || asking === 'everyone' ? [] : asking].flat();
  const guards = [fromThisMachine, ...(token === undefined ? [] : [withToken(all)])];
  app.use(async (c, next) => {
    for (const guard of guards) {
      const refusal = guard(c.req.raw);
      if (refusal) return refusal;
    }
    if (asks && asks(c.req.raw) === undefined) trustToAsk(c.req.raw);
    await next();
    return undefined;
  });
  app.on(['GET', 'POST', 'DELETE'], '/mcp', c => mcp.fetch(c.req.raw));
  app.all('/mcp', () => refuseRequest(405, [-32000, 'Method not allowed'], { Allow: 'GET, POST, DELETE' }));
  app.notFound(c => c.json({ error: 'There is nothing here. The MCP endpoint is /mcp.' }, 404));
  app.onError(error => {
    onProblem?.(error);
    return refuseRequest(500, [-32603, 'Internal error']);
  });
  return { fetch: request => app.fetch(request) };
}

export type Listening = { readonly port: number; readonly url: string; close(): Promise<void> };

const HOST = '127.0.0.1';
/** Names of this machine, checked before anything else: a request under another name was led here. */
const OWN_NAMES = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/** The answer to a malformed request, such as one for an address with a backslash: it tells nothing. */
const refuseOdd = (error: unknown): Response =>
  new Response(null, { status: error instanceof RequestError ? 403 : 500 });

/** Listens on this machine's own address, never on the network's. Port 0 takes a free one. */
export async function listen(app: HttpApp, port: number): Promise<Listening> {
  const options = { overrideGlobalObjects: false, errorHandler: refuseOdd };
  const answer = getRequestListener(request => app.fetch(request), options);
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (OWN_NAMES.test(request.headers.host ?? '')) return void answer(request, response);
    response.writeHead(403).end();
  });
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'));
  await once(server.listen(port, HOST), 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: taken, url: `http://${HOST}:${taken}`, close };
}
