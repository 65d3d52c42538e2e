import { posix } from 'node:path';
import { sayList } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { checkBranchName } from '../checks.ts';
import { type ConfigPair, lastValue } from '../repository/neutral-config.ts';
import { lookAtRepository, openRepository } from '../repository/open-repository.ts';
import { type GitServices, SCRIPT } from '../run-git.ts';
import { parseRemoteUrl } from './remote-url.ts';

export type PushWish = Readonly<
  { force: boolean } & { [key in 'remote' | 'branch' | 'directory']?: string | undefined }
>;

export type PushPlan = Awaited<ReturnType<typeof planPush>>;

/** The most commits of a plan in the answer. */
export const MOST_COMMITS = 50;

/** A script that lists commits: $1 the remote, $2 the branch, $3 its commit, $4 the most commits. */
const LIST = readProgram(new URL('./list-commits.sh', import.meta.url));

/**
 * All that a push will do, found out before anyone is asked: git only reads for it, in the sandbox and without a
 * network, and anything that git writes is dropped. So `explain` can find it out too.
 */
export async function planPush(services: GitServices, ctx: CallContext, wish: PushWish) {
  const { remote: wanted, branch: named, force, directory } = wish;
  const refs = [named === undefined ? 'HEAD' : `refs/heads/${checkBranchName(named)}`];
  const repository = await openRepository(services, ctx, { directory, refs });
  const { config, place } = repository;
  const branch = named ?? repository.branch;
  if (branch === undefined)
    throw new ToolError('ILLEGAL_TRANSITION', 'HEAD is on no branch, so there is none to push', {
      suggestion: 'Give branch, or make one: git_branch with action: "create" and switch: true.',
    });
  const [hash] = repository.commits;
  if (hash === undefined)
    throw new ToolError('INVALID_ARGUMENTS', `There is no branch ${branch} with a commit`, {
      suggestion: 'See git_branch for branches; make the first commit with git_commit.',
    });
  const remote = chooseRemote(config, branch, wanted);
  const url = urlOf(config, remote);
  const { root } = ctx.files;
  if (!repository.objects.startsWith(`${root}/`)) throw notHere(repository.objects);
  const target = parseRemoteUrl(url, posix.join(root, place.top));
  /** Whether the target lies in the workspace itself. */
  const inside = target.kind === 'local' && (target.path === root || target.path.startsWith(`${root}/`));
  const argv = [...SCRIPT, LIST, 'git', remote, branch, hash, String(MOST_COMMITS + 1)];
  const ran = await lookAtRepository(services, ctx, { repository, what: 'list what would be pushed', argv });
  // The first is the commit of the remote's branch when it was last seen.
  const [seen = '', ...rest] = ran.stdout.split('\0');
  if (force && seen === '') throw neverSeen(remote, branch);
  /** Whether the remote's branches are kept under refs/remotes. */
  const tracked = config.some(
    ([key, value]) =>
      key === `remote.${remote}.fetch` && value.replace(/^\+/, '') === `refs/heads/*:refs/remotes/${remote}/*`,
  );
  const commits = rest.flatMap((entry, at) =>
    at % 2 === 0 && entry !== '' ? [{ hash: entry, subject: rest[at + 1] ?? '' }] : [],
  );
  return { repository, remote, url, target, inside, branch, hash, seen: seen || undefined, tracked, commits };
}

/** The plan on the repository as it is now; undefined when it differs from the plan that was shown. */
export async function renewPlan(
  services: GitServices,
  ctx: CallContext,
  { plan, wish }: { plan: PushPlan; wish: PushWish },
): Promise<PushPlan | undefined> {
  const { remote, branch } = plan;
  const refs = [`refs/heads/${branch}`, `refs/remotes/${remote}/${branch}`];
  const repository = await openRepository(services, ctx, { directory: wish.directory, refs });
  const [hash, seen] = repository.commits;
  const same =
    (wish.branch ?? repository.branch) === branch &&
    chooseRemote(repository.config, branch, wish.remote) === remote &&
    urlOf(repository.config, remote) === plan.url &&
    repository.objects === plan.repository.objects &&
    hash === plan.hash &&
    seen === plan.seen;
  return same ? { ...plan, repository } : undefined;
}

function chooseRemote(config: readonly ConfigPair[], branch: string, wanted: string | undefined): string {
  const remotes = [...new Set(config.flatMap(([key]) => /^remote\.(.+)\.(?:url|pushurl)$/s.exec(key)?.[1] ?? []))];
  const chosen =
    wanted ??
    lastValue(config, `branch.${branch}.pushremote`) ??
    lastValue(config, 'remote.pushdefault') ??
    lastValue(config, `branch.${branch}.remote`) ??
    (remotes.length === 1 ? remotes[0] : 'origin');
  if (chosen !== undefined && remotes.includes(chosen)) return chosen;
  throw new ToolError('INVALID_ARGUMENTS', `There is no remote ${JSON.stringify(chosen)}`, {
    suggestion:
      remotes.length > 0
        ? `There ${remotes.length === 1 ? 'is' : 'are'}: ${sayList(remotes, 10)}.`
        : 'The repository has no remote. A person can add one: git remote add origin URL',
  });
}

function urlOf(config: readonly ConfigPair[], remote: string): string {
  const all = (name: string) => config.filter(([key]) => key === `remote.${remote}.${name}`).map(([, value]) => value);
  const urls = all('pushurl').length > 0 ? all('pushurl') : all('url');
  if (urls.length === 1) return urls[0]!;
  throw new ToolError('INVALID_ARGUMENTS', `The remote ${remote} has ${urls.length} URLs to push to`, {
    suggestion: 'Push with bash, where a person is asked, or to another remote.',
  });
}

const notHere = (objects: string): ToolError =>
  new ToolError('INVALID_PATH', `The repository's objects lie outside of the workspace, in ${objects}`, {
    suggestion: 'What lies there is not pushed. Open the workspace where the repository itself lies.',
  });

const neverSeen = (remote: string, branch: string): ToolError =>
  new ToolError('ILLEGAL_TRANSITION', `What ${remote} has as ${branch} was never fetched, so it is not overwritten`, {
    suggestion: 'Push without force; if that is refused, have a person fetch first.',
  });
