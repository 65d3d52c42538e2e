import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import type { Env } from './folders.ts';

export const CONFIG_NAMES = ['toolgate.config.json', 'toolgate.config.ts'] as const;

export interface FoundWorkspace {
  /** Real path. */
  readonly root: string;
  /** What said so, for people. */
  readonly because: string;
  readonly configFile?: string;
}

/** A flag or variable wins, then the nearest config, then `AGENT_WORKSPACE_ROOT`, then `.git`, then where we are. */
export function findWorkspace(options: { flag?: string; env: Env; cwd: string }): FoundWorkspace {
  const { flag, env, cwd } = options;
  if (flag !== undefined) return at(resolve(cwd, flag), '--workspace');
  if (env.TOOLGATE_WORKSPACE) return at(resolve(cwd, env.TOOLGATE_WORKSPACE), 'TOOLGATE_WORKSPACE');
  const config = upward(cwd, folder => configIn(folder) !== undefined);
  if (config) return at(config, `its ${configIn(config)}`);
  if (env.AGENT_WORKSPACE_ROOT) return at(resolve(cwd, env.AGENT_WORKSPACE_ROOT), 'AGENT_WORKSPACE_ROOT');
  const git = upward(cwd, folder => isThere(join(folder, '.git')));
  if (git) return at(git, 'its .git');
  return at(cwd, 'the working directory');
}

export function configIn(folder: string): string | undefined {
  return CONFIG_NAMES.find(name => isThere(join(folder, name)));
}

/** Also a link that leads nowhere is there: a config that cannot be read is not the same as none. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function at(folder: string, because: string): FoundWorkspace {
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
  return { root, because, ...(name ? { configFile: join(root, name) } : {}) };
}

function upward(from: string, holds: (folder: string) => boolean): string | undefined {
  for (let folder = resolve(from), below = ''; folder !== below; below = folder, folder = dirname(folder)) {
    if (holds(folder)) return folder;
  }
  return undefined;
}
