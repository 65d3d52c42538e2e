import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { fromThisMachine, withToken } from './guards.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

export interface HttpAppOptions {
  readonly mcp: McpEndpoint;
  /** Undefined lets everybody on this machine in. */
  readonly token?: string;
  /** What broke on our side; the client is told only that something did. */
  readonly onProblem?: (error: Error) => void;
}

/** All that is served over HTTP, behind one set of guards. More routes are mounted on what this gives back. */
export function createHttpApp({ mcp, token, onProblem }: HttpAppOptions): Hono {
  const app = new Hono();
  const guards = [fromThisMachine, ...(token === undefined ? [] : [withToken(token)])];
  app.use(async (c, next) => {
    for (const guard of guards) {
      const refusal = guard(c.req.raw);
      if (refusal) return refusal;
    }
    await next();
    return undefined;
  });
  app.on(['GET', 'POST', 'DELETE'], '/mcp', c => mcp.fetch(c.req.raw));
  app.all('/mcp', c => c.json(errorOf(-32000, 'Method not allowed'), 405, { Allow: 'GET, POST, DELETE' }));
  app.notFound(c => c.json({ error: 'There is nothing here. The MCP endpoint is /mcp.' }, 404));
  app.onError((error, c) => {
    onProblem?.(error);
    return c.json(errorOf(-32603, 'Internal error'), 500);
  });
  return app;
}

const errorOf = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });

export interface Listening {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Listens on this machine's own address, never on the network's. Port 0 takes a free one. */
export async function listen(app: Pick<Hono, 'fetch'>, port: number): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    url: `http://${HOST}:${taken}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
