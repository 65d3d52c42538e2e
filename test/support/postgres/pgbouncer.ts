import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { eventually } from '../sandbox/open-sleep.ts';
import { freePort, type PostgresServer } from './postgres-server.ts';

/** PgBouncer refuses to run as root. */
const nobody = 65_534;

/** A pooler in front of the server's first database; its address, until the test is over. */
export async function startPgBouncer(
  { url, socket }: PostgresServer,
  mode: 'session' | 'transaction',
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tg-pool-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  const server = new URL(url);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const { pathname } = server;
  writeFileSync(
    file,
    `[databases]
pooled = host=${socket} port=${server.port} dbname=${pathname.slice(1)} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
    { mode: 0o644 },
  );
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const PATH = `${process.env.PATH}:/usr/sbin`;
  const child: ChildProcess = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', env: { PATH }, ...user });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  await eventually(() => answers(port));
  return `postgres://anna@127.0.0.1:${port}/pooled?sslmode=disable`;
}

const answers = (port: number): Promise<true | undefined> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
    socket.once('connect', () => socket.destroy());
  });
