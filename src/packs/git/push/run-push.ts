import { posix } from 'node:path';
import type { Context } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { type ConfigPair, configEnvironment, neutralConfig, parseConfig } from '../repository/neutral-config.ts';
import { repositoryJob } from '../repository/open-repository.ts';
import { ownEnvironment } from '../repository/user-config.ts';
import { type GitJob, type GitRun, type GitServices, lookWithGit, runGit, runOutside, SCRIPT } from '../run-git.ts';
import type { PushPlan } from './plan-push.ts';
import { type PushedRef, pushFailure } from './push-failure.ts';
import { hideUrl } from './remote-url.ts';

/** The exit code of a push that would take objects from elsewhere. */
const ELSEWHERE = 96;

/**
 * Pushes from a repository of its own that has the objects of the real one and nothing of its config, hooks or
 * attributes. $1 the objects, $2 the URL, $3 the refspec, $4 the object format, then options.
 */
const PUSH = readProgram(new URL('./push.sh', import.meta.url), { ELSEWHERE });

/** Remembers a push. $1 the remote, $2 the branch, $3 the commit, $4 and $5 whether it is kept and followed. */
const REMEMBER = readProgram(new URL('./remember.sh', import.meta.url));

/**
 * The script that reads the config of a repository on this machine; $1 its path. It refuses all but plain repositories,
 * so that git cannot take another one than was looked at: git would follow a .git that is a file.
 */
const LOOK_AT_TARGET = readProgram(new URL('./look-at-target.sh', import.meta.url));

/** A plan, and its timeout in seconds. */
type PushOptions = Readonly<{ plan: PushPlan; setUpstream: boolean; force: boolean; timeout: number }>;

/** The user's own variables that a push needs: the places of config, keys and agents, and the way out. */
const KEPT =
  /^(?:HOME|XDG_CONFIG_HOME|XDG_RUNTIME_DIR|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|SSH_AUTH_SOCK|GIT_SSH(?:_COMMAND|_VARIANT)?|DBUS_SESSION_BUS_ADDRESS|SSL_CERT_(?:FILE|DIR)|GIT_SSL_\w+|(?:https?|all|no)_proxy)$/i;

const PROTOCOLS = 'file:http:https:ssh';

/** Pushes with the user's own rights; a push into the workspace itself runs in the sandbox. */
export async function runPush(services: GitServices, ctx: Context, options: PushOptions) {
  const { plan, setUpstream } = options;
  const job = await pushJob(services, ctx, options);
  const { remote, branch, hash, tracked, repository } = plan;
  const remember = [remote, branch, hash, tracked ? 'yes' : '', setUpstream ? 'yes' : ''];
  const followUp = repositoryJob({ repository, argv: [...SCRIPT, REMEMBER, 'git', ...remember], signal: ctx.abort });
  if (plan.inside) {
    const { ran, drop } = await runGit(services.shell, ctx, withFollowUp(job, followUp));
    const refs = refsOf(ran, plan, drop);
    return { refs, notes: notesOf(plan, true) };
  }
  const outside = await services.outside();
  const ran = await runOutside(outside, job, { root: ctx.files.root, limits: services.shell.limits() });
  const refs = refsOf(ran, plan, () => undefined);
  const after = tracked || setUpstream ? await runGit(services.shell, ctx, followUp) : undefined;
  if (after && after.ran.code !== 0) after.drop();
  return { refs, notes: notesOf(plan, after === undefined || after.ran.code === 0) };
}

async function pushJob(services: GitServices, ctx: Context, { plan, force, timeout }: PushOptions): Promise<GitJob> {
  const { url, branch, hash, seen, repository, target } = plan;
  const ref = `refs/heads/${branch}`;
  const to = target.kind === 'local' ? target.path : url;
  const config = await targetConfig(services, ctx, plan);
  return {
    argv: [
      ...[...SCRIPT, PUSH, 'git', repository.objects, to, `${hash}:${ref}`, hash.length === 64 ? 'sha256' : 'sha1'],
      ...(force && seen ? [`--force-with-lease=${ref}:${seen}`] : []),
      // Git removes its config from the environment of programs that it starts; a local target is to have this one.
      ...(target.kind === 'local' ? [`--receive-pack=GIT_CONFIG_COUNT=${config.length} git receive-pack`] : []),
    ],
    cwd: repository.place.top,
    env: {
      ...ownEnvironment(plan.inside ? { PATH: services.env.PATH } : services.env, { root: ctx.files.root, kept: KEPT }),
      ...withoutWorkspace(services.env, ctx.files.root),
      ...configEnvironment(config),
      GIT_CONFIG_COUNT: '0',
      GIT_ALLOW_PROTOCOL: PROTOCOLS,
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      SSH_ASKPASS_REQUIRE: 'never',
      GIT_NO_REPLACE_OBJECTS: '1',
    },
    time: timeout * 1000,
    signal: ctx.abort,
  };
}

