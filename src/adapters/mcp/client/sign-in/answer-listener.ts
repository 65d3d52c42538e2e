import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolError } from '../../../../index.ts';

const PATH = '/callback';
/** The parameters of an answer, each at most once, or the answer is no answer. */
const PARAMETERS = ['state', 'code', 'iss', 'error', 'error_description'] as const;

/**
 * Listens for the answer of an authorization server that a browser brings, on this machine alone, on a port of its own
 * unless one is given. The first answer that knows the state counts; others are turned away, and nothing changes.
 */
export async function openAnswerListener(port = 0) {
  const state = randomBytes(32).toString('base64url');
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  let answered = false;
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 32 * 1024 }, (request, response) => {
    const params = paramsOf(request);
    if (!params) return say(response, 404, 'Nothing is here.');
    if (!knows(params, state)) return say(response, 400, 'This is not the answer that Toolgate waits for.');
    if (answered) return say(response, 409, 'There was an answer already.');
    answered = true;
    say(response, 200, 'Toolgate has your answer. You can close this page.');
    resolve(params);
  });
  server.maxConnections = 50;
  await once(server.listen(port, '127.0.0.1'), 'listening').catch(({ message }: Error) => {
    throw new ToolError('EXECUTION_ERROR', `No answer can be heard on port ${port}: ${message}`);
  });
  return {
    redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    state,
    answer,
    close: () => {
      server.close();
      // The page that was sent last may still be on its way.
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
    },
  };
}

function paramsOf({ method, url = '' }: IncomingMessage): URLSearchParams | undefined {
  const asked = URL.parse(url, 'http://127.0.0.1');
  return method === 'GET' && asked?.pathname === PATH ? asked.searchParams : undefined;
}

function knows(params: URLSearchParams, state: string): boolean {
  if (PARAMETERS.some(name => params.getAll(name).length > 1)) return false;
  const [given, own] = [Buffer.from(params.get('state') ?? ''), Buffer.from(state)];
  return given.length === own.length && timingSafeEqual(given, own);
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(`${text}\n`);
}
