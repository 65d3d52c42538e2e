import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { type GitWorld, git, openFolder, openWorld, put } from '../../support/git/world.ts';

/** A bare repository beside the workspace, which has it as its origin. */
function addOrigin(test: GitWorld, url?: (bare: string) => string): string {
  const bare = join(openFolder(), 'bare.git');
  git(openFolder(), 'init', '--quiet', '--bare', '--initial-branch=main', bare);
  test.git('remote', 'add', 'origin', url?.(bare) ?? bare);
  return bare;
}

const subjects = (bare: string, branch = 'main'): string => git(bare, 'log', '--format=%s', branch);

const kindOf = ({ error }: Outcome): unknown => error?.details?.kind;

describe('git_push', () => {
  it('git_push pushes to a repository on this machine, and remembers what is there', async () => {
    const test = await openWorld();
    const bare = addOrigin(test);
    put(bare, 'hooks/post-receive', '#!/bin/sh\ntouch ../fired\n');
    chmodSync(join(bare, 'hooks/post-receive'), 0o755);
    const outcome = await test.run('git_push', { setUpstream: true });
    expect(outcome.error).toBeUndefined();
    expect(outcome.value).toMatchObject({
      remote: 'origin',
      branch: 'main',
      refs: [{ to: 'refs/heads/main', result: 'created' }],
      commits: [{ subject: 'first' }],
    });
    expect(subjects(bare)).toBe('first\n');
    expect(existsSync(join(bare, '../fired'))).toBe(false);
    expect(test.git('rev-parse', 'origin/main', 'main@{upstream}')).toBe(test.git('rev-parse', 'main', 'main'));
    expect((await test.run('git_push', {})).value).toMatchObject({ refs: [{ result: 'up to date' }], commits: [] });
  });

  it('git_push asks with where it goes and what', async () => {
    const asked: string[] = [];
    const approver = ({ reason }: { reason: string }) => {
      asked.push(reason);
      return 'reject_once' as const;
    };
    const test = await openWorld({ a: '1\n' }, { approver });
    const bare = addOrigin(test);
    expect((await test.run('git_push', {})).error).toMatchObject({ code: 'APPROVAL_DENIED' });
    expect(asked[0]).toContain(`pushes 1 commit of main to origin (${bare}`);
    expect(asked[0]).toMatch(/\w{10} first/);
    expect(() => subjects(bare)).toThrow();
  });

  it('git_push never overwrites what was not seen', async () => {
    const test = await openWorld();
    const bare = addOrigin(test);
    expect((await test.run('git_push', { force: true })).error).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    await test.run('git_push', {});
    const other = join(openFolder(), 'other');
    git(openFolder(), 'clone', '--quiet', bare, other);
    git(other, 'commit', '--quiet', '--allow-empty', '--message=theirs');
    git(other, 'push', '--quiet');
    test.git('commit', '--quiet', '--amend', '--allow-empty', '--message=mine');
    const refused = await test.run('git_push', {});
    expect(kindOf(refused)).toBe('non-fast-forward');
    expect(refused.error?.details?.refs).toMatchObject([{ result: 'rejected' }]);
    expect(kindOf(await test.run('git_push', { force: true }))).toBe('stale');
    expect(subjects(bare)).toBe('theirs\nfirst\n');
    test.git('fetch', '--quiet');
    expect((await test.run('git_push', { force: true })).value).toMatchObject({ refs: [{ result: 'overwritten' }] });
    expect(subjects(bare)).toBe('mine\n');
  });

  it('git_push pushes into the workspace itself in the sandbox, and that can be taken back', async () => {
    const test = await openWorld();
    git(test.root, 'init', '--quiet', '--bare', 'in.git');
    test.git('remote', 'add', 'inner', './in.git');
    put(test.root, 'in.git/hooks/post-receive', '#!/bin/sh\ntouch ../fired\n');
    chmodSync(join(test.root, 'in.git/hooks/post-receive'), 0o755);
    expect((await test.run('git_push', { remote: 'inner' })).error).toBeUndefined();
    expect(subjects(join(test.root, 'in.git'))).toBe('first\n');
    expect(test.git('rev-parse', 'inner/main')).toBe(test.git('rev-parse', 'main'));
    expect(test.exists('fired')).toBe(false);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect(() => subjects(join(test.root, 'in.git'))).toThrow();
  });

  it('git_push pushes over http, and never tells the password', async () => {
    const test = await openWorld();
    const origin = await openHttp();
    const folder = openFolder();
    git(folder, 'init', '--quiet', '--bare', join(origin.folder, 'bare.git'));
    git(join(origin.folder, 'bare.git'), 'config', 'http.receivepack', 'true');
    test.git('remote', 'add', 'origin', `http://ada:s3cr3t-w0rd@127.0.0.1:${origin.port}/bare.git`);
    const pushed = await test.run('git_push', {});
    expect(pushed.error).toBeUndefined();
    expect(subjects(join(origin.folder, 'bare.git'))).toBe('first\n');
    test.git('remote', 'set-url', 'origin', `http://ada:wr0ng-w0rd@127.0.0.1:${origin.port}/bare.git`);
    const refused = await test.run('git_push', {});
    expect(kindOf(refused)).toBe('authentication');
    test.git('remote', 'set-url', 'origin', `http://127.0.0.1:${origin.port}/bare.git`);
    expect(kindOf(await test.run('git_push', {}))).toBe('authentication');
    const explained = await test.gate.explain({ name: 'git_push', args: {} });
    expect(explained).toMatchObject({ danger: 'dangerous', verdict: 'ask' });
    const records = JSON.stringify([pushed, refused, explained]);
    expect(records).not.toMatch(/s3cr3t-w0rd|wr0ng-w0rd/);
    expect(records).toContain('"resource":"127.0.0.1"');
  });

  it('git_push ends when nobody answers, and leaves no process', async () => {
    const test = await openWorld();
    const silent = createTcpServer(() => undefined);
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const mark = `hang-${process.pid}-${port}`;
    test.git('remote', 'add', 'origin', `http://127.0.0.1:${port}/${mark}.git`);
    expect((await test.run('git_push', { timeout: 1 })).error).toMatchObject({ code: 'TIMEOUT' });
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(mark);
    test.git('remote', 'set-url', 'origin', 'https://nowhere.invalid/x.git');
    expect(kindOf(await test.run('git_push', { timeout: 30 }))).toBe('unreachable');
  });

  it('git_push says what is missing', async () => {
    const test = await openWorld();
    expect((await test.run('git_push', {})).error?.suggestion).toContain('no remote');
    test.git('remote', 'add', 'origin', join(openFolder(), 'none'));
    expect((await test.run('git_push', {})).error).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect((await test.run('git_push', { branch: '--mirror' })).error).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect((await test.run('git_push', { remote: '--all' })).error).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    test.git('checkout', '--quiet', '--detach');
    expect((await test.run('git_push', {})).error).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  });
});

/** A tiny server in front of git's own, with one user. */
async function openHttp(): Promise<{ folder: string; port: number }> {
  const folder = openFolder();
  const server = createServer((request, response) => serve(folder, request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { folder, port: (server.address() as AddressInfo).port };
}

function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const known = `Basic ${Buffer.from('ada:s3cr3t-w0rd').toString('base64')}`;
  if (request.headers.authorization !== known) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    return;
  }
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      REMOTE_USER: 'ada',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all.subarray(0, end).toString('latin1').split('\r\n');
    const status = headers.find(line => line.startsWith('Status:'))?.slice(8, 11) ?? '200';
    const pairs = headers.filter(line => !line.startsWith('Status:')).map(line => line.split(/: (.*)/s, 2));
    response.writeHead(Number(status), Object.fromEntries(pairs)).end(all.subarray(end + 4));
  });
}
