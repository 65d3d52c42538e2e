import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect as connectSocket, createServer as createTcp, type Server } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSelfSigned } from '../../test/support/network/self-signed.ts';
import type { Connect, DialRequest } from './connection/dial.ts';
import { createGuardedFetch } from './create-guarded-fetch.ts';

const PUBLIC = '93.184.215.14';
const { key, cert } = createSelfSigned(['secure.example.com', 'proxied.example.com']);
const seen: (string | undefined)[] = [];
const server = createServer({ key, cert }, (request, response) => {
  seen.push(String((request.socket as TLSSocket & { servername?: string }).servername));
  response.end(`secure ${request.headers.host}`);
});
const tunnels: string[] = [];
const proxy = createHttp((request, response) =>
  response.end(`proxied ${request.url} ${request.headers['proxy-authorization']}`),
);
const silent = createTcp(() => undefined);

const portOf = (one: Server) => (one.address() as AddressInfo).port;

beforeAll(async () => {
  proxy.on('connect', (request, socket) => {
    tunnels.push(String(request.url));
    if (request.url?.startsWith('refused.')) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const inner = connectSocket(portOf(server), '127.0.0.1');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket
      .on('error', () => inner.destroy())
      .pipe(inner)
      .on('error', () => socket.destroy())
      .pipe(socket);
  });
  for (const one of [server, proxy, silent]) await once(one.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  proxy.closeAllConnections();
  for (const one of [server, proxy, silent]) one.close();
});

interface Options {
  readonly to: () => Server;
  readonly proxyFrom?: Record<string, string>;
  readonly private?: readonly string[];
  readonly addresses?: (name: string) => string[];
}

function open({ to, addresses = () => [PUBLIC], ...rest }: Options) {
  const dialled: DialRequest[] = [];
  const connect: Connect = request => {
    dialled.push(request);
    return connectSocket(portOf(to()), '127.0.0.1');
  };
  return { dialled, guarded: createGuardedFetch({ allow: ['*'], lookup: addresses, connect, ca: cert, ...rest }) };
}

describe('a guarded fetch with TLS', () => {
  it('a guarded fetch with TLS names the host of the URL to the checked address, and checks the certificate against it', async () => {
    const { guarded, dialled } = open({ to: () => server });
    const response = await guarded('https://secure.example.com/x');
    expect(await response.text()).toBe('secure secure.example.com');
    expect(seen.at(-1)).toBe('secure.example.com');
    expect(dialled).toMatchObject([
      { address: PUBLIC, port: 443, tls: { host: 'secure.example.com', servername: 'secure.example.com' } },
    ]);
  });

  it.each(['https://other.example.com/', `https://${PUBLIC}/`])(
    'a guarded fetch with TLS refuses a certificate of another host: %s',
    async url => {
      const { guarded } = open({ to: () => server });
      await expect(guarded(url)).rejects.toMatchObject({ code: 'NETWORK_BLOCKED', details: { rule: 'certificate' } });
    },
  );

  it('a guarded fetch with TLS refuses a certificate that nobody vouches for', async () => {
    const connect: Connect = () => connectSocket(portOf(server), '127.0.0.1');
    const guarded = createGuardedFetch({ allow: ['*'], lookup: () => [PUBLIC], connect });
    const refusal = { code: 'NETWORK_BLOCKED', details: { rule: 'certificate' } };
    await expect(guarded('https://secure.example.com/')).rejects.toMatchObject(refusal);
  });

  it('a guarded fetch with TLS refuses a secure stream of a dialler that did not check', async () => {
    const connect: Connect = async () => {
      const socket = connectTls({ port: portOf(server), host: '127.0.0.1', rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      return socket;
    };
    const guarded = createGuardedFetch({ allow: ['*'], lookup: () => [PUBLIC], connect });
    const refusal = { code: 'NETWORK_BLOCKED', details: { rule: 'certificate' } };
    await expect(guarded('https://secure.example.com/')).rejects.toMatchObject(refusal);
  });

  it('a guarded fetch with TLS speaks nothing in plain text to a server without TLS', async () => {
    const { guarded } = open({ to: () => proxy });
    await expect(guarded('https://secure.example.com/')).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
  });

  it('a guarded fetch with TLS gives up a handshake that does not end', async () => {
    const connect: Connect = () => connectSocket(portOf(silent), '127.0.0.1');
    const guarded = createGuardedFetch({ allow: ['*'], lookup: () => [PUBLIC], connect, connectTimeoutMs: 50 });
    await expect(guarded('https://secure.example.com/')).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('a guarded fetch with a proxy', () => {
  const proxyFrom = {
    HTTPS_PROXY: 'http://me:secret@proxy.example.net:3128',
    http_proxy: 'http://proxy.example.net:3128',
  };

  it('a guarded fetch with a proxy goes through a tunnel for https, and the proxy is what is dialled', async () => {
    const { guarded, dialled } = open({ to: () => proxy, proxyFrom });
    expect(await (await guarded('https://proxied.example.com/')).text()).toBe('secure proxied.example.com');
    expect(tunnels.at(-1)).toBe('proxied.example.com:443');
    expect(dialled).toMatchObject([{ address: PUBLIC, port: 3128, host: 'proxy.example.net', tls: undefined }]);
  });

  it('a guarded fetch with a proxy tells the proxy the whole URL for http', async () => {
    const { guarded } = open({ to: () => proxy, proxyFrom });
    expect(await (await guarded('http://example.com/a?b=c')).text()).toBe('proxied http://example.com/a?b=c undefined');
  });

  it('a guarded fetch with a proxy checks the certificate behind the tunnel, and says when there is none', async () => {
    const { guarded } = open({ to: () => proxy, proxyFrom });
    const wrong = await guarded('https://wrong.example.com/').catch(error => error);
    expect(wrong).toMatchObject({ code: 'NETWORK_BLOCKED', details: { rule: 'certificate' } });
    const refused = await guarded('https://refused.example.com/').catch(error => error);
    expect(refused).toMatchObject({ code: 'EXECUTION_ERROR' });
    expect(refused.message).toContain('403');
  });

  it('a guarded fetch with a proxy still refuses what the rules refuse', async () => {
    const { guarded, dialled } = open({ to: () => proxy, proxyFrom });
    for (const url of ['https://127.0.0.1/', 'https://localhost/', 'https://u@example.com/', 'http://[::1]/'])
      await expect(guarded(url)).rejects.toMatchObject({ code: 'NETWORK_BLOCKED' });
    expect(dialled).toEqual([]);
  });

  it('a guarded fetch with a proxy takes a private proxy only where it is listed', async () => {
    const addresses = () => ['10.0.0.9'];
    const refused = open({ to: () => proxy, proxyFrom, addresses });
    await expect(refused.guarded('http://example.com/')).rejects.toMatchObject({ code: 'NETWORK_BLOCKED' });
    expect(refused.dialled).toEqual([]);
    const listed = open({ to: () => proxy, proxyFrom, addresses, private: ['proxy.example.net:3128'] });
    expect((await listed.guarded('http://example.com/')).status).toBe(200);
    expect(listed.dialled).toMatchObject([{ address: '10.0.0.9', port: 3128 }]);
    const literal = open({ to: () => proxy, proxyFrom: { ALL_PROXY: '127.0.0.1:3128' } });
    await expect(literal.guarded('http://example.com/')).rejects.toMatchObject({ details: { rule: 'proxy' } });
  });

  it('a guarded fetch with a proxy dials directly what NO_PROXY names', async () => {
    const { guarded, dialled } = open({
      to: () => proxy,
      proxyFrom: { ...proxyFrom, NO_PROXY: 'other.net, .example.com' },
    });
    await (await guarded('http://a.example.com/')).text();
    expect(dialled).toMatchObject([{ host: 'a.example.com', port: 80 }]);
  });
});
