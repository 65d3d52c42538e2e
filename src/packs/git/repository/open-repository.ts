import { posix } from 'node:path';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { sayGitError } from '../explain-failure.ts';
import { type GitJob, type GitRun, type GitServices, lookWithGit, SCRIPT } from '../run-git.ts';
import { findRepository, type RepositoryPlace } from './find-repository.ts';
import {
  type ConfigPair,
  configEnvironment,
  lastValue,
  type NeutralOptions,
  neutralConfig,
  parseConfig,
} from './neutral-config.ts';
import { pathBeside, readUserConfig } from './user-config.ts';

interface RepositoryRequest {
  readonly directory?: string | undefined;
  /** Names of commits, checked by `checkRef`. */
  readonly refs?: readonly string[];
  /** Whether the user's own config is wanted too. */
  readonly user?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the data that git would go by, and runs nothing of it: config is only listed here. Each part ends with an empty
 * entry. The arguments are names of commits.
 */
const LOOK = readProgram(new URL('./look.sh', import.meta.url));

const OPERATIONS: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
};

export type Repository = Awaited<ReturnType<typeof openRepository>>;

/** A repository as it was found: its own data, read without running anything of it. */
export async function openRepository(services: GitServices, ctx: CallContext, request: RepositoryRequest) {
  const { directory, refs = [], user = false, signal } = request;
  const place = await findRepository(ctx, directory);
  const environment = placeEnvironment(services.env, ctx.files.root, place);
  const [ran, own] = await Promise.all([
    lookWithGit(services.shell, ctx, {
      argv: [...SCRIPT, LOOK, 'git', ...refs],
      cwd: place.top,
      env: { ...environment, ...configEnvironment(neutralConfig([])) },
      signal,
    }),
    user ? readUserConfig(services, ctx, place) : undefined,
  ]);
  if (ran.code === 90 || ran.code === 91 || ran.stopped || ran.cut) throw sayGitError('read the repository', ran);
  const [config = '', below = '', state = '', hooks = '', head = '', objects = '', commits = ''] = partsOf(ran.stdout);
  const operation = state.split('\0').find(name => name !== '');
  return {
    place,
    environment,
    config: parseConfig(config),
    /** The config of the submodules, for git looks into them. */
    below: parseConfig(below),
    /** The user's own config; empty where it was not asked for. */
    user: own ?? { config: [], ignores: '' },
    /** The operation under way, such as a merge. */
    operation: operation === undefined ? undefined : OPERATIONS[operation],
    hooks: hooks.split('\0').filter(name => name !== ''),
    /** The branch that HEAD stands for; undefined when detached. */
    branch: head.trim() === '' ? undefined : head.trim().replace(/^refs\/heads\//, ''),
    objects: objects.replace(/\n$/, ''),
    /** Commits by the names that were asked for; undefined for a name of nothing. */
    commits: refs.length === 0 ? [] : commits.split('\n', refs.length).map(hash => hash || undefined),
  };
}

interface RepositoryJob extends Pick<GitJob, 'argv' | 'signal'> {
  readonly repository: Repository;
  /** Variables beside those that keep the repository's config from running a program. */
  readonly env?: Readonly<Record<string, string>>;
}

export const repositoryJob = ({ repository, argv, env, signal }: RepositoryJob): GitJob => ({
  argv,
  cwd: repository.place.top,
  env: { ...neutralEnvironment(repository), ...env },
  signal,
});

/** Looks at a repository and throws where git cannot do `what`; output that was cut is a failure too, unless it may be. */
export async function lookAtRepository(
  services: GitServices,
  ctx: CallContext,
  { what, mayBeCut = false, ...job }: RepositoryJob & { readonly what: string; readonly mayBeCut?: boolean },
): Promise<GitRun> {
  const ran = await lookWithGit(services.shell, ctx, repositoryJob(job));
  if (ran.code !== 0 || ran.stopped || (ran.cut && !mayBeCut)) throw sayGitError(what, ran);
  return ran;
}

/** The parts of the output. Entries end with NUL and none is empty, so an empty one ends a part. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let part = 0; part < 6; part++) {
    // A second NUL ends each list that is not empty; the other parts have no NUL in them.
    const end = rest.startsWith('\0') ? 0 : part < 4 ? rest.indexOf('\0\0') + 1 : rest.indexOf('\0');
    if (end < 0 || (end === 0 && !rest.startsWith('\0'))) throw new ToolError('EXECUTION_ERROR', 'Git said too little');
    parts.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
  }
  return [...parts, rest];
}

/** The environment that git goes by: without the config of the user and the machine, and the caller's environment. */
function placeEnvironment(env: GitServices['env'], root: string, { gitDir, top }: RepositoryPlace) {
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
