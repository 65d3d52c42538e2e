import { connect, createServer, type Socket } from 'node:net';
import { listenOn } from './listen-on.ts';

/** A port of this machine that leads to a proxy's socket. */
export interface LocalPort {
  readonly port: number;
  close(): void;
}

/** Opens a port for jobs without a network of their own: no port can be theirs alone. */
export async function openLocalPort(socket: string): Promise<LocalPort> {
  const open = new Set<Socket>();
  const keep = (one: Socket, other: () => Socket): Socket => {
    open.add(one);
    return one.on('close', () => open.delete(one)).on('error', () => other().destroy());
  };
  const server = createServer({ allowHalfOpen: true }, from => {
    const to: Socket = connect({ path: socket, allowHalfOpen: true });
    keep(from, () => to);
    keep(to, () => from);
    from.pipe(to);
    to.pipe(from);
  });
  const port = await listenOn(server);
  return {
    port,
    close() {
      server.close();
      for (const connection of open) connection.destroy();
    },
  };
}
