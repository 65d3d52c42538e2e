import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { tryOr } from '../system/try-or.ts';

/** Registries that a person has packages from. Only addresses: a job gets no token, and has no home to find one in. */
export type UserRegistries = { readonly npm?: string; readonly pip?: string };

const LARGEST = 256 * 1024;

/** Reads registries from variables, then from files of the home; companies have mirrors. */
export function readUserRegistries(env: NodeJS.ProcessEnv): UserRegistries {
  const home = env.HOME?.startsWith('/') ? env.HOME : homedir();
  const npmFiles = [env.npm_config_userconfig, env.NPM_CONFIG_USERCONFIG, join(home, '.npmrc')];
  const npm =
    plainAddress(env.npm_config_registry ?? env.NPM_CONFIG_REGISTRY) ??
    firstIn(npmFiles, /^[ \t]*registry[ \t]*=[ \t]*["']?([^\s"']+)/m);
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
  const ownPip = [join(config, 'pip', 'pip.conf'), join(home, '.pip', 'pip.conf')];
  const pipFiles = [env.PIP_CONFIG_FILE, ...ownPip, '/etc/pip.conf'];
  const pip = plainAddress(env.PIP_INDEX_URL) ?? firstIn(pipFiles, /^[ \t]*index[-_]url[ \t]*[=:][ \t]*(\S+)/m);
  return { npm, pip };
}

function firstIn(files: readonly (string | undefined)[], pattern: RegExp): string | undefined {
  for (const file of files) {
    const found = file?.startsWith('/') ? plainAddress(pattern.exec(readSmall(file))?.[1]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const readSmall = (file: string): string =>
  tryOr(() => {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= LARGEST ? readFileSync(file, 'utf8') : '';
  }, '');

/** An address without a name, a password or a query, any of which may be a secret. */
function plainAddress(given: string | undefined): string | undefined {
  const url = URL.parse(given ?? '');
  return url && /^https?:$/.test(url.protocol) ? `${url.protocol}//${url.host}${url.pathname}` : undefined;
}
