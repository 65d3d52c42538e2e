import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** How the server ends: waits for nobody and tidies up, or as in a crash. */
export type Ending = 'fast' | 'immediate';

/** A server of our own, which nobody else uses. */
export interface PostgresServer {
  /** An empty database, over TCP and with a password. */
  readonly url: string;
  /** The folder of its socket, for those who come that way and need no password. */
  readonly socket: string;
  readonly password: string;
  /** The address of one more empty database. */
  createDatabase(): Promise<string>;
  /** Rows of a statement that an outsider sends. */
  query(sql: string, url?: string): Promise<Record<string, unknown>[]>;
  restart(ending: Ending): Promise<void>;
  /** Ends it, and leaves what it has stored, for `start`. */
  end(ending: Ending): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes all that it has stored. */
  stop(): Promise<void>;
}

const password = 'only for: tests/@ß';
/** PostgreSQL refuses to run as root. */
const nobody = 65_534;
const patience = 60_000;

export async function startPostgres(more: { readonly fsync?: 'on' | 'off' } = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  const folder = mkdtempSync(join(shortTemp(), 'tg-pg-'));
  const data = join(folder, 'data');
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody);
  const secret = join(folder, 'password');
  writeFileSync(secret, password);
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', '--username=postgres', `--pwfile=${secret}`];
  await run(join(programs, 'initdb'), ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', ...auth]);

  let child: ChildProcess | undefined;
  let port = 0;
  let databases = 0;
  const addressOf = (name: string) =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}?sslmode=disable`;
  const killAtExit = () => child?.kill('SIGQUIT');
  process.on('exit', killAtExit);

  async function query(sql: string, url = addressOf('postgres')): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** False when somebody else took the port meanwhile. */
  async function tryToStart(): Promise<boolean> {
    const log = join(folder, 'log');
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: folder,
      // A server that ends harms nothing without it; only a machine that ends would.
      fsync: more.fsync ?? 'off',
      shared_buffers: '16MB',
      max_connections: 80,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = ['bash', '-c', 'exec "$@" 2>> "$0"', log, join(programs, 'postgres'), '-D', data, ...options];
    child = spawn('setpriv', [...asOther(), '--pdeathsig', 'QUIT', ...command], { stdio: 'ignore', cwd: folder });
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(20)) {
      if (child.exitCode !== null || child.signalCode !== null) {
        const said = existsSync(log) ? readFileSync(log, 'utf8') : '';
        if (/could not bind|could not create any TCP/.test(said.slice(-2000))) return false;
        throw new Error(`PostgreSQL does not start: ${said.slice(-2000)}`);
      }
      const answers = await query('select 1').then(
        () => true,
        () => false,
      );
      if (answers) return true;
    }
    throw new Error('PostgreSQL does not answer');
  }

  async function end(ending: Ending): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(ending === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async function start(): Promise<void> {
    if (!(await tryToStart())) throw new Error(`Port ${port} was taken meanwhile`);
  }

  async function createDatabase(): Promise<string> {
    databases += 1;
    await query(`create database db${databases}`);
    return addressOf(`db${databases}`);
  }

  for (let attempt = 1; ; attempt += 1) {
    port = await freePort();
    if (await tryToStart()) break;
    if (attempt === 5) throw new Error('No port is free for PostgreSQL');
  }
  return {
    url: await createDatabase(),
    socket: folder,
    password,
    createDatabase,
    query,
    end,
    start,
    async restart(ending) {
      await end(ending);
      await start();
    },
    async stop() {
      await end('immediate');
      process.off('exit', killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Debian keeps them out of the way, below the version. */
function postgresPrograms(): string {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  for (const folder of [
    ...found.map(version => join(versions, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ])
    if (existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) return folder;
  throw new Error('PostgreSQL is not installed; run scripts/system-deps');
}

const asOther = (): string[] =>
  process.getuid?.() === 0 ? ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'] : [];

async function run(program: string, args: readonly string[]): Promise<void> {
  const [file = '', ...rest] = [...(asOther().length > 0 ? ['setpriv', ...asOther()] : []), program, ...args];
  await promisify(execFile)(file, rest, { cwd: '/' });
}

/** The address of a socket may have about a hundred letters. */
const shortTemp = (): string => (tmpdir().length < 70 ? tmpdir() : '/tmp');

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
