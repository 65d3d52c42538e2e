import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedWire, ok, redirectTo } from '../../test/support/network/scripted-wire.ts';
import { ToolError } from '../tool/error.ts';
import type { Connect, DialRequest } from './connection/dial.ts';
import { createGuardedFetch } from './create-guarded-fetch.ts';
import type { GuardedFetchOptions } from './settings.ts';

const PUBLIC = '93.184.215.14';
/** Times for tests in which nothing is meant to take too long. */
const PATIENT = { timeoutMs: 50_000, connectTimeoutMs: 50_000 };
const ZEROS = Buffer.alloc(4 * 1024 * 1024);
const WORDS = Buffer.from('some words '.repeat(1000));

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const packed =
  (encoding: string, body: Buffer): Handler =>
  (_, response) =>
    response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body);

const PAGES: Readonly<Record<string, Handler>> = {
  '/words': (_, response) => response.end(WORDS),
  '/gzip': packed('gzip', gzipSync(WORDS)),
  '/deflate': packed('deflate', deflateSync(WORDS)),
  '/deflate-raw': packed('deflate', deflateRawSync(WORDS)),
  '/br': packed('br', brotliCompressSync(WORDS)),
  '/twice': packed('deflate, gzip', gzipSync(deflateSync(WORDS))),
  '/thrice': packed('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(WORDS)))),
  '/unknown': packed('rot13', WORDS),
  '/broken': packed('gzip', gzipSync(WORDS).subarray(0, 40)),
  '/bomb-gzip': packed('gzip', gzipSync(ZEROS)),
  '/bomb-deflate': packed('deflate', deflateSync(ZEROS)),
  '/bomb-raw': packed('deflate', deflateRawSync(ZEROS)),
  '/bomb-br': packed('br', brotliCompressSync(ZEROS)),
  '/bomb-twice': packed('gzip, gzip', gzipSync(gzipSync(ZEROS))),
  '/announced': (_, response) => response.writeHead(200, { 'content-length': ZEROS.length }).end(ZEROS),
  '/endless': (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(WORDS));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/stalls': (_, response) => response.write('a beginning'),
  '/silent': () => undefined,
  '/breaks-off': (request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('a part');
    setImmediate(() => request.socket.destroy());
  },
  '/headers': (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end(),
  '/told': (_, response) =>
    response
      .writeHead(200, { 'set-cookie': 'a=b', 'alt-svc': 'h3=":443"', 'x-fine': 'yes', 'content-type': 'text/plain' })
      .end('x'),
  '/empty': (_, response) => response.writeHead(204).end(),
  '/echo': (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      response.end(JSON.stringify({ method, headers, body: Buffer.concat(chunks).toString() }));
    });
  },
};

