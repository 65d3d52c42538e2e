import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** Where the user's own config lives: `$XDG_CONFIG_HOME/toolgate`, a relative value being ignored as the standard says. */
export function userConfigFolder(env: Env): string {
  const base = env.XDG_CONFIG_HOME;
  return join(base && isAbsolute(base) ? base : join(env.HOME ?? homedir(), '.config'), 'toolgate');
}
