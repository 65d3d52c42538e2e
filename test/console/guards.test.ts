import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsole, PAGE, type Sent, TOKEN } from '../support/console/world.ts';

const BEARER = { Authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Every way in. */
const WAYS: readonly Sent[] = [
  { path: '/' },
  { path: '/', method: 'HEAD' },
  { path: '/api/overview' },
  { path: '/api/events?from=0' },
  { path: '/api/calls' },
  { path: '/api/nothing' },
  { path: '/else' },
  { path: '/api/undo', method: 'POST', headers: JSON_TYPE, body: '{}' },
  { path: '/api/demo/start', method: 'POST', headers: JSON_TYPE, body: '{}' },
  { path: '/api/rules/1', method: 'DELETE' },
];

const refusedEverywhere = async (world: ConsoleWorld, headers: Record<string, string>, status: number) => {
  for (const way of WAYS) {
    const { status: got, text } = await world.send({ ...way, headers: { ...way.headers, ...headers } });
    expect([way.path, way.method, got]).toEqual([way.path, way.method, status]);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(world.root);
  }
};

describe('without the token', () => {
  it.each([
    ['none', {}],
    ['a wrong one', { Authorization: `Bearer ${'x'.repeat(TOKEN.length)}` }],
    ['half of it', { Authorization: `Bearer ${TOKEN.slice(0, 5)}` }],
    ['more than it', { Authorization: `Bearer ${TOKEN}x` }],
    ['an empty one', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }],
    ['a cookie', { Cookie: `token=${TOKEN}` }],
  ])('there is nothing: %s', async (_, headers) => {
    await refusedEverywhere(await openConsole(), headers, 401);
  });

  it('without the token in the address it counts for the page alone', async () => {
    const world = await openConsole();
    for (const way of WAYS.filter(({ path }) => path !== '/')) {
      const path = `${way.path}${way.path?.includes('?') ? '&' : '?'}token=${TOKEN}`;
      expect((await world.send({ ...way, path })).status).toBe(401);
    }
    expect((await world.send({ path: `/?token=${TOKEN}` })).text).toBe(PAGE);
    expect((await world.send({ path: `/?token=${TOKEN}`, method: 'POST' })).status).toBe(401);
    for (const token of ['', 'x', TOKEN.slice(1), `${TOKEN}${TOKEN}`])
      expect((await world.send({ path: `/?token=${token}` })).status).toBe(401);
  });

  it('the page says how to come in, and a reload finds the token of its tab', async () => {
    const { send } = await openConsole();
    const { text, headers } = await send({});
    expect(text).toContain('Open the link that <code>toolgate serve</code> has printed');
    expect(text).toContain("sessionStorage.getItem('toolgate-token')");
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
  });

  it.each(['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT', 'DELETE'])('%s is refused', async method => {
    const { send } = await openConsole();
    for (const path of ['/', '/api/overview'])
      expect([401, 403]).toContain((await send({ method, path: method === 'CONNECT' ? 'a:1' : path })).status);
  });

  it.each([
    '//',
    '//evil.example/',
    '/%2e%2e/api/overview',
    '/api/../',
    '/api/%2e%2e/%2e%2e/etc/passwd',
    '/api//overview',
    '/./',
    '/\\evil.example',
    '/%',
    '/mcp/',
    '/mcp/../api/overview',
    '/%6dcp',
    '*',
    'http://evil.example/',
    'http://evil.example/api/overview',
    `/api/${'x'.repeat(5_000)}`,
  ])('a path that plays tricks is refused: %s', async path => {
    const { send } = await openConsole();
    expect([401, 403]).toContain((await send({ path })).status);
  });

  it('no connection becomes another protocol', async () => {
    const { send } = await openConsole();
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'x',
      'Sec-WebSocket-Version': '13',
    };
    for (const path of ['/', '/api/events', '/mcp']) expect((await send({ path, headers: upgrade })).status).toBe(401);
    expect((await send({ path: '/api/nothing', headers: { ...upgrade, ...BEARER } })).status).toBe(404);
  });
});

