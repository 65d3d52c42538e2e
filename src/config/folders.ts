import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ConfigError } from './config-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The home: `HOME`, or what the system knows; never a relative path, which would depend on the folder we start in. */
export function homeFolder(env: Env): string | undefined {
  if (env.HOME && isAbsolute(env.HOME)) return env.HOME;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    // The user has no entry, as in some containers.
    return undefined;
  }
}

/** A folder that an XDG variable names, else one below the home. The standard says to ignore a relative value. */
export function xdgFolder(env: Env, variable: 'XDG_CONFIG_HOME' | 'XDG_CACHE_HOME'): string | undefined {
  const given = env[variable];
  if (given && isAbsolute(given)) return given;
  const home = homeFolder(env);
  return home && join(home, variable === 'XDG_CONFIG_HOME' ? '.config' : '.cache');
}

export function userConfigFolder(env: Env): string {
  const base = xdgFolder(env, 'XDG_CONFIG_HOME');
  if (base === undefined)
    throw new ConfigError(
      'No home folder is known',
      'Set HOME to a folder of this user, or XDG_CONFIG_HOME and XDG_STATE_HOME.',
    );
  return join(base, 'toolgate');
}
