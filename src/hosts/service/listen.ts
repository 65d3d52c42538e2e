import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { makeFolder } from '../../system/make-folder.ts';
import { createWriterLock } from '../../system/writer-lock.ts';
import { ToolError } from '../../tool/error.ts';
import { type HookPlace, isPrivateFolder } from '../client/place.ts';
import type { HookRequest, HostService } from './host-service.ts';
import { socketClient } from './socket-client.ts';

/** The most characters of a request: a host sends whole files. */
const LONGEST = 256 * 1024 * 1024;

interface ListenOptions {
  readonly place: HookPlace;
  readonly project: string;
  /** Milliseconds without a request, and without a call under way, after which it ends. */
  readonly idle: number;
}

interface HostListener {
  /** Resolves when nobody has used it for a while. */
  readonly unused: Promise<void>;
  close(): Promise<void>;
}

/** Takes the place of a project; undefined where another process has it. The lock of one that dies goes with it. */
export function takePlace({ folder }: HookPlace): { give(): void } | undefined {
  makeFolder(folder);
  if (!isPrivateFolder(folder))
    throw new ToolError(
      'PERMISSION_DENIED',
      `${folder} or the folder that it lies in is open to others, so nothing in it can be trusted`,
      {
        suggestion: 'Look who made them, and remove them.',
      },
    );
  const lock = createWriterLock(folder);
  return lock.take() ? { give: () => lock.give() } : undefined;
}

/** Listens for hooks and shell calls; whoever holds the place may. */
export async function listenForHosts(service: HostService, options: ListenOptions): Promise<HostListener> {
  const { place, idle } = options;
  const unused = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  let used = Date.now();
  const server = createServer(socket => {
    open.add(socket);
    used = Date.now();
    socket.once('close', () => {
      open.delete(socket);
      used = Date.now();
    });
    socket.on('error', () => socket.destroy());
    readRequest(socket, text => void answer(service, socket, { text, project: options.project }));
  });
  rmSync(place.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.socket, resolve);
  });
  writeFileSync(join(place.folder, 'pid'), `${process.pid}\n`, { mode: 0o600 });
  const timer = setInterval(
    () => {
      if (open.size === 0 && !service.isBusy && Date.now() - used >= idle) unused.resolve();
    },
    Math.min(idle, 5_000),
  );
  return {
    unused: unused.promise,
    async close() {
      clearInterval(timer);
      // The name goes first: whoever comes now starts another.
      rmSync(place.socket, { force: true });
      server.close();
      await service.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function readRequest(socket: Socket, onText: (text: string) => void): void {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer): void => {
    const end = piece.indexOf(0x0a);
    bytes += piece.length;
    pieces.push(end < 0 ? piece : piece.subarray(0, end));
    if (bytes > LONGEST) socket.destroy();
    if (end < 0) return;
    socket.off('data', take);
    // What else it sends is nothing; that it has gone must be seen.
    socket.resume();
    onText(Buffer.concat(pieces).toString('utf8'));
  };
  socket.on('data', take);
}

type Request =
  | ({ readonly ask: 'hook'; readonly project: string } & HookRequest)
  | { readonly ask: 'run'; readonly id: string; readonly cwd: string };

/** Answers a hook with a letter, `o` before what it is to print and a line break at its end, `p` before what went wrong. */
async function answer(
  service: HostService,
  socket: Socket,
  { text, project }: { text: string; project: string },
): Promise<void> {
  try {
    const request = JSON.parse(text) as Request;
    if (request.ask === 'run') {
      await service.run(String(request.id), String(request.cwd), socketClient(socket));
      return;
    }
    if (request.ask !== 'hook') throw new TypeError('The request is none that is known');
    if (request.project !== project) throw new TypeError(`This is the Toolgate of ${project}`);
    const stdout = await service.hook({ host: request.host, event: request.event ?? {}, env: request.env ?? {} });
    socket.end(`o${stdout}\n`);
  } catch (error) {
    socket.end(`p${error instanceof Error ? error.message : String(error)}`);
  }
}
