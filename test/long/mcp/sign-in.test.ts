import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type HttpServer, keptSignIns, signInToServer } from '../../../src/adapters/mcp/client/index.ts';
import { checkAuthAddress } from '../../../src/adapters/mcp/client/sign-in/find-authority.ts';
import { readTokens } from '../../../src/adapters/mcp/client/sign-in/sign-in-to-server.ts';

import { mcpServersProblem } from '../../../src/config/keys/mcp-servers.ts';
import { openCli } from '../../support/cli/open-cli.ts';
import { openTerminal } from '../../support/cli/open-terminal.ts';
import { type Habits, listening, openAuthority, openProtected } from '../../support/mcp/open-authority.ts';

type Config = Readonly<Record<string, unknown>>;

/** The command line with one server in the config, named `secure`. */
function configured(url: string, more: Config = {}) {
  const cli = openCli();
  const file = join(cli.folder, 'config', 'toolgate', 'config.json');
  mkdirSync(join(file, '..'), { recursive: true });
  const configure = (config: Config) => writeFileSync(file, JSON.stringify({ mcpServers: { secure: config } }));
  configure({ url, ...more });
  const folder = join(cli.folder, 'state', 'toolgate', 'sign-ins');
  const files = () => {
    try {
      return readdirSync(folder).map(name => join(folder, name));
    } catch {
      return [];
    }
  };
  const kept = () => JSON.parse(readFileSync(files()[0]!, 'utf8'));
  /** Changes what is kept, as time would. */
  const alter = (change: Config) => writeFileSync(files()[0]!, JSON.stringify({ ...kept(), ...change }));
  /** Runs a command while the servers of this process answer it. */
  const run = async (args: readonly string[]) => {
    const started = cli.start(args);
    started.child.stdin?.end();
    return { status: await started.ended(), said: started.said() };
  };
  const call = () => run(['exec', 'secure__say', '--policy', 'privileged', '--yes', '--json']);
  /** Starts to sign in, and gives the page as soon as it is shown. */
  const page = async () => {
    const started = cli.start(['sign-in', 'secure']);
    await started.until('&resource=');
    return { ...started, link: new URL(await linkIn(started.said)) };
  };
  /** Someone who agrees to everything at once. */
  const signIn = async () => {
    const { link, ended, said } = await page();
    const { status } = await fetch(link);
    return { page: status, status: await ended(), said: said() };
  };
  /** The same from this process, for what comes after a sign-in. */
  const signedIn = () => {
    mkdirSync(join(folder, '..'), { recursive: true, mode: 0o700 });
    return signInHere(folder, { url, ...more });
  };
  return { ...cli, cli, configure, files, kept, alter, run, call, page, signIn, signedIn };
}

/** Signs in without a process of its own; whoever is asked agrees. */
const signInHere = (folder: string, config: HttpServer, show: (page: URL) => void = () => {}) =>
  signInToServer({
    name: 'secure',
    config,
    env: {},
    signIns: keptSignIns(() => folder),
    show: page => {
      show(page);
      void fetch(page);
    },
    signal: new AbortController().signal,
  });

/** The page that was shown, once it was shown to its end. */
async function linkIn(said: () => string): Promise<string> {
  const whole = /(http\S+&state=\S+)\s/;
  await expect.poll(said).toMatch(whole);
  return whole.exec(said())?.[1] ?? '';
}

async function opened(habits: Habits = {}, more: Config = {}) {
  const authority = await openAuthority(habits);
  const server = await openProtected(authority, habits);
  return { authority, server, ...configured(server.url, more) };
}

async function signedInHere(habits: Habits) {
  const authority = await openAuthority(habits);
  const { url } = await openProtected(authority, habits);
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-sign-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pages: URL[] = [];
  const failure = await signInHere(folder, { url }, page => pages.push(page)).then(
    () => undefined,
    (error: Error) => error,
  );
  return { authority, pages, failure, files: readdirSync(folder) };
}