describe('with the token', () => {
  it.each([
    ['another name', () => 'evil.example'],
    ['a name that was led here', (port: number) => `rebound.example:${port}`],
    ['a name that begins like ours', (port: number) => `127.0.0.1.evil.example:${port}`],
    ['another port', (port: number) => `127.0.0.1:${port + 1}`],
    ['no port', () => 'localhost'],
    ['another loopback address', (port: number) => `127.0.0.2:${port}`],
    ['any address', (port: number) => `0.0.0.0:${port}`],
    ['our address as a number', (port: number) => `2130706433:${port}`],
    ['a name with a dot', (port: number) => `localhost.:${port}`],
    ['more than a name', (port: number) => `a@127.0.0.1:${port}`],
    ['a path', (port: number) => `127.0.0.1:${port}/x`],
  ])('nothing is told to %s', async (_, host) => {
    const world = await openConsole();
    await refusedEverywhere(world, { ...BEARER, Host: host(world.port) }, 403);
  });

  it.each([
    ['another site', () => 'https://evil.example'],
    ['a frame without a name', () => 'null'],
    ['another port of this machine', () => 'http://127.0.0.1:3000'],
    ['another name of this machine', (port: number) => `http://localhost:${port}`],
    ['another scheme', (port: number) => `https://127.0.0.1:${port}`],
    ['an extension', () => 'chrome-extension://abcdef'],
    ['a file', () => 'file://'],
    ['nothing', () => ''],
  ])('nothing is told to a page of %s', async (_, origin) => {
    const world = await openConsole();
    await refusedEverywhere(world, { ...BEARER, Origin: origin(world.port) }, 403);
  });

  it.each(['cross-site', 'same-site', 'odd'])('nothing is told where the browser says %s', async site => {
    await refusedEverywhere(await openConsole(), { ...BEARER, 'Sec-Fetch-Site': site }, 403);
  });

  it('our own page and programs of this machine are answered', async () => {
    const { send, port } = await openConsole();
    const own: Record<string, string>[] = [
      {},
      { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' },
      { Host: `localhost:${port}`, Origin: `http://localhost:${port}` },
      { Host: `LOCALHOST:${port}`, Origin: `http://localhost:${port}` },
      { Host: `[::1]:${port}` },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of own) {
      expect((await send({ path: '/api/overview', headers: { ...BEARER, ...headers } })).status).toBe(200);
      expect((await send({ path: '/', headers: { ...BEARER, ...headers } })).text).toBe(PAGE);
    }
  });

  it('what changes something is JSON and no longer than it may be', async () => {
    const { send } = await openConsole();
    const post = (headers: Record<string, string>, body: string) =>
      send({ path: '/api/undo', method: 'POST', headers: { ...BEARER, ...headers }, body });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect((await post({ 'Content-Type': type }, '{}')).status).toBe(415);
    expect((await post(JSON_TYPE, '{')).status).toBe(400);
    expect((await post(JSON_TYPE, '{"sett":"1"}')).status).toBe(400);
    expect((await post({ 'Content-Type': 'application/json; charset=utf-8' }, '[]')).status).toBe(400);
    const large = await post(JSON_TYPE, JSON.stringify({ path: 'x'.repeat(17 * 2 ** 20) })).catch(
      (error: Error) => error,
    );
    // It may hang up before all was sent.
    if (!(large instanceof Error)) expect(large.status).toBe(413);
  });

  it('agents come in as before, and the page of another program of this machine too', async () => {
    const { send } = await openConsole();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE });
    const headers = { ...BEARER, ...JSON_TYPE, Accept: 'application/json, text/event-stream' };
    for (const more of [{}, { Origin: 'http://localhost:3000' }] as Record<string, string>[])
      expect((await send({ path: '/mcp', method: 'POST', headers: { ...headers, ...more }, body })).status).toBe(200);
    expect(
      (await send({ path: '/mcp', method: 'POST', headers: { ...headers, Host: 'evil.example' }, body })).status,
    ).toBe(403);
  });
});

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } };

describe('every answer', () => {
  it('every answer runs only the script and style of the page, and speaks to nobody else', async () => {
    const { send } = await openConsole();
    const { headers } = await send({ path: '/', headers: BEARER });
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy.toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      'font-src data:',
      "form-action 'none'",
      "frame-ancestors 'none'",
      'img-src data: blob:',
      `script-src ${hash('1 + 1')}`,
      `style-src ${hash('b{color:red}')}`,
    ]);
  });

  it.each([
    ['the page', { path: '/', headers: BEARER }],
    ['the locked page', { path: '/' }],
    ['data', { path: '/api/overview', headers: BEARER }],
    ['a refusal', { path: '/api/overview' }],
    ['nothing', { path: '/api/nothing', headers: BEARER }],
    ['a mistake', { path: '/api/calls?limit=x', headers: BEARER }],
  ])('every answer has strict headers: %s', async (_, way) => {
    const { send } = await openConsole();
    const { headers } = await send(way);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('every answer says that the page is not built, and answers all else', async () => {
    const { send } = await openConsole({}, { console: { page: () => undefined } });
    const { status, text } = await send({ path: '/', headers: BEARER });
    expect([status, text]).toEqual([503, expect.stringContaining('npm run build:page')]);
    expect((await send({ path: '/api/overview', headers: BEARER })).status).toBe(200);
  });

  it('every answer never holds the token, whatever breaks', async () => {
    const { send, gate, problems } = await openConsole();
    gate.store.events.last = () => Promise.reject(new Error('the disk is gone'));
    const { status, text } = await send({ path: '/api/overview', headers: BEARER });
    expect([status, JSON.parse(text)]).toMatchObject([500, { error: { code: 'EXECUTION_ERROR' } }]);
    expect(text).not.toContain('disk');
    expect(problems.map(({ message }) => message)).toEqual(['the disk is gone']);
    expect(JSON.stringify(problems)).not.toContain(TOKEN);
  });

  it.each([
    ['no name', `GET /api/overview HTTP/1.1\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`, 403],
    ['an empty name', `GET / HTTP/1.1\r\nHost:\r\nAuthorization: Bearer ${TOKEN}\r\nConnection: close\r\n\r\n`, 403],
    ['an old client', `GET / HTTP/1.0\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`, 403],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400],
  ])('every answer: to %s is an end', async (_, sent, status) => {
    const { port } = await openConsole();
    const said = await new Promise<string>(resolve => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', chunk => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
    });
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect(said).not.toContain('workspace');
  });
});
