import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { AttendedJob, SharedPath } from '../../sandbox/port.ts';
import { findProgram } from '../../system/find-program.ts';
import { isBelow } from '../../system/is-below.ts';
import { ToolError } from '../../tool/error.ts';
import { clientWords } from '../install/hook-lines.ts';
import { findWrappedHost, type WrappedHost } from './wrapped-hosts.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface WrapRequest {
  readonly command: readonly string[];
  /** The known host that the command is, where its name does not say it. */
  readonly host?: string | undefined;
  /** Folders of the agent's own, besides the known ones. */
  readonly homes: readonly string[];
  /** Hosts that the agent may reach, besides those of its model. */
  readonly allow: readonly string[];
  /** Names of variables that are passed on, besides the known ones. */
  readonly variables: readonly string[];
}

export interface PreparedWrap {
  readonly agent: string;
  readonly title: string;
  /** The command as the person typed it, for rules and records. */
  readonly command: readonly string[];
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly hosts: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly attended: Pick<AttendedJob, 'home' | 'folders' | 'held' | 'shown'>;
  readonly saysTurns: boolean;
  readonly advice: string | undefined;
  readonly gitConfig: string;
}

interface WrapPlace {
  readonly env: Env;
  /** Real path of the workspace. */
  readonly root: string;
  /** Real path of the folder that we are in. */
  readonly cwd: string;
}

/** Works out what a command needs of the machine. Makes its folders, and held paths in them, where they are missing. */
export function prepareWrap(request: WrapRequest, place: WrapPlace): PreparedWrap {
  const { env, root, cwd } = place;
  const [program = '', ...args] = request.command;
  const odd = request.allow.find(host => !HOST.test(host));
  if (odd !== undefined) throw wrong(`${JSON.stringify(odd)} names no host`, 'Name one: --allow example.org');
  const known = findWrappedHost(request.host ?? program);
  const home = realHome(env, root);
  const folders = [...(known?.folders(env) ?? []), ...request.homes.map(folder => resolve(cwd, folder))];
  const real = folders.map(folder => ownFolder(folder, { home, root }));
  const [first] = real;
  if (known && first) copyInto(known, first.from, env);
  const held = (known?.held ?? []).map(name => ({
    from: heldPath(first!.from, name, known?.blank?.[name]),
    at: join(first!.at, name),
  }));
  const found = findCommand(program, place);
  const withTurns = known?.withTurns?.(args);
  return {
    agent: basename(program),
    title: known?.title ?? basename(program),
    command: request.command,
    argv: [found, ...(withTurns ?? args)],
    cwd: isBelow(cwd, root) ? cwd : root,
    hosts: [...new Set([...(known?.hosts ?? []), ...hostsIn(known, env), ...request.allow])],
    env: { ...variablesFor(known, request.variables, env), ...known?.env?.(env) },
    attended: { home, folders: real, held, shown: shownFor(found, { home, root }) },
    saysTurns: withTurns !== undefined && withTurns !== args,
    advice: known?.advice?.(args),
    gitConfig: gitIdentity(env, root),
  };
}

/** A name, an address, or `*` for all of the world; `*.` for sub-domains. */
const HOST = /^(?:\*|(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f]*:[0-9a-f:.]+)$/i;

