import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../../system/make-folder.ts';
import { createWriterLock } from '../../system/writer-lock.ts';
import { ToolError } from '../../tool/error.ts';
import { plainVersion } from '../client/installed-version.ts';
import type { NamedProcess } from '../client/own-process.ts';
import { type HookPlace, isPrivateFolder } from '../client/place.ts';
import type { HookRequest, HostService } from './host-service.ts';
import { NOT_RUN, type ShellClient, socketClient } from './shell-client.ts';

/** The most characters of a request: a host sends whole files. */
const LONGEST = 256 * 1024 * 1024;

/** Milliseconds that a hook that is refused waits for the calls that are under way. */
const MAKE_ROOM = 60_000;
const PAUSE = 25;

interface ListenOptions {
  readonly place: HookPlace;
  readonly project: string;
  /** The package of this program (`installedVersion`): a hook that has another one is to be judged by that. */
  readonly version: string;
  /** Milliseconds without a request, and without a call under way, after which the service ends. */
  readonly idle: number;
  /** Gives the place to others; commands that run go on here. */
  readonly giveWay: () => void;
}

/** Takes the place of a project; undefined where another process has it. A process that dies leaves no lock. */
export function takePlace({ folder }: HookPlace): { give(): void } | undefined {
  makeFolder(folder);
  if (!isPrivateFolder(folder))
    throw new ToolError(
      'PERMISSION_DENIED',
      `${folder} or the folder that it lies in is open to others, so nothing in it can be trusted`,
      { suggestion: 'Look who made them, and remove them.' },
    );
  const lock = createWriterLock(folder);
  return lock.take() ? { give: () => lock.give() } : undefined;
}

/** Listens for hooks and shell calls; whoever holds the place may. `unused` resolves when nobody needs it any more. */
export async function listenForHosts(service: HostService, options: ListenOptions) {
  const { place, idle, giveWay } = options;
  const unused = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  let used = Date.now();
  let madeRoom: Promise<void> | undefined;
  let limit = idle;
  const endIfUnused = (): void => {
    if (open.size === 0 && !service.isBusy && Date.now() - used >= limit) unused.resolve();
  };
  const server = createServer(socket => {
    open.add(socket);
    used = Date.now();
    socket.once('close', () => {
      open.delete(socket);
      used = Date.now();
      endIfUnused();
    });
    socket.on('error', () => socket.destroy());
    readRequest(socket, text => void answer(text, socket, { service, ...options, makeRoom }));
  });
  /** Frees the place. A hook that comes now starts another Toolgate; were the place taken, its call were blocked. */
  const stopListening = (): void => {
    if (!server.listening) return;
    rmSync(place.socket, { force: true });
    server.close();
    giveWay();
  };
  /** Makes room: calls that have begun here come to their end here, and new ones are refused from now on. */
  const makeRoom = (because: boolean): Promise<void> | undefined => {
    if (because) madeRoom ??= leave();
    return madeRoom;
  };
  const leave = async (): Promise<void> => {
    try {
      while (service.isAwaiting) await pause(PAUSE);
      await service.leave();
    } finally {
      stopListening();
      limit = 0;
    }
  };
  rmSync(place.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.socket, resolve);
  });
  writeFileSync(join(place.folder, 'pid'), `${process.pid}\n`, { mode: 0o600 });
  const timer = setInterval(endIfUnused, Math.min(idle, 5_000));
  return {
    unused: unused.promise,
    async close() {
      clearInterval(timer);
      stopListening();
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
    // More bytes of the client are ignored, but its end must be seen.
    socket.resume();
    onText(Buffer.concat(pieces).toString('utf8'));
  };
  socket.on('data', take);
}

type Request =
  | ({ readonly ask: 'hook'; readonly project: string; readonly version: string } & HookRequest)
  | { readonly ask: 'run'; readonly id: string; readonly cwd: string; readonly client?: NamedProcess };

type HookAsk = Extract<Request, { ask: 'hook' }>;

interface Answering extends Pick<ListenOptions, 'project' | 'version'> {
  readonly service: HostService;
  /** Makes room if there is cause; resolves when the place is free. Undefined: the service stays. */
  readonly makeRoom: (because: boolean) => Promise<void> | undefined;
}

/**
 * Answers a hook with a letter: `o` before the text to print and a line break at its end, `p` before what went wrong,
 * `v` before the version of this Toolgate, which has made room for another. A shell call is answered in frames,
 * whatever comes of it.
 */
async function answer(text: string, socket: Socket, answering: Answering): Promise<void> {
  const { service } = answering;
  let client: ShellClient | undefined;
  try {
    const request = JSON.parse(text) as Request;
    if (request.ask === 'run') {
      client = socketClient(socket, request.client);
      await service.run(String(request.id), String(request.cwd), client);
      return;
    }
    if (request.ask !== 'hook') throw new TypeError('The request is none that is known');
    socket.end(await answerHook(request, answering));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (!client) socket.end(`p${why}`);
    else {
      client.print(Buffer.from(`toolgate: ${why}\n`), 'stderr');
      client.end(NOT_RUN);
    }
  }
}

/** Answers a hook; from one of another version only events are taken that end something that has begun here. */
async function answerHook(request: HookAsk, { service, project, version, makeRoom }: Answering): Promise<string> {
  if (request.project !== project) throw new TypeError(`This is the Toolgate of ${project}`);
  const { host, phase, client } = request;
  const hook: HookRequest = { host, phase, event: request.event ?? {}, env: request.env ?? {}, client };
  const room = makeRoom(request.version !== version);
  if (room && (await service.endsForNext(hook))) {
    if (await isDoneWithin(room, MAKE_ROOM)) return `v${version}`;
    throw new Error(
      `Toolgate ${plainVersion(request.version)} is installed, and ${plainVersion(version)}, which runs here (process ` +
        `${process.pid}), waits for calls of hosts to end; finish or refuse those, and try again`,
    );
  }
  return `o${await service.hook(hook)}\n`;
}

async function isDoneWithin(done: Promise<void>, time: number): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([done.then(() => true), pause(time, false, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}
