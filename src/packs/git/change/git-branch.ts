import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayList, withNotes } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { readsTree } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { checkBranchName, checkRef, DIRECTORY, DIRECTORY_NAMES, foundCommit } from '../checks.ts';
import { sayGitError } from '../explain-failure.ts';
import { lookAtRepository, openRepository, type Repository, repositoryJob } from '../repository/open-repository.ts';
import { type GitServices, runGit, SCRIPT } from '../run-git.ts';
import { FILTERED, FILTERED_CODE, filterVariables, wouldFilter } from './filters.ts';
import { writesBranches, writesFiles } from './writes-git.ts';

const branch = z.object({
  name: z.string(),
  commit: z.string(),
  subject: z.string(),
  date: z.string(),
  current: z.boolean(),
  remote: z.boolean(),
  upstream: z.string().optional(),
  ahead: z.number().optional(),
  behind: z.number().optional(),
});
type Branch = z.output<typeof branch>;

/** A list of branches; `total` is how many there are, and `branches` may hold fewer. */
const branchList = z.object({ current: z.string().nullable(), branches: z.array(branch), total: z.number() });

const FIELDS = [
  'refname',
  'objectname',
  'HEAD',
  'upstream:short',
  'upstream:track,nobracket',
  'committerdate:iso-strict',
  'symref',
  'contents:subject',
] as const;

const LIST_FORMAT: string = FIELDS.map(field => `%(${field})`).join('%00');

/** The most branches in the answer; a repository may have any number. */
const MOST_BRANCHES = 500;

/** The branches in an output: the branch of HEAD, NUL, then a line for each branch. */
function parseBranches(text: string, wanted = (_: string) => true): z.output<typeof branchList> {
  const end = text.indexOf('\0');
  const lines = text
    .slice(end + 1)
    .split('\n')
    .filter(line => line !== '');
  // A line whose last field is set is only a name for another branch, as origin/HEAD is.
  const own = lines.map(line => line.split('\0')).filter(fields => fields[6] === '');
  const found = own.map(branchOf).filter(({ name }) => wanted(name));
  const current = text.slice(0, end).trim() || null;
  return { current, branches: found.slice(0, MOST_BRANCHES), total: found.length };
}

