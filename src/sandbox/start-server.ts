import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { stateFolders } from '../store/state-folder.ts';
import { isBelow } from '../system/is-below.ts';
import { makeFolder } from '../system/make-folder.ts';
import { tryOr } from '../system/try-or.ts';
import { ToolError } from '../tool/error.ts';
import { cacheIn, cacheVariables } from './job/environment.ts';
import { type JobEnd, NODE, type Sandbox, type SandboxJob, type SeenFolder } from './port.ts';

/** A program that others talk to over its standard input and output as long as it runs, such as an MCP server. */
export interface ServerJob {
  /** The server's name, which its folder has too, and is the same at every start. */
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory; default: the server's own folder. */
  readonly cwd?: string;
  /** Files and folders that the server may read; `~/…` is the home, relative paths begin in the workspace. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** Whether a host may be reached; left out: the server has no network. */
  readonly mayReach?: SandboxJob['mayReach'];
  readonly onOutput: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
}

export interface StartedServer {
  readonly input: Writable;
  /** Resolves when nothing of the server is left; rejects where it could not begin. */
  readonly ended: Promise<JobEnd>;
  /** Paths that the server's line names and that it cannot see. */
  readonly unseen: readonly string[];
  /** Ends the server and all that it has started. */
  stop(): void;
}

interface StartServerOptions {
  readonly sandbox: () => Promise<Sandbox>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  /** The workspace's own state folder. */
  readonly folder: string;
  /** Fires when the gate is closed. */
  readonly ending: AbortSignal;
}

const NAME = /^[\w-]{1,64}$/;
const GIB = 1024 ** 3;
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/nix/store', '/gnu/store'];

/** A server has no time limit: one process of it runs as long as the gate. */
const LIMITS = {
  time: Number.POSITIVE_INFINITY,
  cpu: 10 ** 9,
  processes: 512,
  files: 4096,
  memory: 4 * GIB,
  fileSize: 2 * GIB,
  disk: 4 * GIB,
};

/**
 * Starts servers in the sandbox, whatever the policy says of commands: a folder of its own as its home, the system to
 * read, and of all else only what is named. Where there is no sandbox it throws `SANDBOX_UNAVAILABLE`.
 */
export async function startServer(server: ServerJob, options: StartServerOptions): Promise<StartedServer> {
  const { sandbox: open, env, root, folder, ending } = options;
  const { name, command, args = [], mayReach, onOutput } = server;
  if (!NAME.test(name)) throw new ToolError('INVALID_ARGUMENTS', `A server cannot be named ${JSON.stringify(name)}`);
  const own = join(folder, 'servers', name);
  const places = { env, root };
  const also = seenFolders(server, places);
  const seen = [own, ...SYSTEM, ...also.map(({ path }) => path)];
  const cwd = server.cwd === undefined ? own : realPath(server.cwd, places);
  if (!seen.some(place => isBelow(cwd, place)))
    throw new ToolError('INVALID_ARGUMENTS', `${name} cannot run in ${cwd}, which it may not read`, {
      suggestion: 'Name the folder among those that it may read or write, or leave its cwd out.',
    });
  const sandbox = await open();
  if (mayReach && sandbox.kind === 'landlock')
    throw notStarted(name, ': the sandbox here is Landlock, which has no network');
  const [why] = sandbox.findings;
  if (sandbox.kind === 'none') throw notStarted(name, `, for there is no sandbox: ${why?.says ?? ''}`, why?.next);
  makeFolder(own);
  const isNode = command === process.execPath;
  const stop = new AbortController();
  const begun = Promise.withResolvers<Writable>();
  const ended = sandbox.run({
    argv: [isNode ? NODE : command, ...args],
    node: isNode,
    root: own,
    cwd,
    view: { kind: 'real' },
    hidden: [],
    also,
    // The server's folder is its home, and its caches lie there.
    env: { HOME: own, ...cacheVariables(cacheIn({ home: own })), ...server.env },
    // The caches of package managers are its own too: others must not run what a server has put there.
    cached: false,
    mayReach,
    onInput: begun.resolve,
    limits: LIMITS,
    signal: AbortSignal.any([ending, stop.signal]),
    onOutput,
  });
  ended.catch(() => {});
  const input = await Promise.race([begun.promise, ended.then(() => undefined)]);
  if (!input) throw new ToolError('ABORTED', `${name} was stopped before it began`);
  const unseen = [command, ...args].filter(
    word =>
      isAbsolute(word) && word !== process.execPath && existsSync(word) && !seen.some(place => isBelow(word, place)),
  );
  return { input, ended, unseen, stop: () => stop.abort() };
}

type Places = Pick<StartServerOptions, 'env' | 'root'>;

function seenFolders({ command, read = [], write = [] }: ServerJob, places: Places): readonly SeenFolder[] {
  const seen = (paths: readonly string[], write: boolean) =>
    paths.map(path => ({ path: realPath(path, places), write }));
  const named = [...seen(read, false), ...seen(write, true)];
  for (const { path } of named) checkShown(path, places.env);
  const isShown = (path: string) => [...SYSTEM, ...named.map(each => each.path)].some(place => isBelow(path, place));
  // A program that is named by its path is meant to run.
  const program = isAbsolute(command) && command !== process.execPath && existsSync(command) ? [command] : [];
  const alone = program.filter(path => !isShown(path)).map(path => ({ path, write: false }));
  // A path inside of another comes after it, and lies over it.
  return [...named, ...alone].toSorted((a, b) => a.path.length - b.path.length);
}

function realPath(path: string, { env, root }: Places): string {
  const home = env.HOME ?? homedir();
  const absolute = path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(root, path);
  const real = tryOr(() => realpathSync(absolute), undefined);
  if (real !== undefined) return real;
  throw new ToolError('FILE_NOT_FOUND', `There is no ${absolute}, which a server is to see`, {
    suggestion: 'Make it, or take it out of what the server may read or write.',
  });
}

/** Refuses a home, which holds keys and letters, and our own folders, which hold who may do what, as a whole. */
function checkShown(path: string, env: Places['env']): void {
  const home = env.HOME ?? homedir();
  const ours = [stateFolders(env), join(env.XDG_CONFIG_HOME || join(home, '.config'), 'toolgate')];
  const wrong = isBelow(home, path) || ours.some(place => isBelow(place, path) || isBelow(path, place));
  if (!wrong) return;
  const why = `${path} is not shown to a server: your home or Toolgate's own state lies there`;
  throw new ToolError('PERMISSION_DENIED', why, { suggestion: 'Name the folders in it that the server needs.' });
}

const OR_OUTSIDE = 'Or say "sandbox": false in its entry of your own config: it then runs with all your rights.';

const notStarted = (name: string, why: string, next = 'See toolgate doctor.'): ToolError =>
  new ToolError('SANDBOX_UNAVAILABLE', `${name} was not started${why}`, { suggestion: `${next} ${OR_OUTSIDE}` });
