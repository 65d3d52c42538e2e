import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { sayGitError } from '../explain-failure.ts';
import { type GitJob, type GitRun, type GitServices, lookWithGit, SCRIPT } from '../run-git.ts';
import { findRepository } from './find-repository.ts';
import { configEnvironment, neutralConfig, parseConfig } from './neutral-config.ts';
import { neutralEnvironment, placeEnvironment } from './neutral-environment.ts';
import type { Repository } from './repository.ts';
import { readUserConfig } from './user-config.ts';

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

export async function openRepository(
  services: GitServices,
  ctx: CallContext,
  { directory, refs = [], user = false, signal }: RepositoryRequest = {},
): Promise<Repository> {
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
    below: parseConfig(below),
    user: own ?? { config: [], ignores: '' },
    operation: operation === undefined ? undefined : OPERATIONS[operation],
    hooks: hooks.split('\0').filter(name => name !== ''),
    branch: head.trim() === '' ? undefined : head.trim().replace(/^refs\/heads\//, ''),
    objects: objects.replace(/\n$/, ''),
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
