import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { readProgram } from '../../tool/loading/read-program.ts';
import { listenOn } from '../proxy/listen-on.ts';
import { makeShortFolder } from '../sweep-left.ts';

/** The place in the job of the socket below. */
export const TURN_SOCKET = '/run/toolgate/turn';
/** The program that says that a turn is over. */
export const TURN_PROGRAM = readProgram(new URL('./turn.cjs', import.meta.url));

/** A socket for turns; its closing resolves when the last turn that was told is dealt with. */
export type Turns = { readonly socket: string; close(): Promise<void> };

/** The most connections that wait at a time: nothing in the job can fill our memory with them. */
const MOST_WAITING = 16;

/** Opens a socket on which a job says that a turn is over: turns are dealt with one by one, then their clients go. */
export async function openTurns(onTurn: () => Promise<void>): Promise<Turns> {
  const folder = makeShortFolder();
  const socket = join(folder, 't');
  const waiting = new Set<Socket>();
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer(connection => {
    waiting.add(connection);
    connection.on('error', () => {}).on('close', () => waiting.delete(connection));
    // Nothing that the client says is read.
    connection.resume();
    last = last.then(onTurn).catch(() => {});
    last.then(() => connection.end());
  });
  server.maxConnections = MOST_WAITING;
  await listenOn(server, socket);
  return {
    socket,
    async close() {
      server.close();
      await last;
      for (const connection of waiting) connection.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
