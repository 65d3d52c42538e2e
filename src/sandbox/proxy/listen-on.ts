import type { AddressInfo, Server } from 'node:net';

/** Listens at the path of a socket, or by default at any free port of this machine; gives the port. */
export function listenOn(server: Server, socket?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket === undefined ? { port: 0, host: '127.0.0.1' } : { path: socket }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
}