it('toolgate sign-in signs in, and what it is given serves the calls that follow', async () => {
  const { authority, server, call, signIn, files, kept } = await opened();
  const before = await call();
  expect(before.status).toBe(3);
  expect(before.said).toContain('"code":"PERMISSION_DENIED"');
  expect(before.said).toContain('Run: toolgate sign-in secure');
  expect(await signIn()).toMatchObject({ page: 200, status: 0, said: expect.stringContaining('You are signed in') });
  expect(await call()).toMatchObject({ status: 0, said: expect.stringContaining('said') });
  expect(authority.registered).toMatchObject([
    { redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)], application_type: 'native' },
  ]);
  const grants = authority.asked.filter(({ path }) => path === '/authorize' || path === '/token');
  expect(grants.map(({ params }) => params.get('resource'))).toEqual([server.url, server.url]);
  expect(files()).toHaveLength(1);
  expect(statSync(files()[0]!).mode & 0o777).toBe(0o600);
  expect(statSync(join(files()[0]!, '..')).mode & 0o777).toBe(0o700);
  expect(kept()).toMatchObject({ server: 'secure', url: server.url, issuer: authority.issuer, resource: server.url });
});

it('toolgate sign-in forgets when it is told to', async () => {
  const { signedIn, call, run, files } = await opened();
  await signedIn();
  expect((await run(['sign-in', 'secure', '--forget'])).said).toContain('is forgotten');
  expect(files()).toEqual([]);
  expect((await run(['sign-in', 'secure', '--forget', '--json'])).said).toBe('{"server":"secure","signedIn":false}\n');
  expect((await call()).status).toBe(3);
});

it('toolgate sign-in takes the client of the config, and leaves its secret there', async () => {
  const oauth = { clientId: 'mine', clientSecret: 'hush', scope: 'read' };
  const { authority, signIn, kept } = await opened({ withoutRegistration: true }, { oauth });
  expect((await signIn()).status).toBe(0);
  const [exchange] = authority.asked.filter(({ path }) => path === '/token');
  expect(Object.fromEntries(exchange!.params)).toMatchObject({ client_id: 'mine', client_secret: 'hush' });
  expect(kept().client).toEqual({ client_id: 'mine' });
  expect(kept().tokens.scope).toBe('read');
});

it('toolgate sign-in says what is wrong with the name', async () => {
  const { run, configure } = await opened();
  expect(await run(['sign-in', 'secur'])).toMatchObject({
    status: 2,
    said: expect.stringContaining('Did you mean secure'),
  });
  configure({ command: 'true' });
  expect(await run(['sign-in', 'secure'])).toMatchObject({
    status: 2,
    said: expect.stringContaining('over HTTP only'),
  });
});

it('toolgate sign-in ends when it is interrupted, and nobody is signed in', async () => {
  const { page, files } = await opened();
  const { child, ended } = await page();
  child.kill('SIGINT');
  expect(await ended()).toBe(130);
  expect(files()).toEqual([]);
});

it('toolgate sign-in has nothing to do with a server that wants no one to sign in', async () => {
  const url = await listening((_, response) => void response.writeHead(404).end());
  const { run } = configured(`${url}/mcp`);
  expect((await run(['sign-in', 'secure'])).status).toBe(1);
});

it('toolgate sign-in takes the answer of the authorization server alone, and once', async () => {
  const { page, kept } = await opened();
  const { link, ended } = await page();
  const back = new URL(link.searchParams.get('redirect_uri')!);
  // Browsers open connections before they need them.
  const idle = connect(Number(back.port), back.hostname).on('error', () => {});
  onTestFinished(() => void idle.destroy());
  const visit = async (params: Record<string, string>, path = back.pathname) => {
    const url = new URL(path, back);
    url.search = new URLSearchParams(params).toString();
    return (await fetch(url).catch(() => ({ status: 0 }))).status;
  };
  const state = link.searchParams.get('state')!;
  expect(await visit({ code: 'stolen' })).toBe(400);
  expect(await visit({ code: 'stolen', state: `${state}x` })).toBe(400);
  expect(await visit({ code: 'stolen', state }, '/elsewhere')).toBe(404);
  expect((await fetch(`${back.href}?state=${state}&state=${state}&code=a`)).status).toBe(400);
  expect((await fetch(back, { method: 'POST' })).status).toBe(404);
  const answer = await fetch(link, { redirect: 'manual' });
  const location = answer.headers.get('location')!;
  expect((await fetch(location)).status).toBe(200);
  const second = await fetch(location).then(
    ({ status }) => status,
    () => 'closed',
  );
  expect([409, 'closed']).toContain(second);
  expect(await ended()).toBe(0);
  expect(kept().server).toBe('secure');
});