const wrong = (message: string, suggestion?: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', message, suggestion === undefined ? {} : { suggestion });

/** The home, which is empty inside. A workspace in the home is laid over it; one around it would bring it back. */
function realHome({ HOME }: Env, root: string): string {
  if (!HOME || !isAbsolute(HOME) || !existsSync(HOME)) throw wrong('HOME names no folder, so nothing can be wrapped');
  const home = realpathSync(HOME);
  if (home === '/' || isBelow(home, root))
    throw wrong(
      `The workspace ${root} holds your home, which is to be hidden`,
      'Wrap it in a folder of a project: --workspace DIR',
    );
  return home;
}

interface Around {
  readonly home: string;
  readonly root: string;
}

/** A folder that is written to as it is; a link to one is seen as what it leads to. */
function ownFolder(folder: string, { home, root }: Around): SharedPath {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = realpathSync(folder);
  if (!statSync(real).isDirectory()) throw wrong(`${folder} is no folder`, 'Name the folder that it lies in.');
  if (real === '/' || isBelow(home, real) || isBelow(real, root) || isBelow(root, real))
    throw wrong(
      `${folder} cannot be a folder of the agent's own: it is your home, or the workspace, or lies around one of them`,
      'Name the very folder that the agent keeps its own files in.',
    );
  return { from: real, at: join(realpathSync(dirname(folder)), basename(folder)) };
}

function copyInto({ copied }: WrappedHost, folder: string, env: Env): void {
  const [from, name] = copied?.(env) ?? [];
  if (from === undefined || name === undefined || !existsSync(from)) return;
  const to = join(folder, name);
  if (!existsSync(to)) copyFileSync(from, to);
}

/** A path that nothing inside may change. A missing one could be made inside, so it is made here, empty. */
function heldPath(folder: string, name: string, blank = /\.jsonc?$/.test(name) ? '{}\n' : ''): string {
  const path = join(folder, name);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeHeld(path, blank);
  if (lstatSync(path).isSymbolicLink())
    throw wrong(
      `${path} is a symbolic link, and what says what the agent runs later cannot be held through one`,
      'Put the file itself there, or name other folders for the agent with its own variables.',
    );
  return path;
}

function makeHeld(path: string, blank: string): void {
  mkdirSync(path.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o700 });
  if (path.endsWith('/')) return;
  try {
    writeFileSync(path, blank, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another wrap that begins at the same time was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const hostsIn = (known: WrappedHost | undefined, env: Env): readonly string[] =>
  (known?.urls ?? []).flatMap(name => URL.parse(env[name] ?? '')?.hostname.replace(/^\[|\]$/g, '') || []);

function variablesFor(known: WrappedHost | undefined, names: readonly string[], env: Env): Record<string, string> {
  const isFor = (name: string) => names.includes(name) || known?.variables.test(name) === true;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isFor(name) ? [[name, value]] : [])),
  );
}

/** The real path of the program: a link that leads to it may be hidden inside. */
function findCommand(program: string, { env, root, cwd }: WrapPlace): string {
  if (program.includes('/')) {
    const path = resolve(cwd, program);
    if (!existsSync(path)) throw wrong(`There is no ${program}`);
    return isOfSystem(path) || isBelow(path, root) ? path : realpathSync(path);
  }
  const found = findProgram(program, env.PATH, root) ?? findInside(program, env.PATH, root);
  if (found === undefined) throw wrong(`No program ${program} is on the PATH`);
  return isOfSystem(found) || isBelow(found, root) ? found : realpathSync(found);
}

/** A program of the workspace itself: it needs nothing that is not inside already. */
const findInside = (program: string, path: string | undefined, root: string): string | undefined =>
  (path ?? '')
    .split(':')
    .map(folder => join(folder, program))
    .find(file => isBelow(file, root) && existsSync(file));

const isOfSystem = (path: string): boolean => /^\/(?:usr|bin|sbin|lib\w*|nix\/store|gnu\/store)\//.test(path);

/** The program with what belongs to it, and folders of our own clients, which say nothing inside but must be there. */
function shownFor(program: string, { home, root }: Around): readonly string[] {
  const own = clientWords('hook', 'perl').filter(isAbsolute);
  const paths = [packageOf(program, home), ...own.map(path => (path === process.execPath ? path : dirname(path)))];
  return [...new Set(paths)].filter(path => !isOfSystem(path) && !isBelow(path, root) && !isBelow(root, path));
}

/** A package of Node with all that came with it; otherwise the folder of the program, unless that holds more. */
function packageOf(program: string, home: string): string {
  const modules = /^.*?\/node_modules(?=\/)/.exec(program)?.[0];
  if (modules !== undefined) return modules;
  const folder = dirname(program);
  return folder.split('/').length > 3 && !isBelow(home, folder) ? folder : program;
}

/**
 * A config for git with nothing but the person's name and address, in the place of their own config, which is hidden
 * and may hold passwords. Empty where they have none.
 */
function gitIdentity(env: NodeJS.ProcessEnv, root: string): string {
  const git = findProgram('git', env.PATH, root);
  const read = (key: string): string => {
    if (git === undefined) return '';
    const { stdout } = spawnSync(git, ['config', '--global', '--get', key], { cwd: '/', env, encoding: 'utf8' });
    return (stdout ?? '').trim();
  };
  const values = ['name', 'email'].map(key => [key, read(`user.${key}`)] as const).filter(([, value]) => value !== '');
  const lines = values.map(([key, value]) => `\t${key} = "${value.replace(/["\\]/g, '\\$&').replace(/[\n\0]/g, ' ')}"`);
  return lines.length === 0 ? '' : ['[user]', ...lines, ''].join('\n');
}
