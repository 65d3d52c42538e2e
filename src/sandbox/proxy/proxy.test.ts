import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openProxy, type ReachTest } from './proxy.ts';

const seen: { host: string | undefined; url: string | undefined }[] = [];
const server = http.createServer((request, response) => {
  seen.push({ host: request.headers.host, url: request.url });
  request.resume();
  response.end('reached');
});
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => server.close());

/** Sends raw bytes to a proxy, and gives all that comes back. */
async function sent(text: string, mayReach: ReachTest): Promise<{ answer: string; refused: readonly string[] }> {
  const proxy = await openProxy(mayReach);
  onTestFinished(() => proxy.close());
  const socket = connect(proxy.socket);
  let answer = '';
  socket.on('data', chunk => {
    answer += chunk;
    if (answer.includes('Connection established\r\n\r\n') && !answer.includes('reached')) {
      socket.write('GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    }
  });
  socket.on('error', () => undefined);
  socket.write(text.replaceAll('PORT', String(port)));
  await new Promise(resolve => socket.on('close', resolve));
  return { answer, refused: [...proxy.refused] };
}

const get = (url: string, more = '') =>
  `GET ${url} HTTP/1.1\r\nHost: allowed.example\r\n${more}Connection: close\r\n\r\n`;
const tunnel = (target: string) => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`;
const onlyLocal: ReachTest = host => host === 'localhost' || host === '127.0.0.1';
const everything: ReachTest = () => true;

describe('what is allowed by name', () => {
  it('a host that is allowed by name is reached by a plain request, whose Host is that of the address', async () => {
    const { answer } = await sent(get('http://localhost:PORT/a?b'), onlyLocal);
    expect(answer).toContain('reached');
    expect(seen.at(-1)).toEqual({ host: `localhost:${port}`, url: '/a?b' });
  });

  it('a host that is allowed by name is reached through a tunnel', async () => {
    expect((await sent(tunnel('127.0.0.1:PORT'), onlyLocal)).answer).toContain('reached');
  });
});

it.each([
  get('http://elsewhere.example/'),
  get('http://localhost@elsewhere.example:PORT/'),
  get('http://127.0.0.2:PORT/'),
  get('http://[::1]:PORT/'),
  get('https://localhost:PORT/'),
  get('file:///etc/passwd'),
  get('/relative'),
  tunnel('elsewhere.example:443'),
  tunnel('127.0.0.2:PORT'),
  tunnel('[::ffff:127.0.0.1]:PORT'),
  tunnel('localhost'),
  tunnel('localhost:0'),
  tunnel('localhost:99999'),
  tunnel('elsewhere.example#@localhost:PORT'),
  get('http://localhost:PORT/', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n'),
])('the proxy does not serve %j', async text => {
  const before = seen.length;
  const { answer } = await sent(text, onlyLocal);
  expect(answer).toMatch(/^HTTP\/1.1 (?:400|403|431|502) /);
  expect(seen.length).toBe(before);
});

it('the proxy does not serve headers of any length', async () => {
  const before = seen.length;
  await sent(get('http://localhost:PORT/', `X: ${'x'.repeat(100_000)}\r\n`), onlyLocal);
  expect(seen.length).toBe(before);
});

it.each([
  ...['localhost', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', 'LOCALHOST.'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[fe80::1]'],
  ...['169.254.169.254', '10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '168.63.129.16', '[fd00:ec2::254]'],
])('a policy that allows every host does not mean %s', async host => {
  const before = seen.length;
  for (const text of [tunnel(`${host}:PORT`), get(`http://${host}:PORT/`)]) {
    expect((await sent(text, everything)).answer).toMatch(/^HTTP\/1.1 403 /);
  }
  expect(seen.length).toBe(before);
});

it('rules of the proxy see one spelling of a host', async () => {
  const asked: string[] = [];
  const note: ReachTest = host => {
    asked.push(host);
    return false;
  };
  for (const host of ['EXAMPLE.com.', '0x7f.1', '[::1]']) await sent(tunnel(`${host}:1`), note);
  expect(asked).toEqual(['example.com', '127.0.0.1', '::1']);
});

it('a rule of the proxy that throws refuses', async () => {
  const broken: ReachTest = () => {
    throw new Error('broken');
  };
  expect((await sent(tunnel('localhost:PORT'), broken)).answer).toMatch(/^HTTP\/1.1 502 /);
});

it('the proxy tells which hosts were refused, and is gone when it is closed, with all that is open', async () => {
  expect((await sent(tunnel('elsewhere.example:443'), onlyLocal)).refused).toEqual(['elsewhere.example']);
  const proxy = await openProxy(onlyLocal);
  const socket = connect(proxy.socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  proxy.close();
  await once(socket, 'close');
  expect(existsSync(proxy.socket)).toBe(false);
});
