import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { previewTitle } from '../../../text/previews.ts';
import { sayCount, withNotes } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { connects, type Effect, executes, readsTree, writes, writesTree } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { DIRECTORY, DIRECTORY_NAMES } from '../checks.ts';
import type { GitServices } from '../run-git.ts';
import { MOST_COMMITS, type PushPlan, type PushWish, planPush, renewPlan } from './plan-push.ts';
import { pushedRef } from './push-failure.ts';
import { maskUrl } from './remote-url.ts';
import { runPush } from './run-push.ts';

const parameters = z.object({
  remote: z.string().min(1).optional().describe('Name of a remote; that of the branch unless given'),
  branch: z.string().min(1).optional().describe('The current one unless given'),
  setUpstream: z.boolean().default(false).describe("Have the branch follow the remote's"),
  force: z.boolean().default(false).describe('Overwrite what was last seen there, and nothing newer'),
  timeout: z.number().positive().max(3600).default(120).describe('Seconds'),
  directory: DIRECTORY,
});

const returns = z.object({
  remote: z.string(),
  url: z.string(),
  branch: z.string(),
  hash: z.string(),
  refs: z.array(pushedRef),
  commits: z.array(z.object({ hash: z.string(), subject: z.string() })),
});

type Args = z.output<typeof parameters>;

/** The most plans that are kept: more calls than ever wait for an answer at once. */
const MOST_PLANS = 1_000;

export const gitPush = (services: GitServices): Info => {
  const plans = new Map<string, { wish: string; plan: Promise<PushPlan> }>();
  /** Plans a push once for all decisions about a call: the plan that was shown is the one that is pushed. */
  const planned = (args: Args, ctx: CallContext): Promise<PushPlan> => {
    const wish = JSON.stringify([args.remote, args.branch, args.force, args.directory]);
    const known = plans.get(ctx.callID);
    if (known?.wish === wish) return known.plan;
    const plan = planPush(services, ctx, args as PushWish);
    plans.set(ctx.callID, { wish, plan });
    // Calls that were refused never come back for their plans.
    for (const callID of plans.keys()) if (plans.size > MOST_PLANS) plans.delete(callID);
    return plan;
  };
  return define('git_push', {
    description: 'Push a branch to a remote; always asks. Never overwrites what was not seen.',
    parameters,
    returns,
    permissions: { required: ['read', 'write', 'execute', 'network'] },
    effects: async (args, ctx) => effectsOf(await planned(args, ctx), args),
    danger: () => ({ danger: 'dangerous', why: 'sends commits away', opaque: false }),
    approval: async (args, ctx) => sayWish(await planned(args, ctx), args.force),
    parameterNames: otherNames({
      branch: ['branch_name', 'ref'],
      remote: ['remote_name'],
      setUpstream: ['set_upstream', 'u'],
      force: ['force_with_lease'],
      timeout: ['timeout_seconds'],
      directory: DIRECTORY_NAMES,
    }),
    timeout: 3_700_000,
    preview: previewTitle,
    execute: async (args, ctx) => {
      const wish = args as PushWish;
      const shown = await plans.get(ctx.callID)?.plan;
      const plan = shown ? await renewPlan(services, ctx, { plan: shown, wish }) : await planPush(services, ctx, wish);
      if (!plan) throw changed();
      ctx.metadata({ title: `Pushing ${plan.branch} to ${plan.remote}` });
      const { refs, notes } = await runPush(services, ctx, { ...args, plan });
      const url = maskUrl(plan.url);
      const { remote, branch, hash } = plan;
      const commits = plan.commits.slice(0, MOST_COMMITS);
      const lines = refs.map(
        ({ to, result, summary }) => `${to.replace(/^refs\/heads\//, '')}: ${result} (${summary})`,
      );
      return {
        title: `Pushed ${branch} to ${remote}`,
        output: withNotes([`Pushed ${branch} (${hash.slice(0, 12)}) to ${remote}, ${url}`, ...lines].join('\n'), notes),
        value: { remote, url, branch, hash, refs, commits },
        metadata: { remote, branch, hash },
      };
    },
  }) as Info;
};

function effectsOf({ repository, remote, url, target, inside, branch }: PushPlan, { setUpstream }: Args): Effect[] {
  const { commonDir } = repository.place;
  return [
    readsTree('.'),
    executes(`git push ${maskUrl(url)} ${branch}`),
    ...(target.kind === 'host' ? [connects(target.host)] : []),
    ...(target.kind === 'local' && inside ? [writesTree(target.path)] : []),
    ...[`refs/remotes/${remote}`, `logs/refs/remotes/${remote}`].map(name => writesTree(posix.join(commonDir, name))),
    ...['refs/remotes', 'logs/refs/remotes', 'logs/refs', 'logs'].map(name => writes(posix.join(commonDir, name))),
    ...(setUpstream ? [writes(posix.join(commonDir, 'config'))] : []),
  ];
}

/** The most commits that a person is shown; the count is of all. */
const SHOWN = 10;

function sayWish({ remote, url, target, branch, commits, seen, hash }: PushPlan, force: boolean): string {
  const count =
    commits.length > MOST_COMMITS ? `more than ${MOST_COMMITS} commits` : sayCount(commits.length, 'commit');
  const list = commits.slice(0, SHOWN).map(commit => `${commit.hash.slice(0, 10)} ${commit.subject}`);
  const what = commits.length === 0 ? `${branch} at ${hash.slice(0, 10)}, nothing new` : `${count} of ${branch}`;
  const over = force ? `, overwriting ${seen?.slice(0, 10)} there` : '';
  const where = target.kind === 'local' ? ', a repository on this machine' : '';
  return `pushes ${what} to ${remote} (${maskUrl(url)}${where})${over}${list.length > 0 ? `: ${list.join('; ')}` : ''}`;
}

const changed = (): ToolError =>
  new ToolError('STALE_FILE', 'The branch or its remote changed after it was asked for; nothing was pushed', {
    suggestion: 'Call it again to have it asked for as it is now.',
    retryable: true,
  });