it.each([
  ['from someone else', 'http://127.0.0.1:1'],
  ['from no one', null],
])('toolgate sign-in refuses an answer %s', async (_, iss) => {
  const { authority, failure, files } = await signedInHere({ iss });
  expect(failure?.message).toContain('Issuer mismatch');
  expect(authority.count('/authorize')).toBe(1);
  expect(authority.count('/token')).toBe(0);
  expect(files).toEqual([]);
});

it('toolgate sign-in is told when the person says no', async () => {
  const { authority, page } = await opened();
  const { link, ended, said } = await page();
  const back = new URL(link.searchParams.get('redirect_uri')!);
  const state = link.searchParams.get('state')!;
  back.search = new URLSearchParams({ error: 'access_denied', state, iss: authority.issuer }).toString();
  await fetch(back);
  expect(await ended()).toBe(3);
  expect(said()).toContain('access_denied');
});

const endpoint = (change: Record<string, unknown>) => ({
  metadata: (metadata: object) => ({ ...metadata, ...change }),
});
it.each([
  [
    'a page without https',
    endpoint({ authorization_endpoint: 'http://example.invalid/authorize' }),
    /authorize, which is not https/,
  ],
  ['a page that is none', endpoint({ authorization_endpoint: 'file:///etc/passwd' }), /is no https address/],
  [
    'a token endpoint without https',
    endpoint({ token_endpoint: 'http://example.invalid/token' }),
    /token, which is not https/,
  ],
  [
    'a registration without https',
    endpoint({ registration_endpoint: 'http://example.invalid/register' }),
    /register, which is not https/,
  ],
  ['another issuer', endpoint({ issuer: 'https://example.invalid' }), /[Ii]ssuer/],
  ['no way to register', { withoutRegistration: true }, /let programs register by themselves/],
  ['no PKCE', endpoint({ code_challenge_methods_supported: ['plain'] }), /PKCE/],
  ['too many words', endpoint({ words: 'x'.repeat(1_000_000) }), /sent more than/],
  [
    'another resource',
    { description: (said: object) => ({ ...said, resource: 'https://example.invalid/mcp' }) },
    /describes another server/,
  ],
  [
    'an authorization server without https',
    { description: (said: object) => ({ ...said, authorization_servers: ['http://example.invalid'] }) },
    /which is not https/,
  ],
] as [string, Habits, RegExp][])('toolgate sign-in goes nowhere with %s', async (_, habits, reason) => {
  const { authority, pages, failure, files } = await signedInHere(habits);
  expect(failure?.message).toMatch(reason);
  expect(failure!.message.length).toBeLessThan(4_000);
  expect(pages).toEqual([]);
  expect(authority.count('/register')).toBe(0);
  expect(files).toEqual([]);
});

