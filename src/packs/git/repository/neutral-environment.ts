import { posix } from 'node:path';
import type { GitServices } from '../run-git.ts';
import type { RepositoryPlace } from './find-repository.ts';
import { type ConfigPair, configEnvironment, lastValue, type NeutralOptions, neutralConfig } from './neutral-config.ts';
import { pathBeside } from './path-beside.ts';
import type { Repository } from './repository.ts';

/** The environment that git goes by: without the config of the user and the machine, and the caller's environment. */
export function placeEnvironment(env: GitServices['env'], root: string, { gitDir, top }: RepositoryPlace) {
  return {
    PATH: pathBeside(env.PATH, root),
    LC_ALL: 'C.UTF-8',
    GIT_DIR: posix.join(root, gitDir),
    GIT_WORK_TREE: posix.join(root, top),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    // Git would show a replaced commit as another than the one that is meant.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
  };
}

/** Keys of a user's own config that change what is committed. */
const LINE_ENDS = ['core.autocrlf', 'core.eol', 'core.safecrlf'] as const;

/** The environment for a command on the repository, without anything of its config that runs a program. */
export function neutralEnvironment(repository: Repository, { hooks = false, more = [] }: NeutralOptions = {}) {
  const { environment, config, below, user } = repository;
  const lineEnds = LINE_ENDS.flatMap((key): ConfigPair[] => {
    const wanted = lastValue(config, key) === undefined ? lastValue(user.config, key) : undefined;
    return wanted === undefined ? [] : [[key, wanted]];
  });
  const pairs = neutralConfig([...below, ...config], { hooks, more: [...lineEnds, ...more] });
  const { PATH, ...rest } = environment;
  // Hooks find the project's own programs.
  return { ...rest, ...(hooks || PATH === undefined ? {} : { PATH }), ...configEnvironment(pairs) };
}
