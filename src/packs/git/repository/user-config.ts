import { posix } from 'node:path';
import type { CallContext } from '../../../tool/context.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { type GitServices, runOutside, SCRIPT } from '../run-git.ts';
import type { RepositoryPlace } from './find-repository.ts';
import { type ConfigPair, lastValue, parseConfig } from './neutral-config.ts';

/** A script that only lists and prints: system config, the user's config, and the ignores that it names. */
const READ = readProgram(new URL('./read-config.sh', import.meta.url));

const TIME = 10_000;

/** The names of the user's variables that say where the user's config is. */
const KEPT = /^(?:HOME|XDG_CONFIG_HOME|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_CONFIG_NOSYSTEM)$/;

/** The user's own config, in which the repository has no part, and the patterns that it has ignored everywhere. */
export async function readUserConfig(services: GitServices, ctx: CallContext, place: RepositoryPlace) {
  const { root } = ctx.files;
  const ran = await runOutside(
    await services.outside(),
    {
      argv: [...SCRIPT, READ],
      cwd: '.',
      // Config may depend on where the repository lies.
      env: { ...ownEnvironment(services.env, { root, kept: KEPT }), GIT_DIR: posix.join(root, place.gitDir) },
      time: TIME,
    },
    { root, limits: services.shell.limits() },
  );
  const end = ran.stdout.startsWith('\0') ? 0 : ran.stdout.indexOf('\0\0') + 1;
  return { config: parseConfig(ran.stdout.slice(0, end)), ignores: ran.stdout.slice(end + 1).replaceAll('\0', '') };
}

/** The user's own variables, and a PATH to programs from anywhere but the workspace. */
export function ownEnvironment(env: GitServices['env'], { root, kept }: { root: string; kept: RegExp }) {
  const own: Record<string, string> = { PATH: pathBeside(env.PATH, root), LC_ALL: 'C.UTF-8' };
  for (const [name, value] of Object.entries(env)) if (value !== undefined && kept.test(name)) own[name] = value;
  return own;
}

/** The person who commits: by the user's environment, then by the repository, then by the user's own config. */
export function gitIdentityOf(role: 'author' | 'committer', env: GitServices['env'], lists: (readonly ConfigPair[])[]) {
  const find = (what: 'name' | 'email') => {
    const own = env[`GIT_${role.toUpperCase()}_${what.toUpperCase()}`];
    const said = lists.flatMap(config => [lastValue(config, `${role}.${what}`), lastValue(config, `user.${what}`)]);
    return [own, ...said].find(value => value !== undefined && value.trim() !== '');
  };
  const name = find('name');
  const email = find('email') ?? env.EMAIL;
  return name && email ? { name, email } : undefined;
}

const USUAL = ['/usr/local/bin', '/usr/bin', '/bin'] as const;

/** The PATH for programs, without folders of the workspace: a `git` or `ssh` there is the repository's code. */
export function pathBeside(path: string | undefined, root: string): string {
  const folders = (path ?? '').split(':').filter(folder => posix.isAbsolute(folder) && !isInside(folder, root));
  return [...new Set([...folders, ...USUAL])].join(':');
}

const isInside = (folder: string, root: string): boolean => `${posix.normalize(folder)}/`.startsWith(`${root}/`);
