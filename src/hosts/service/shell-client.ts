import type { Socket } from 'node:net';
import type { SeenProcess } from '../../system/process-identity.ts';
import type { NamedProcess } from '../client/own-process.ts';
import { clientAncestry } from './host-processes.ts';

/** What a shell says of a command that could not be run. */
export const NOT_RUN = 126;

/** The client that stands in the place of a host's command, and prints what the command prints. */
export interface ShellClient {
  print(bytes: Uint8Array, stream: 'stdout' | 'stderr'): void;
  /** Tells the end: an exit code, and the line for the host's shell; none where the command was not run to its end. */
  end(code: number, line?: string): void;
  readonly gone: AbortSignal;
  readonly ancestry: readonly SeenProcess[];
}

/** The most bytes that wait for a client that does not read; one that reads so little is given up. */
const MOST_WAITING = 64 * 1024 * 1024;

/** A client at the other end of a socket; see `client/shell-call.ts` for the form of what is sent. */
export function socketClient(socket: Socket, client: NamedProcess | undefined): ShellClient {
  const gone = new AbortController();
  let ended = false;
  socket.once('close', () => ended || gone.abort());
  const send = (kind: string, bytes: Uint8Array): void => {
    const head = Buffer.alloc(5);
    head.write(kind, 'latin1');
    head.writeUInt32BE(bytes.length, 1);
    socket.write(head);
    socket.write(bytes);
    if (socket.writableLength > MOST_WAITING) socket.destroy();
  };
  return {
    gone: gone.signal,
    ancestry: clientAncestry(client),
    print: (bytes, stream) => send(stream === 'stdout' ? 'o' : 'e', bytes),
    end(code, line) {
      ended = true;
      send('x', Buffer.concat([Buffer.of(code), Buffer.from(line ?? '')]));
      socket.end();
    },
  };
}
