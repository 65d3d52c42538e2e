import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';
import type { Env } from '../folders.ts';

export const CONFIG_NAMES = ['toolgate.config.json', 'toolgate.config.ts'] as const;

export interface FoundWorkspace {
  /** The real path. */
  readonly root: string;
  /** The reason, for people. */
  readonly because: string;
  readonly configFile?: string;
  /** Configs and repositories of other users that lie further up. */
  readonly passedOver: readonly string[];
}

type Owners = { readonly me: number | undefined; readonly of: (path: string) => number };

const OWNERS: Owners = { me: process.getuid?.(), of: path => lstatSync(path).uid };

/** Finds the root by a flag or variable, the nearest config, `AGENT_WORKSPACE_ROOT`, `.git`, or our own place. */
export function findWorkspace(options: { flag?: string; env: Env; cwd: string; owners?: Owners }): FoundWorkspace {
  const { flag, env, cwd, owners = OWNERS } = options;
  const passedOver: string[] = [];
  const at = (folder: string, because: string) => ({ ...openWorkspace(folder, because), passedOver });
  const upward = (names: readonly string[]): string | undefined => {
    for (const folder of parentsOf(cwd)) {
      const name = nameIn(folder, names);
      if (name === undefined) continue;
      if (folder === resolve(cwd) || isOurs(name, { folder, cwd, owners })) return folder;
      passedOver.push(join(folder, name));
    }
    return undefined;
  };
  if (flag !== undefined) return at(resolve(cwd, flag), '--workspace');
  if (env.TOOLGATE_WORKSPACE) return at(resolve(cwd, env.TOOLGATE_WORKSPACE), 'TOOLGATE_WORKSPACE');
  const config = upward(CONFIG_NAMES);
  if (config) return at(config, `its ${configIn(config)}`);
  if (env.AGENT_WORKSPACE_ROOT) return at(resolve(cwd, env.AGENT_WORKSPACE_ROOT), 'AGENT_WORKSPACE_ROOT');
  const git = upward(['.git']);
  if (git) return at(git, 'its .git');
  return at(cwd, 'the working directory');
}

export const configIn = (folder: string): string | undefined => nameIn(folder, CONFIG_NAMES);

const nameIn = (folder: string, names: readonly string[]): string | undefined =>
  names.find(name => isThere(join(folder, name)));

/**
 * Whether a file is ours. Anyone may put a file into a shared folder above us, and so make all of that folder the
 * workspace. A file of someone else counts only inside a folder of theirs that we stand in.
 */
function isOurs(name: string, { folder, cwd, owners }: { folder: string; cwd: string; owners: Owners }): boolean {
  if (owners.me === undefined) return true;
  const owner = owners.of(join(folder, name));
  if (owner === owners.me || owner === 0) return true;
  return owner === owners.of(folder) && owner === owners.of(cwd);
}

/** Whether a path is there, also as a link that leads nowhere: an unreadable config is not the same as none. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function openWorkspace(folder: string, because: string): Omit<FoundWorkspace, 'passedOver'> {
  const next = 'Name a folder that exists with --workspace.';
  let root: string;
  try {
    root = realpathSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be reached: ${message}`;
    throw new ConfigError(`The workspace ${folder} (${because}) ${why}`, next);
  }
  if (!statSync(root).isDirectory())
    throw new ConfigError(`The workspace ${folder} (${because}) is not a folder`, next);
  const name = configIn(root);
  return { root, because, configFile: name && join(root, name) };
}

export function* parentsOf(from: string): Generator<string> {
  for (let folder = resolve(from), below = ''; folder !== below; below = folder, folder = dirname(folder)) yield folder;
}
