import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TestSite {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly port: number;
  readonly received: ReceivedRequest[];
}

export type SiteHandler = (request: ReceivedRequest, response: ServerResponse) => void;

/** A server on this machine that is gone after the test. */
export async function openSite(answer: SiteHandler): Promise<TestSite> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const got = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    answer(got, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, received };
}

export type Content = string | Uint8Array;

/** A site of fixed pages: path → content type and content. */
export const openPages = (
  pages: Readonly<Record<string, readonly [type: string | undefined, content: Content]>>,
): Promise<TestSite> =>
  openSite(({ url }, response) => {
    const page = pages[url.split('?')[0]!];
    if (!page) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
      return;
    }
    const [type, content] = page;
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(content);
  });

/** The policy of a person who works with servers on their own machine. */
export const LOCAL = { extends: 'privileged', network: { allow: ['127.0.0.1'] } } as const;

/** The same over TLS, with one page; gives the port. */
export async function openSecureSite(
  certificate: { readonly key: string; readonly cert: string },
  content: string,
): Promise<number> {
  const server = createSecureServer(certificate, (_, response) => void response.end(content));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