const server = createServer((request, response) => PAGES[request.url ?? '']?.(request, response));

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Opens a guarded fetch whose every public address is the server here. */
function open(options: Partial<GuardedFetchOptions> = {}) {
  const sockets: Socket[] = [];
  const connect: Connect = async () => {
    const socket = connectSocket((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const guarded = createGuardedFetch({ allow: ['*'], lookup: () => [PUBLIC], connect, ...PATIENT, ...options });
  return { guarded, sockets, get: (path: string, init?: RequestInit) => guarded(`http://example.com${path}`, init) };
}

const allClosed = (sockets: readonly Socket[]) =>
  expect.poll(() => sockets.every(socket => socket.destroyed)).toBe(true);

describe('a body', () => {
  it.each(['/words', '/gzip', '/deflate', '/deflate-raw', '/br', '/twice'])('a body comes unpacked: %s', async path => {
    const { get, sockets } = open();
    const response = await get(path);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(WORDS)).toBe(true);
    await allClosed(sockets);
  });

  it('a body of an unknown encoding comes as it is, and says so', async () => {
    const response = await open().get('/unknown');
    expect(response.headers.get('content-encoding')).toBe('rot13');
    expect(await response.text()).toBe(WORDS.toString());
  });

  it.each(['gzip', 'deflate', 'br'])('a body that is empty is not unpacked: %s', async encoding => {
    const { guarded } = openSite({ 'http://example.com/': ok('', `content-encoding: ${encoding}\r\n`) });
    expect(await (await guarded('http://example.com/')).text()).toBe('');
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'a body may say that it is encoded as anything: %s',
    async encoding => {
      const { guarded } = openSite({ 'http://example.com/': ok('body', `content-encoding: ${encoding}\r\n`) });
      expect(await (await guarded('http://example.com/')).text()).toBe('body');
    },
  );

  it.each(['/bomb-gzip', '/bomb-deflate', '/bomb-raw', '/bomb-br', '/bomb-twice', '/endless'])(
    'a body is cut where it grows too large: %s',
    async path => {
      const { get, sockets } = open({ maxBytes: 100_000 });
      const response = await get(path);
      await expect(response.arrayBuffer()).rejects.toMatchObject({
        code: 'TOO_LARGE',
        details: { host: 'example.com' },
      });
      await allClosed(sockets);
    },
  );

  it('a body that says it is too large is not read', async () => {
    const { get, sockets } = open({ maxBytes: 100_000 });
    await expect(get('/announced')).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await allClosed(sockets);
  });

  it.each(['/broken', '/breaks-off'])('a body that is not whole is an error: %s', async path => {
    const text = open()
      .get(path)
      .then(response => response.text());
    await expect(text).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
  });

  it('a body that is packed too often is refused', async () => {
    await expect(open().get('/thrice')).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
  });

  it('a body may be given up half-way', async () => {
    const { get, sockets } = open();
    const response = await get('/endless');
    const reader = response.body!.getReader();
    expect((await reader.read()).value?.length).toBeGreaterThan(0);
    await reader.cancel();
    await allClosed(sockets);
  });

  it('a body may be missing', async () => {
    const { get, sockets } = open();
    expect((await get('/empty')).body).toBeNull();
    expect(await (await get('/words', { method: 'HEAD' })).text()).toBe('');
    await allClosed(sockets);
  });
});

describe('headers', () => {
  it('headers of an answer have no cookies', async () => {
    const { headers } = await open().get('/told');
    expect([...headers.keys()].filter(name => name !== 'date')).toEqual(['content-type', 'x-fine']);
  });

  it('headers that are too large are an error', async () => {
    const { get, sockets } = open({ maxHeaderBytes: 8192 });
    await expect(get('/headers')).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await allClosed(sockets);
  });

  it('headers of a request are sent but for those of the connection, and cookies', async () => {
    const headers = {
      authorization: 'Bearer k',
      cookie: 'a=b',
      host: 'evil.com',
      'proxy-authorization': 'x',
      'x-key': 'v',
    };
    const response = await open().get('/echo', { method: 'POST', body: 'hello', headers });
    const echoed = (await response.json()) as { method: string; body: string; headers: Record<string, string> };
    expect(echoed).toMatchObject({ method: 'POST', body: 'hello' });
    expect(echoed.headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'gzip, deflate, br',
      authorization: 'Bearer k',
      connection: 'close',
      'content-length': '5',
      'content-type': 'text/plain;charset=UTF-8',
      host: 'example.com',
      'user-agent': 'toolgate',
      'x-key': 'v',
    });
  });

  it('headers and methods that cannot be sent are told without their values', async () => {
    for (const init of [{ method: 'TRACE' }, { method: 'CONNECT' }, { headers: { 'x-key': 'sec\nret' } }]) {
      const error = await open()
        .get('/echo', init)
        .catch(error => error);
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS' });
      expect(error.message).not.toContain('ret');
    }
  });
});

describe('a request', () => {
  it('a request may be a Request', async () => {
    const request = new Request('http://example.com/echo', { method: 'PUT', body: 'abc', headers: { 'x-a': '1' } });
    const response = await open().guarded(request);
    expect(await response.json()).toMatchObject({ method: 'PUT', body: 'abc', headers: { 'x-a': '1' } });
    expect(response).toMatchObject({ url: 'http://example.com/echo', redirected: false, status: 200 });
  });

  it('a request goes out by the usual dialler to an endpoint of one’s own, and to no other port there', async () => {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const guarded = createGuardedFetch({ allow: [], private: [endpoint] });
    expect(await (await guarded(`${endpoint}/words`)).text()).toBe(WORDS.toString());
    await expect(guarded('http://127.0.0.1/words')).rejects.toMatchObject({ details: { rule: 'address' } });
    const closed = createGuardedFetch({ allow: ['*'] });
    await expect(closed(`${endpoint}/words`)).rejects.toMatchObject({ details: { rule: 'address' } });
  });

  it('a request with a body too large is not sent', async () => {
    const { get, sockets } = open({ maxRequestBytes: 10 });
    await expect(get('/echo', { method: 'POST', body: 'x'.repeat(11) })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(sockets).toEqual([]);
  });
});

describe('the end of a request', () => {
  it('the end of a request comes with its time, before the answer and within the body', async () => {
    const { get, sockets } = open({ timeoutMs: 200 });
    await expect(get('/silent')).rejects.toMatchObject({ code: 'TIMEOUT', details: { host: 'example.com', hop: 0 } });
    const slow = get('/stalls').then(response => response.text());
    await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' });
    await allClosed(sockets);
  });

  it('the end of a request comes with the time for a connection, or for a name', async () => {
    const never = () => new Promise<never>(() => undefined);
    await expect(open({ connect: never, connectTimeoutMs: 20 }).get('/')).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(open({ lookup: never, timeoutMs: 20 }).get('/')).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it.each(['before', 'name', 'connect', 'answer', 'body'] as const)(
    'the end of a request comes with the signal: %s',
    async when => {
      const controller = new AbortController();
      const stop = () => setImmediate(() => controller.abort(new Error('enough')));
      const hang = () => {
        stop();
        return new Promise<never>(() => undefined);
      };
      if (when === 'before') controller.abort();
      const { get, sockets } = open(when === 'name' ? { lookup: hang } : when === 'connect' ? { connect: hang } : {});
      const path = when === 'body' ? '/stalls' : '/silent';
      if (when === 'answer') server.once('request', stop);
      const done = get(path, { signal: controller.signal }).then(response => {
        stop();
        return response.text();
      });
      await expect(done).rejects.toMatchObject({ code: 'ABORTED' });
      await allClosed(sockets);
    },
  );

  it('the end of a request closes a stream that the dialler brings too late', async () => {
    const controller = new AbortController();
    const late = createScriptedWire();
    let bring = () => {};
    const connect: Connect = request =>
      new Promise(resolve => {
        bring = () => resolve(late.connect(request));
        setImmediate(() => controller.abort());
      });
    await expect(open({ connect }).get('/', { signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    bring();
    await expect.poll(() => late.streams[0]?.destroyed).toBe(true);
  });

  it('a request tries the next address, and says why none would do', async () => {
    const tried: string[] = [];
    const wire = createScriptedWire();
    const connect: Connect = request => {
      tried.push(request.address);
      if (request.address !== '9.9.9.9') throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
      return wire.connect(request);
    };
    const first = open({ connect, lookup: () => ['8.8.8.8', '9.9.9.9'] });
    expect((await first.get('/')).status).toBe(200);
    expect(tried).toEqual(['8.8.8.8', '9.9.9.9']);
    const none = await open({ connect, lookup: () => ['8.8.4.4'] })
      .get('/?key=secret')
      .catch(error => error);
    expect(none).toMatchObject({ code: 'EXECUTION_ERROR', retryable: true, details: { cause: 'ECONNREFUSED' } });
    expect(none.message).not.toContain('secret');
  });
});

/** Opens pages by URL, on a wire without a network. */
function openSite(pages: Readonly<Record<string, string>>, options: Partial<GuardedFetchOptions> = {}) {
  const wire = createScriptedWire((dialled: DialRequest, request) => {
    const scheme = dialled.tls === undefined ? 'http' : 'https';
    const [, path, host] = /^\S+ (\S+) [\s\S]*?\r\nhost: (\S+)/i.exec(request) ?? [];
    return pages[`${scheme}://${host}${path}`] ?? ok(`${request.split('\r\n')[0]}`);
  });
  const guarded = createGuardedFetch({ allow: ['*'], lookup: () => [PUBLIC], connect: wire.connect, ...options });
  return { wire, guarded };
}

describe('an answer that is none', () => {
  it.each([
    'hello',
    'SSH-2.0-OpenSSH_9\r\n',
    'HTTP/1.1 999 What\r\n\r\n',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!',
    'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n',
    'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n',
  ])('an answer that is none is an error, and nothing stays open: %j', async answer => {
    const { guarded, wire } = openSite({ 'http://example.com/': answer });
    await expect(guarded('http://example.com/')).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
    expect(wire.streams.every(stream => stream.destroyed)).toBe(true);
  });

  it.each([
    () => undefined,
    () => {
      throw new Error('secret');
    },
    () => createScriptedWire().connect({} as DialRequest),
  ])('an answer that is none comes from a dialler that brings nothing of use: %#', async bring => {
    const connect = (async () => {
      const stream = await bring();
      stream?.destroy();
      return stream;
    }) as Connect;
    const error = await open({ connect })
      .get('/')
      .catch(error => error);
    expect(error).toMatchObject({ code: 'EXECUTION_ERROR', details: { host: 'example.com', hop: 0 } });
    expect(error.message).not.toContain('secret');
  });
});

describe('a redirect', () => {
  const refusal = (rule: string, hop = 1) => ({ code: 'NETWORK_BLOCKED', details: { rule, hop } });

  it.each([
    ['http://127.0.0.1/', 'address'],
    ['http://169.254.169.254/latest/meta-data', 'address'],
    ['//[::1]/', 'address'],
    ['//0x7f.1', 'address'],
    ['http://localhost/', 'local-name'],
    ['http://user:pw@example.com/', 'user-info'],
    ['http://example.com:22/', 'port'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['http://exa mple.com/', 'url'],
    ['http://other.org/', 'allowlist'],
    ['http://own.example.com:8080/', 'allowlist'],
    ['http://10.0.0.5:8080/', 'address'],
  ])('a redirect to %s is refused', async (location, rule) => {
    const options = { allow: ['example.com'], private: ['own.example.com:8080', '10.0.0.5:8080'] };
    const { guarded, wire } = openSite({ 'http://example.com/': redirectTo(location) }, options);
    await expect(guarded('http://example.com/')).rejects.toMatchObject(refusal(rule));
    expect(wire.dialled.length).toBe(1);
    expect(wire.streams.every(stream => stream.destroyed)).toBe(true);
  });

  it('a redirect from https to http is refused, the other way round is not', async () => {
    const pages = {
      'https://example.com/': redirectTo('http://example.com/x'),
      'http://example.com/': redirectTo('https://example.com/y'),
    };
    await expect(openSite(pages).guarded('https://example.com/')).rejects.toMatchObject(refusal('downgrade'));
    const response = await openSite(pages).guarded('http://example.com/');
    expect(response).toMatchObject({ url: 'https://example.com/y', redirected: true });
  });

  it('a redirect is followed within an endpoint of one’s own, and not back to it', async () => {
    const own = { private: ['10.0.0.5:8080'] };
    const pages = {
      'http://10.0.0.5:8080/a': redirectTo('/b'),
      'http://10.0.0.5:8080/out': redirectTo('http://example.com/back'),
      'http://example.com/back': redirectTo('http://10.0.0.5:8080/b'),
    };
    expect((await openSite(pages, own).guarded('http://10.0.0.5:8080/a')).url).toBe('http://10.0.0.5:8080/b');
    const { guarded, wire } = openSite(pages, own);
    await expect(guarded('http://10.0.0.5:8080/out')).rejects.toMatchObject(refusal('address', 2));
    expect(wire.dialled.map(({ address }) => address)).toEqual(['10.0.0.5', PUBLIC]);
  });

  it('a redirect resolves the name again and checks it again: what changed meanwhile is refused', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const { guarded, wire } = openSite(
      { 'http://example.com/': redirectTo('/again') },
      { lookup: () => answers.shift()! },
    );
    await expect(guarded('http://example.com/')).rejects.toMatchObject(refusal('address'));
    expect(wire.dialled.map(({ address }) => address)).toEqual([PUBLIC]);
  });

  it('a redirect is followed so often and no more', async () => {
    const { guarded, wire } = openSite({ 'http://example.com/': redirectTo('/') }, { maxRedirects: 3 });
    await expect(guarded('http://example.com/')).rejects.toMatchObject(refusal('redirects', 3));
    expect(wire.dialled.length).toBe(4);
  });

  it('a redirect is given back or refused when the request says so', async () => {
    const { guarded } = openSite({ 'http://example.com/': redirectTo('http://127.0.0.1/') });
    const response = await guarded('http://example.com/', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1/']);
    await expect(guarded('http://example.com/', { redirect: 'error' })).rejects.toMatchObject(refusal('redirects', 0));
  });

  it.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('a redirect %i of %s becomes %s', async (status, method, expected) => {
    const { guarded, wire } = openSite({ 'http://example.com/': redirectTo('/next', status) });
    await guarded('http://example.com/', { method, ...(method === 'HEAD' ? {} : { body: 'the body' }) });
    const last = wire.requests.at(-1)!;
    expect(last.split(' ')[0]).toBe(expected);
    expect(last.endsWith('the body')).toBe(expected !== 'GET' && expected !== 'HEAD');
    expect(/content-type/i.test(last)).toBe(expected !== 'GET' && expected !== 'HEAD');
  });

  it.each([
    ['http://example.com/next', true],
    ['http://www.example.com/next', false],
    ['http://example.com:8080/next', false],
    ['https://example.com/next', false],
  ])('a redirect to %s takes keys along: %s', async (location, kept) => {
    const { guarded, wire } = openSite({ 'http://example.com/': redirectTo(location, 307) });
    const headers = { authorization: 'Bearer k', 'x-api-key': 'k', 'x-subscription-token': 'k', accept: 'text/html' };
    await guarded('http://example.com/', { headers });
    const last = wire.requests.at(-1)!;
    expect(last).toContain('accept: text/html');
    for (const name of ['authorization', 'x-api-key', 'x-subscription-token']) expect(last.includes(name)).toBe(kept);
  });

  it('a redirect may be written in UTF-8', async () => {
    const location = Buffer.from('/käse').toString('latin1');
    const { guarded } = openSite({ 'http://example.com/': redirectTo(location) });
    expect((await guarded('http://example.com/')).url).toBe('http://example.com/k%C3%A4se');
  });
});

describe('what is told', () => {
  it('an error tells no secrets of a URL', async () => {
    const { guarded } = openSite({
      'http://example.com/a?key=secret': redirectTo('http://10.0.0.1/secret?secret#secret'),
    });
    for (const url of ['http://example.com/a?key=secret', 'http://secret:secret@example.com/', 'http://[secret']) {
      const error = await guarded(url).catch(error => error);
      expect(error).toBeInstanceOf(ToolError);
      if (url !== 'secret:x')
        expect(JSON.stringify([error.message, error.details, error.suggestion])).not.toContain('secret');
    }
  });

  it('a guarded fetch throws a TypeError for a list that makes no sense', () => {
    for (const entry of [
      '',
      'http://example.com',
      'a b',
      '*example.com',
      'a.*.com',
      'example.com/x',
      'x:99999',
      'u@x',
      '*.',
    ])
      expect(() => createGuardedFetch({ allow: [entry] })).toThrow(TypeError);
    for (const entry of ['', '*', '*.example.com:80', 'ftp://example.com', 'http://'])
      expect(() => createGuardedFetch({ allow: [], private: [entry] })).toThrow(TypeError);
  });
});