/** Leaves out a config in the workspace, which is not the user's own: whatever works there may have written it. */
function withoutWorkspace(env: GitServices['env'], root: string): Record<string, string> {
  const inside = [env.HOME, env.XDG_CONFIG_HOME, env.GIT_CONFIG_GLOBAL].some(
    path => path !== undefined && `${posix.normalize(path)}/`.startsWith(`${root}/`),
  );
  return inside ? { GIT_CONFIG_GLOBAL: '/dev/null' } : {};
}

/** The config to lay over that of a repository on this machine, so that nothing of it runs as it takes the push. */
async function targetConfig(services: GitServices, ctx: Context, plan: PushPlan): Promise<readonly ConfigPair[]> {
  const { target, inside, repository } = plan;
  if (target.kind !== 'local') return [];
  const { root } = ctx.files;
  const job: GitJob = {
    argv: [...SCRIPT, LOOK_AT_TARGET, 'git', target.path],
    cwd: repository.place.top,
    env: ownEnvironment({ PATH: services.env.PATH }, { root, kept: KEPT }),
    signal: ctx.abort,
  };
  const ran = inside
    ? await lookWithGit(services.shell, ctx, job)
    : await runOutside(await services.outside(), job, { root, limits: services.shell.limits() });
  if (ran.code === 0 && !ran.stopped && !ran.cut) return neutralConfig(parseConfig(ran.stdout));
  throw new ToolError('FILE_NOT_FOUND', `Nothing can be pushed to ${target.path}: ${ran.stderr.trim()}`, {
    suggestion: 'A person can set where the remote is: git remote set-url NAME URL',
  });
}

/** The push and the note of it in one job, for a call stages the files of one job. */
function withFollowUp(push: GitJob, { argv, env }: GitJob): GitJob {
  const both = readProgram(new URL('./push-and-remember.sh', import.meta.url));
  const [first, second] = [push.argv, argv].map(words => words.slice(SCRIPT.length + 2));
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return {
    ...push,
    argv: [
      ...[...SCRIPT, both, 'git', String(first!.length), ...first!],
      ...[...variables, ...SCRIPT, REMEMBER, 'git', ...second!],
    ],
    env: { ...push.env, TOOLGATE_PUSH: PUSH },
  };
}

const RESULTS: Readonly<Record<string, string>> = {
  ' ': 'updated',
  '+': 'overwritten',
  '*': 'created',
  '=': 'up to date',
  '-': 'deleted',
  '!': 'rejected',
};

/** The refs in an output of `--porcelain`: a flag, from:to and a summary, divided by tabs. */
function refsOf(ran: GitRun, { url, target }: PushPlan, drop: () => void): PushedRef[] {
  const hide = (text: string) => hideUrl(url, text);
  const refs = ran.stdout.split('\n').flatMap((line): PushedRef[] => {
    const [, flag = '', from = '', to = '', summary = ''] = /^([ +*=!-])\t([^\t]*):([^\t:]*)\t(.*)$/.exec(line) ?? [];
    return to === '' ? [] : [{ from, to, result: RESULTS[flag] ?? flag, summary: hide(summary) }];
  });
  if (ran.code === 0 && !ran.stopped && refs.length > 0) return refs;
  drop();
  throw pushFailure({ ...ran, stdout: hide(ran.stdout), stderr: hide(ran.stderr) }, refs, target);
}

const notesOf = ({ repository, target, remote }: PushPlan, remembered: boolean): string[] => [
  ...(repository.hooks.includes('pre-push') ? ['Hooks were not run: pre-push.'] : []),
  ...(target.kind === 'local' ? ["The target's own hooks were not run."] : []),
  ...(remembered ? [] : [`It was pushed, but what ${remote} has now could not be noted here.`]),
];
