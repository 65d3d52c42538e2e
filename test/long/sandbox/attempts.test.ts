import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobEnd, JobLimits } from '../../../src/sandbox/port.ts';
import { programPath } from '../../support/program-path.ts';
import { BOMBS, CALL, FORBIDDEN, HONEST, linesOf, REACHING, STRAYING } from '../../support/sandbox-attempts.ts';
import { USERS } from '../../support/suite.ts';

const MIB = 1024 * 1024;
const LIMITS: JobLimits = {
  time: 20_000,
  cpu: 20,
  memory: 1024 * MIB,
  processes: 128,
  fileSize: 256 * MIB,
  disk: 512 * MIB,
  files: 512,
};
const LITTLE: JobLimits = {
  time: 2000,
  cpu: 2,
  memory: 200 * MIB,
  processes: 48,
  fileSize: 100 * MIB,
  disk: 200 * MIB,
  files: 256,
};
const CHECKOUT = join(import.meta.dirname, '../../..');
const IS_ROOT = process.getuid?.() === 0;

type Result = Partial<JobEnd> & { readonly output: string; readonly error?: string };

/** A machine around a workspace: a file, a process and servers that a job must not reach. */
async function outside(uid: number) {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-attempts-'));
  const root = join(folder, 'ws');
  mkdirSync(join(root, 'sub'), { recursive: true });
  const files = { 'file.txt': 'inside\n', 'secret.env': 'canary-hidden\n', 'sub/x': 'x', 'call.py': CALL };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  linkSync(join(root, 'secret.env'), join(root, 'hard.txt'));
  writeFileSync(join(folder, 'outside.txt'), 'canary-outside\n');
  const abstract = `toolgate-${folder}`;
  const servers = [await listening(0), await listening(join(root, 'host.sock')), await listening(`\0${abstract}`)];
  const process = spawn('sleep', ['100'], { env: { SECRET: 'canary-process' }, stdio: 'ignore' });
  if (IS_ROOT) own(folder, uid);
  chmodSync(folder, 0o755);
  onTestFinished(() => {
    process.kill('SIGKILL');
    for (const { server } of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const env = { OUT: folder, PID: String(process.pid), PORT: String(servers[0]?.port), ABSTRACT: abstract, CHECKOUT };
  return { folder, root, env, process, reached: () => servers.reduce((sum, { seen }) => sum + seen.count, 0) };
}

async function listening(on: number | string): Promise<{ server: Server; port: number; seen: { count: number } }> {
  const seen = { count: 0 };
  const server = createServer(socket => {
    seen.count++;
    socket.end();
  });
  server.listen(...((typeof on === 'number' ? [on, '127.0.0.1'] : [on]) as [string]));
  await once(server, 'listening');
  const address = server.address();
  return { server, seen, port: typeof address === 'object' && address ? address.port : 0 };
}

function own(place: string, uid: number): void {
  chownSync(place, uid, uid);
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    const path = join(place, entry.name);
    if (entry.isDirectory()) own(path, uid);
    else chownSync(path, uid, uid);
  }
}

type World = Awaited<ReturnType<typeof outside>>;

/** Runs commands as a user in the sandbox of another process, which holds a descriptor to the file outside. */
async function tried(world: World, uid: number, order: object): Promise<readonly Result[]> {
  const { folder, root, env } = world;
  const hidden = ['secret.env', 'hard.txt'].map(name => join(root, name));
  const held = openSync(join(folder, 'outside.txt'), 'r');
  const nothing = Array<'ignore'>(6).fill('ignore');
  const child: ChildProcess = spawn(process.execPath, [programPath('sandbox-child')], {
    stdio: ['pipe', 'pipe', 'inherit', ...nothing, held],
    env: { PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: folder, TOKEN: 'canary-env' },
  });
  closeSync(held);
  const user = IS_ROOT ? { uid } : {};
  child.stdin?.end(JSON.stringify({ ...user, folder, root, hidden, env, limits: LIMITS, overlay: true, ...order }));
  let text = '';
  child.stdout?.on('data', chunk => {
    text += chunk;
  });
  await once(child, 'close');
  return JSON.parse(text).results;
}

/** The folder's name is in the arguments of whatever a job leaves behind. */
const leftRunning = (mark: string): readonly string[] =>
  readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`OUT=${mark}`);
    } catch {
      return false;
    }
  });

describe.each(USERS)('as user %i', uid => {
  it('nothing gets out, by any of many ways', async () => {
    const world = await outside(uid);
    const commands = linesOf(FORBIDDEN);
    const results = await tried(world, uid, { commands, atOnce: 2 });
    const escaped = commands.filter((_, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      return code === 0 || error !== undefined || output.includes('canary-');
    });
    expect(escaped).toEqual([]);
    expect(commands.length).toBeGreaterThan(131);
    expect(world.reached()).toBe(0);
    expect(world.process.exitCode ?? world.process.signalCode).toBeNull();
    expect(readFileSync(join(world.folder, 'outside.txt'), 'utf8')).toBe('canary-outside\n');
    expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(world.folder);
  });

  it('nor on the real files', async () => {
    const world = await outside(uid);
    const commands = linesOf(FORBIDDEN).filter(line => /secret|hard\.txt|hidden|host\.sock|outside/.test(line));
    const results = await tried(world, uid, { commands: commands.map(line => `${line}; exit $?`), overlay: false });
    expect(results.map(({ output }) => output).filter(output => output.includes('canary-'))).toEqual([]);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(world.reached()).toBe(0);
    expect(readFileSync(join(world.root, 'secret.env'), 'utf8')).toBe('canary-hidden\n');
    expect(readFileSync(join(world.folder, 'outside.txt'), 'utf8')).toBe('canary-outside\n');
  });

  it('honest programs work', async () => {
    const world = await outside(uid);
    const commands = linesOf(HONEST);
    const results = await tried(world, uid, { commands, atOnce: 2 });
    const broken = commands.flatMap((command, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      return code === 0 ? [] : [{ command, code, output, error }];
    });
    expect(broken).toEqual([]);
  });

  it('an allowed host is reached through the proxy, and no other', async () => {
    const world = await outside(uid);
    const server = http.createServer((request, response) => response.end(`served ${request.headers.host}\n`));
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const web = { ...world.env, WEB: String(typeof address === 'object' ? address?.port : 0) };
    const reaching = linesOf(REACHING);
    const straying = linesOf(STRAYING);
    const order = { commands: [...reaching, ...straying], env: web, hosts: ['localhost'], atOnce: 2 };
    const results = await tried(world, uid, order);
    const served = results.map(({ output }) => output.includes('served localhost'));
    expect(reaching.filter((_, index) => !served[index])).toEqual([]);
    expect(straying.filter((_, index) => served[index + reaching.length])).toEqual([]);
    expect(world.reached()).toBe(0);
  });

  it('what takes too much is stopped, and nothing of it is left', async () => {
    const world = await outside(uid);
    const commands = linesOf(BOMBS);
    const results = await tried(world, uid, { commands, limits: LITTLE, atOnce: 3 });
    // Where a watch holds the limit it needs a moment: what was stopped by it is held too.
    const held = commands.filter((_, index) => {
      const { output = 'held', stopped = 'time' } = results[index] ?? {};
      return output.includes('held') && stopped === 'time';
    });
    expect(held).toEqual([]);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(leftRunning(world.folder)).toEqual([]);
  });
});