it.each([
  ['redirects', 307, ''],
  ['floods', 200, 'x'.repeat(5_000_000)],
  ['gives no bearer token', 200, '{"access_token":"a b","token_type":"Bearer"}'],
  ['gives a token of another kind', 200, '{"access_token":"a","token_type":"mac"}'],
])('toolgate sign-in takes nothing from a token endpoint that %s', async (_, status, body) => {
  const reached: string[] = [];
  const elsewhere = await listening((request, response) => {
    reached.push(request.url ?? '');
    response.end('{"access_token":"a","token_type":"Bearer"}');
  });
  const { authority, failure, files } = await signedInHere({
    token: (_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/token`, 'content-type': 'application/json' });
      response.end(body);
    },
  });
  expect(failure?.message).toContain('Signing in to secure failed');
  expect(authority.count('/token')).toBe(1);
  expect(reached).toEqual([]);
  expect(files).toEqual([]);
});

/** Someone at a terminal, with a program for pages that notes what it is given. */
const atTerminal = async (args: readonly string[], env: Record<string, string> = { DISPLAY: ':0' }) => {
  const { cli, ...rest } = await opened();
  const bin = join(cli.folder, 'bin');
  const notes = join(cli.folder, 'pages');
  mkdirSync(bin);
  for (const name of ['open', 'xdg-open'])
    writeFileSync(join(bin, name), `#!/bin/sh\necho "$#" "$@" >> '${notes}'\n`, { mode: 0o755 });
  const terminal = openTerminal(cli, ['sign-in', 'secure', ...args], {
    size: { columns: 2000, rows: 50 },
    env: { PATH: `${bin}:${cli.env.PATH}`, ...env },
  });
  await terminal.until('&resource=');
  const link = await linkIn(terminal.screen);
  const pages = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '');
  return { ...rest, terminal, link, pages };
};

it('the browser is opened for a person at a terminal', async () => {
  const { terminal, link, pages } = await atTerminal([]);
  await expect.poll(pages).toBe(`1 ${link}\n`);
  await fetch(link);
  expect(await terminal.ended()).toBe(0);
});

it.each([
  ['with --no-input', ['--no-input'], undefined],
  ['without a screen', [], { DISPLAY: '', WAYLAND_DISPLAY: '' }],
])('the browser is not opened %s', async (_, args, env) => {
  const { terminal, link, pages } = await atTerminal(args, env);
  await fetch(link);
  expect(await terminal.ended()).toBe(0);
  expect(pages()).toBe('');
});

it('what was kept of a sign-in is renewed when it is over, before it is sent', async () => {
  const { authority, server, signedIn, alter, call, kept } = await opened();
  await signedIn();
  const first = kept().tokens.access_token;
  alter({ renewAt: Date.now() - 1 });
  const before = server.seen.length;
  expect((await call()).status).toBe(0);
  expect(authority.count('/token', 'refresh_token')).toBe(1);
  expect(kept().tokens.access_token).not.toBe(first);
  expect(server.seen.slice(before).every(({ authorization }) => !authorization?.includes(first))).toBe(true);
});

it('what was kept of a sign-in serves the clients of toolgate mcp as well, as soon as it is there', async () => {
  const { start, signedIn } = await opened();
  const { child, until, said, ended } = start(['mcp', '--policy', 'privileged', '--yes']);
  const send = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (id: number, name: string, args: object) =>
    send({ id, method: 'tools/call', params: { name, arguments: args } });
  const clientInfo = { name: 'x', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  await until('"id":1');
  send({ method: 'notifications/initialized' });
  call(2, 'secure__say', {});
  await until('Run: toolgate sign-in secure');
  await until('"id":2');
  await signedIn();
  // The server is asked again after a pause; its tool is shown before it runs.
  let id = 3;
  const again = async () => {
    call(id, 'call_tool', { name: 'secure__say', args: {} });
    await until(`"id":${id++}`);
    return said();
  };
  await expect.poll(again, { interval: 300 }).toMatch(/untrusted-content.*\\n\\nsaid\\n/);
  child.stdin!.end();
  expect(await ended()).toBe(0);
});

it('what was kept of a sign-in is renewed when the server no longer takes it', async () => {
  const { authority, signedIn, call } = await opened();
  await signedIn();
  authority.revokeAccess();
  expect((await call()).status).toBe(0);
  expect(authority.count('/token', 'refresh_token')).toBe(1);
  expect((await call()).status).toBe(0);
  expect(authority.count('/token', 'refresh_token')).toBe(1);
});

it('what was kept of a sign-in is renewed once by processes that come at the same time', async () => {
  const { authority, signedIn, call, alter } = await opened();
  await signedIn();
  alter({ renewAt: Date.now() - 1 });
  const calls = await Promise.all([call(), call(), call()]);
  expect(calls.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(authority.count('/token', 'refresh_token')).toBe(1);
});

it('what was kept of a sign-in is renewed also where a process died over it', async () => {
  const { signedIn, call, alter, files } = await opened();
  await signedIn();
  alter({ renewAt: Date.now() - 1 });
  writeFileSync(`${files()[0]}.lock`, '999999999');
  expect((await call()).status).toBe(0);
});

it('what was kept of a sign-in is over when nothing more is given for it', async () => {
  const { authority, signedIn, call, files } = await opened();
  await signedIn();
  authority.revokeAll();
  expect(await call()).toMatchObject({ status: 3, said: expect.stringContaining('toolgate sign-in secure') });
  expect(files()).toEqual([]);
});

it('what was kept of a sign-in is not for another authorization server', async () => {
  const { authority, server, signedIn, call, files } = await opened();
  await signedIn();
  const other = await openAuthority();
  server.move(other);
  expect((await call()).status).toBe(3);
  expect(files()).toEqual([]);
  expect(other.count('/token')).toBe(0);
  expect(authority.count('/token', 'refresh_token')).toBe(0);
});

it('what was kept of a sign-in is not for another server of the same name', async () => {
  const { authority, signedIn, call, configure } = await opened();
  await signedIn();
  const other = await openProtected(authority);
  configure({ url: other.url });
  expect((await call()).status).toBe(3);
  expect(other.seen.map(({ authorization }) => authorization).filter(Boolean)).toEqual([]);
});

it('what was kept of a sign-in gives way to the header of a config', async () => {
  const { server, signedIn, call, configure } = await opened();
  await signedIn();
  configure({ url: server.url, headers: { authorization: 'Bearer mine' } });
  const before = server.seen.length;
  const { status, said } = await call();
  expect(status).toBe(1);
  expect(said).toContain('Authorization header of its config');
  expect(new Set(server.seen.slice(before).map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer mine']),
  );
});

it('what was kept of a sign-in does not help with a server that is never satisfied, and nothing goes in circles', async () => {
  const habits = { insatiable: true };
  const { authority, server, signedIn, call } = await opened(habits);
  await signedIn();
  const before = server.seen.length;
  expect((await call()).status).toBe(3);
  expect(server.seen.length - before).toBeLessThan(12);
  expect(authority.count('/token', 'refresh_token')).toBeLessThan(6);
});

it('what was kept of a sign-in can be widened by signing in again, when a call needs more', async () => {
  const { authority, signIn, signedIn, call } = await opened({ scope: 'write' });
  await signedIn();
  expect(await call()).toMatchObject({ status: 3, said: expect.stringContaining('more than you have granted') });
  expect((await signIn()).status).toBe(0);
  expect(authority.asked.findLast(({ path }) => path === '/authorize')!.params.get('scope')).toBe('write');
  expect((await call()).status).toBe(0);
});

it('what was kept of a sign-in does not tell the headers of the config to anyone but the server', async () => {
  const { authority, server, signedIn, call } = await opened({}, { headers: { 'x-key': 'secret' } });
  await signedIn();
  authority.revokeAccess();
  await call();
  expect(authority.asked.length).toBeGreaterThan(4);
  expect(authority.asked.every(({ headers }) => headers['x-key'] === undefined)).toBe(true);
  expect(server.seen.every(headers => headers['x-key'] === 'secret')).toBe(true);
});

it.each([
  ['https://a.example/mcp', 'http://b.example/token'],
  ['https://a.example/mcp', 'http://127.0.0.1/token'],
  ['https://a.example/mcp', 'https://localhost/token'],
  ['https://a.example/mcp', 'http://0.0.0.0/token'],
  ['https://a.example/mcp', 'https://[::ffff:127.0.0.1]/token'],
  ['https://a.example/mcp', 'https://me:secret@b.example/token'],
  ['https://a.example/mcp', 'javascript:alert(1)'],
  ['http://127.0.0.1:1/mcp', 'http://127.0.0.1.b.example/token'],
  ['http://a.example/mcp', 'http://a.example/mcp'],
])('a server at %s sends nobody to %s', (server, named) => {
  expect(() => checkAuthAddress(server, named)).toThrow('The server sends us to');
  expect(checkAuthAddress('http://localhost:1/mcp', 'http://[::1]:2/token').port).toBe('2');
});

it('tokens of any lifetime are kept', () => {
  const given = (expires_in: number) => readTokens({ access_token: 'a', token_type: 'bearer', expires_in }, 0).renewAt;
  expect([3600, 10, 0, -5].map(given)).toEqual([3_570_000, 5_000, 0, 0]);
  expect(Number.isFinite(given(1e308))).toBe(true);
});

it('a config says what is wrong with its oauth', () => {
  const problem = (oauth: unknown, more = {}) => mcpServersProblem({ a: { url: 'https://x.example', oauth, ...more } });
  expect(problem({ clientId: 'x', clientSecret: 'y', scope: 'z', callbackPort: 1234 })).toBe(undefined);
  expect(problem({ clientID: 'x' })).toContain('did you mean "oauth.clientId"?');
  expect(problem({ callbackPort: 0 })).toContain('oauth.callbackPort, which must be a port');
  expect(problem('x')).toContain('oauth, which must be an object');
  expect(mcpServersProblem({ a: { command: 'x', oauth: {} } })).toContain('is for a url');
});
