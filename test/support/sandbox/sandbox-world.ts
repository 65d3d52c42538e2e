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
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JobEnd, JobLimits } from '../../../src/sandbox/port.ts';
import { programPath } from '../program-path.ts';
import { CALL } from './sandbox-attempts.ts';

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
export const LITTLE: JobLimits = {
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

type AttemptResult = Partial<JobEnd> & { readonly output: string; readonly error?: string };

/** A machine around a workspace: a file, a process and servers that a job must not reach. */
export async function openOutside(uid: number) {
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

type OutsideWorld = Awaited<ReturnType<typeof openOutside>>;

/**
 * Runs commands as a user in the sandbox of another process, which holds a descriptor to the file outside; `around` is a program
 * that runs that process.
 */
export async function tryInSandbox(
  world: OutsideWorld,
  uid: number,
  { around = [], ...order }: { readonly around?: readonly string[] } & Record<string, unknown>,
): Promise<readonly AttemptResult[]> {
  const { folder, root, env } = world;
  const hidden = ['secret.env', 'hard.txt'].map(name => join(root, name));
  const held = openSync(join(folder, 'outside.txt'), 'r');
  const nothing = Array<'ignore'>(6).fill('ignore');
  const [program = '', ...rest] = [...around, process.execPath, programPath('sandbox-child')];
  const child: ChildProcess = spawn(program, rest, {
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
export const leftRunning = (mark: string): readonly string[] =>
  readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`OUT=${mark}`);
    } catch {
      return false;
    }
  });

/** A program around another in which an attempt that succeeds harms nothing: only the world's own folder can be written. */
export const behindBubblewrap = (folder: string): readonly string[] => [
  ...['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--chmod', '1777', '/tmp'],
  ...[
    '--bind',
    folder,
    folder,
    ...[CHECKOUT].flatMap(path => ['--ro-bind', path, path]),
    '--chdir',
    '/',
    '--die-with-parent',
  ],
  ...(IS_ROOT ? ['SETUID', 'SETGID', 'SETPCAP'].flatMap(name => ['--cap-add', `CAP_${name}`]) : []),
];
