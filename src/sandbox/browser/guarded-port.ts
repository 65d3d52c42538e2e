import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from '../proxy/listen-on.ts';

/** A port of this machine that leads to a proxy's socket, for those who know the password. */
export interface GuardedPort {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** Closes the port, and ends the connections through it. */
  close(): void;
}

const USERNAME = 'page';
const LONGEST_HEAD = 64 * 1024;
/** Milliseconds for the first request of a connection. */
const PATIENCE = 60_000;
const MOST_OPEN = 512;
const ASK =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="toolgate"\r\n' +
  'Content-Length: 0\r\nConnection: close\r\n\r\n';

/** Opens a guarded port: a browser can be given no socket of a file, and others here are to have no use of the port. */
export async function openGuardedPort(socket: string): Promise<GuardedPort> {
  const password = randomBytes(24).toString('hex');
  const expected = Buffer.from(`${USERNAME}:${password}`).toString('base64');
  const open = new Set<Socket>();
  const keep = (one: Socket): Socket => {
    open.add(one);
    return one.on('close', () => open.delete(one)).on('error', () => one.destroy());
  };
  const server = createServer({ allowHalfOpen: true }, async from => {
    keep(from);
    const head = await headOf(from);
    if (head === undefined) return void from.destroy();
    if (!isFor(expected, head)) return void from.end(ASK).resume();
    const to = keep(connect({ path: socket, allowHalfOpen: true }));
    from.on('close', () => to.destroy());
    to.on('error', () => from.destroy());
    to.write(head);
    from.pipe(to);
    to.pipe(from);
  });
  server.maxConnections = MOST_OPEN;
  const port = await listenOn(server);
  return {
    port,
    username: USERNAME,
    password,
    close() {
      server.close();
      for (const connection of open) connection.destroy();
    },
  };
}

/** The start of a connection, up to the end of its first request's head; undefined where none comes. */
function headOf(from: Socket): Promise<Buffer | undefined> {
  return new Promise(resolve => {
    let head = Buffer.alloc(0);
    const finish = (found?: Buffer) => {
      from.off('data', onData).off('end', onEnd).off('close', onEnd);
      from.setTimeout(0);
      from.pause();
      resolve(found);
    };
    const onEnd = () => finish();
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      if (head.includes('\r\n\r\n')) finish(head);
      else if (head.length > LONGEST_HEAD) finish();
    };
    from.on('data', onData).on('end', onEnd).on('close', onEnd);
    from.setTimeout(PATIENCE, onEnd);
  });
}

function isFor(expected: string, head: Buffer): boolean {
  const text = head.toString('latin1', 0, head.indexOf('\r\n\r\n'));
  return /^proxy-authorization: *basic +([^\s]+) *$/im.exec(text)?.[1] === expected;
}
