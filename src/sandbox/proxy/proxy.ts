import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { readProgram } from '../../tool/loading/read-program.ts';
import type { RefusedHost } from '../port.ts';
import { makeShortFolder } from '../sweep-left.ts';
import { isGlobalAddress, isNearHost } from './address.ts';
import { listenOn } from './listen-on.ts';

/** The place in a job of the proxy's socket, and the port of the job's own loopback that leads there. */
export const PROXY_SOCKET = '/run/toolgate/proxy';
export const PROXY_PORT = 3128;

/**
 * The program that Node runs inside the sandbox, where there is a network: it listens on the job's own loopback, hands
 * every connection to the proxy's socket, and runs the job. Plain text, for nothing of ours can be imported there.
 * Arguments: the socket, or nothing where there is no network; the port; whether a person attends it; then the command.
 */
export const BRIDGE = readProgram(new URL('./bridge.cjs', import.meta.url));

/** Variables by which programs know that there is a proxy on a port of the machine that they see. */
export function proxyVariables(port: number): Readonly<Record<string, string>> {
  const names = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap(name => [name, name.toUpperCase()]);
  return { ...Object.fromEntries(names.map(name => [name, `http://127.0.0.1:${port}`])), NODE_USE_ENV_PROXY: '1' };
}

export interface HostProxy {
  /** A Unix socket that speaks HTTP, with CONNECT for everything else. */
  readonly socket: string;
  /** Hosts that were asked for and refused. */
  readonly refused: ReadonlySet<string>;
  close(): void;
}

/** Whether a host may be reached; `near`: it is this machine or on its networks. */
export type ReachTest = (host: string, near?: boolean) => boolean;

const IDLE = 120_000;

/** The most connections at a time; a job must not use up our descriptors. */
const MOST_OPEN = 256;
const MOST_REFUSED = 100;

/** Opens the one way to the network that a job has: to hosts that are allowed, by name, each looked up here. */
export async function openProxy(mayReach: ReachTest): Promise<HostProxy> {
  const folder = makeShortFolder();
  const socket = join(folder, 's');
  const refused = new Set<string>();
  const open = new Set<Socket>();
  const keep = (connection: Socket): Socket => {
    open.add(connection);
    connection.setTimeout(IDLE, () => connection.destroy());
    return connection.on('close', () => open.delete(connection)).on('error', () => undefined);
  };
  const reach = async (host: string, port: number): Promise<Socket> => {
    try {
      return keep(await dial(plainHost(host), port, mayReach));
    } catch (error) {
      if (error instanceof RefusedError && refused.size < MOST_REFUSED) refused.add(host.toLowerCase());
      throw error;
    }
  };
  const server = http.createServer((request, response) => void forward(request, response, reach));
  server.maxConnections = MOST_OPEN;
  server.on('connect', (request, ...to: [Duplex, Buffer]) => void tunnel(reach, request, to));
  server.on('connection', keep);
  await listenOn(server, socket);
  return {
    socket,
    refused,
    close() {
      server.close();
      for (const connection of open) connection.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Refused hosts, for those who are told of a job's end. */
export const refusedHosts = ({ refused }: Pick<HostProxy, 'refused'>): readonly RefusedHost[] =>
  [...refused].map(host => ({ host, near: isNearHost(host) }));

class RefusedError extends Error {
  override readonly name = 'Refused';
}

/** A host in one spelling: rules know `127.0.0.1`, not `0x7f.1`, and no dot at the end. */
function plainHost(host: string): string {
  const url = /[\s/?#@\\]/.test(host) ? null : URL.parse(`http://${host}`);
  if (!url) throw new RefusedError('that is no host');
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

/** Dials a host. A name that is allowed must lead out: whoever answers for it could point it at this machine. */
async function dial(host: string, port: number, mayReach: ReachTest): Promise<Socket> {
  if (!mayReach(host, isNearHost(host))) throw new RefusedError(`${host} is not allowed by the policy`);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RefusedError(`${port} is no port`);
  const address = await addressOf(host, mayReach);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port }, () => resolve(socket));
    socket.once('error', reject);
    socket.setTimeout(IDLE, () => socket.destroy(new Error(`${host} did not answer`)));
  });
}

async function addressOf(host: string, mayReach: ReachTest): Promise<string> {
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true, verbatim: true });
  // This machine and its network count only where they are named: a policy that allows every host does not mean them.
  const named = (isIP(host) || host === 'localhost') && !mayReach(`${randomBytes(12).toString('hex')}.invalid`);
  const [first] = found.filter(({ address }) => named || isGlobalAddress(address));
  if (!first)
    throw new RefusedError(`${host} leads to ${found.map(({ address }) => address).join(', ')}, not into the world`);
  return first.address;
}

type Reach = (host: string, port: number) => Promise<Socket>;

async function tunnel(reach: Reach, request: http.IncomingMessage, [client, head]: [Duplex, Buffer]): Promise<void> {
  client.on('error', () => undefined);
  const target = /^(.+):(\d+)$/.exec(request.url ?? '');
  try {
    if (!target) throw new RefusedError('CONNECT needs a host and a port');
    const socket = await reach(target[1]!, Number(target[2]));
    socket.on('error', () => client.destroy());
    client.on('close', () => socket.destroy());
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.write(head);
    socket.pipe(client);
    client.pipe(socket);
  } catch (error) {
    const { status, text } = failure(error);
    client.end(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);
  }
}

/** Headers that are meant for us, not for the host. */
const HOP_BY_HOP = ['proxy-connection', 'proxy-authorization', 'keep-alive', 'te', 'trailer', 'upgrade'];

async function forward(request: http.IncomingMessage, response: http.ServerResponse, reach: Reach): Promise<void> {
  try {
    const url = new URL(request.url ?? '');
    if (url.protocol !== 'http:') throw new RefusedError(`${url.protocol} is not served here`);
    const socket = await reach(url.hostname, Number(url.port || 80));
    const headers: http.OutgoingHttpHeaders = { ...request.headers, host: url.host, connection: 'close' };
    for (const name of HOP_BY_HOP) delete headers[name];
    const { method = 'GET' } = request;
    const onward = http.request({ method, path: url.pathname + url.search, headers, createConnection: () => socket });
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    response.on('close', () => onward.destroy());
    onward.on('error', error => refuse(response, error));
    request.pipe(onward);
  } catch (error) {
    refuse(response, error);
  }
}

function refuse(response: http.ServerResponse, error: unknown): void {
  const { status, text } = failure(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(Number(status.slice(0, 3)), { 'content-type': 'text/plain', connection: 'close' }).end(text);
}

function failure(error: unknown): { status: string; text: string } {
  const text = `toolgate: ${error instanceof Error ? error.message : error}\n`;
  return { status: error instanceof RefusedError ? '403 Forbidden' : '502 Bad Gateway', text };
}