function branchOf(fields: readonly string[]): Branch {
  const [ref = '', commit = '', head, upstream = '', track = '', date = '', , subject = ''] = fields;
  const gone = track === 'gone';
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return {
    name: ref.replace(/^refs\/(?:heads|remotes)\//, ''),
    commit,
    subject,
    date,
    current: head === '*',
    remote: ref.startsWith('refs/remotes/'),
    ...(upstream === '' ? {} : { upstream, ...(gone ? {} : { ahead: count('ahead'), behind: count('behind') }) }),
  };
}

const parameters = z
  .object({
    action: z.enum(['list', 'create', 'switch', 'delete', 'rename']).default('list').describe('What to do'),
    name: z.string().optional().describe('The branch; for list: part of its name'),
    newName: z.string().optional().describe('For rename'),
    from: z.string().optional().describe('For create: the commit it begins at; HEAD unless given'),
    switch: z.boolean().default(false).describe('For create: switch to it as well'),
    remotes: z.boolean().default(false).describe('For list: those of remotes too'),
    force: z.boolean().default(false).describe('For delete: also when its commits would be lost'),
    directory: DIRECTORY,
  })
  .refine(({ action, name }) => action === 'list' || name !== undefined, {
    path: ['name'],
    message: 'is needed for this action',
  })
  .refine(({ action, newName }) => action !== 'rename' || newName !== undefined, {
    path: ['newName'],
    message: 'is needed to rename',
  });

/**
 * The script of a change: does what the arguments say, then tells where HEAD stands and the branches. Files that a
 * filter would change when they are written would be wrong, so it tells those instead.
 */
const CHANGE = readProgram(new URL('./change-branch.sh', import.meta.url), { FILTERED, FILTERED_CODE, LIST_FORMAT });

/**
 * The script that deletes a branch. `git branch --delete` would rewrite the config even where it says nothing of the
 * branch. $1 the branch, $2 its commit, $3 whether commits may be lost, $4 whether the config has something of it.
 */
const DELETE = readProgram(new URL('./delete-branch.sh', import.meta.url));

/** The script that tells where HEAD stands, and the branches below the given names. */
const LIST = readProgram(new URL('./list-branches.sh', import.meta.url), { LIST_FORMAT });

type Args = z.output<typeof parameters>;

export const gitBranch = (services: GitServices): Info =>
  define('git_branch', {
    description: 'List, create, switch to, rename or delete branches. Local changes are never overwritten.',
    parameters,
    returns: branchList,
    permissions: { required: ['read', 'write', 'execute'] },
    effects: (args, ctx) => {
      if (args.action === 'list') return [readsTree('.')];
      return switches(args) ? writesFiles(ctx, args.directory) : writesBranches(ctx, args.directory);
    },
    danger: ({ action, force }) => {
      if (action === 'list') return { danger: 'safe', opaque: false };
      return { danger: action === 'delete' && force ? 'dangerous' : 'moderate', opaque: false };
    },
    approval: ({ action, force, name }) =>
      action === 'delete' && force ? `deletes the branch ${name}, and commits that are nowhere else with it` : false,
    sandboxed: true,
    parameterNames: otherNames({
      action: ['command', 'operation'],
      name: ['branch', 'branch_name'],
      newName: ['new_name', 'to'],
      from: ['start_point', 'base', 'ref'],
      switch: ['checkout'],
      remotes: ['all', 'remote'],
      directory: DIRECTORY_NAMES,
    }),
    timeout: 120_000,
    preview: previewHead,
    execute: async (args, ctx) => {
      ctx.metadata({ title: titleOf(args) });
      if (args.action === 'list') return list(services, ctx, args);
      const change = await planChange(services, ctx, args);
      const job = {
        repository: change.repository,
        argv: [...SCRIPT, CHANGE, 'git', ...change.argv],
        env: filterVariables(change.repository, 'smudge'),
        signal: ctx.abort,
      };
      const { ran, drop } = await runGit(services.shell, ctx, repositoryJob(job));
      if (ran.code !== 0 || ran.stopped) {
        drop();
        if (ran.code === FILTERED_CODE)
          throw wouldFilter(ran.stdout, {
            when: 'written',
            end: 'Nothing was switched',
            suggestion: 'Switch with bash (git switch), where a person is asked.',
          });
        throw sayGitError(titleOf(args).toLowerCase(), ran);
      }
      const value = parseBranches(ran.stdout);
      const notRun = change.repository.hooks.includes('post-checkout') && switches(args);
      return {
        title: titleOf(args),
        output: withNotes(`Done. ${value.current ? `On ${value.current}.` : 'On no branch.'}`, [
          notRun && 'Hooks were not run: post-checkout.',
        ]),
        value,
      };
    },
  }) as Info;

const switches = ({ action, switch: also }: Args): boolean => action === 'switch' || (action === 'create' && also);

const TITLES: Readonly<Record<Args['action'], string>> = {
  list: 'List branches',
  create: 'Create the branch',
  switch: 'Switch to',
  delete: 'Delete the branch',
  rename: 'Rename the branch',
};

const titleOf = ({ action, name }: Args): string => (action === 'list' ? TITLES.list : `${TITLES[action]} ${name}`);

async function list(services: GitServices, ctx: Context, { directory, remotes, name }: Args) {
  const repository = await openRepository(services, ctx, { directory, signal: ctx.abort });
  const argv = [...SCRIPT, LIST, 'git', 'refs/heads', ...(remotes ? ['refs/remotes'] : [])];
  const ran = await lookAtRepository(services, ctx, { repository, what: 'list branches', argv, signal: ctx.abort });
  const value = parseBranches(ran.stdout, branch => name === undefined || branch.includes(name));
  const { branches, total } = value;
  const nothing = name === undefined ? 'No branch has a commit yet.' : `No branch has ${JSON.stringify(name)} in it.`;
  const more = total - branches.length;
  const output = withNotes(branches.map(sayBranch).join('\n') || nothing, [
    more > 0 && `${sayCount(more, 'more branch', 'more branches')} not listed; give part of the name.`,
  ]);
  return { title: TITLES.list, output, value };
}

type Change = Readonly<{ repository: Repository; argv: readonly string[] }>;

/** Git's own command for a change; every name was checked, and stands where no option can stand. */
async function planChange(services: GitServices, ctx: Context, args: Args): Promise<Change> {
  const { action, from = 'HEAD', force, directory } = args;
  const name = checkBranchName(args.name ?? '');
  const refs = action === 'create' ? [checkRef(from)] : [`refs/heads/${name}`];
  const repository = await openRepository(services, ctx, { directory, refs, user: true, signal: ctx.abort });
  const [commit] = repository.commits;
  if (action === 'create') {
    const unborn = commit === undefined && from === 'HEAD';
    if (unborn && !args.switch)
      throw new ToolError('ILLEGAL_TRANSITION', 'There is no commit yet that a branch could begin at', {
        suggestion: 'Make the first commit with git_commit, or give switch: true.',
      });
    const begin = unborn ? [] : [foundCommit(from, commit)];
    const argv = args.switch ? ['switch', '--quiet', '--no-track', '--create'] : ['branch', '--no-track'];
    return { repository, argv: ['git', ...argv, name, ...begin] };
  }
  if (commit === undefined) throw await noBranch(services, ctx, args);
  if (action === 'switch') return { repository, argv: ['git', 'switch', '--quiet', '--no-guess', name] };
  if (action === 'rename')
    return { repository, argv: ['git', 'branch', '-m', name, checkBranchName(args.newName ?? '')] };
  const followed = repository.config.some(([key]) => key.startsWith(`branch.${name}.`));
  return { repository, argv: [...SCRIPT, DELETE, 'git', name, commit, force ? 'yes' : '', followed ? 'yes' : ''] };
}

async function noBranch(services: GitServices, ctx: Context, args: Args): Promise<ToolError> {
  const { value } = await list(services, ctx, { ...args, name: undefined, remotes: true });
  const remote = value.branches.find(branch => branch.remote && branch.name.endsWith(`/${args.name}`));
  const names = value.branches.filter(branch => !branch.remote).map(branch => branch.name);
  return new ToolError('INVALID_ARGUMENTS', `There is no branch ${args.name}`, {
    suggestion: remote
      ? `Create it from the remote's: { "action": "create", "name": "${args.name}", "from": "${remote.name}", "switch": true }`
      : `There ${names.length === 1 ? 'is' : 'are'}: ${sayList(names, 10) || 'none with a commit'}.`,
  });
}

function sayBranch({ name, current, commit, subject, upstream, ahead, behind }: Branch): string {
  const tracking =
    upstream === undefined ? '' : ` [${upstream}${ahead === undefined ? '' : `: ${ahead} ahead, ${behind} behind`}]`;
  return `${current ? '* ' : '  '}${name} ${commit.slice(0, 10)}${tracking} ${subject}`;
}
