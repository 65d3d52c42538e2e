import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openProxy } from '../proxy/proxy.ts';
import { openGuardedPort } from './guarded-port.ts';

async function open() {
  const asked: string[] = [];
  const proxy = await openProxy(host => {
    asked.push(host);
    return false;
  });
  const way = await openGuardedPort(proxy.socket);
  onTestFinished(() => {
    way.close();
    proxy.close();
  });
  const send = async (...parts: string[]): Promise<string> => {
    const socket = connect(way.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    let answer = '';
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    for (const part of parts) {
      socket.write(part);
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    await closed;
    return answer;
  };
  const header = (text: string) => `Proxy-Authorization: Basic ${Buffer.from(text).toString('base64')}\r\n`;
  return { asked, way, send, header };
}

const GET = (header: string) =>
  `GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n${header}Connection: close\r\n\r\n`;
const CONNECT = (header: string) => `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n${header}\r\n`;

it('a guarded port is of no use to those who do not know the password', async () => {
  const { asked, way, send, header } = await open();
  const wrong = ['', header('page:'), header(`page:${way.password.slice(1)}`), header(`other:${way.password}`)];
  for (const each of wrong) {
    expect(await send(GET(each))).toMatch(/^HTTP\/1\.1 407 .*Proxy-Authenticate: Basic/s);
    expect(await send(CONNECT(each))).toContain(' 407 ');
  }
  // A password in the body of a request, or in a second request, does not count.
  const later = `${GET('').replace('close', 'keep-alive')}${GET(header(`page:${way.password}`))}`;
  expect(await send(later)).toContain(' 407 ');
  expect(asked).toEqual([]);
});

it('a guarded port leads to the proxy with the password, also in pieces', async () => {
  const { asked, way, send, header } = await open();
  const right = header(`${way.username}:${way.password}`);
  expect(await send(GET(right))).toContain('403 Forbidden');
  const whole = CONNECT(right);
  expect(await send(whole.slice(0, 60), whole.slice(60))).toContain('a.example is not allowed');
  expect(asked).toEqual(['a.example', 'a.example']);
  expect(await send('x'.repeat(70_000))).toBe('');
});
