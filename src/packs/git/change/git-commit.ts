import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayHidden, sayList, withNotes } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { DIRECTORY, DIRECTORY_NAMES, pathspecs } from '../checks.ts';
import { sayGitError } from '../explain-failure.ts';
import { changedFile, parseDiff } from '../look/parse-diff.ts';
import { sayChange, sayPath } from '../look/say-status.ts';
import { neutralEnvironment, openRepository, type Repository } from '../repository/open-repository.ts';
import { gitIdentityOf } from '../repository/user-config.ts';
import { type GitRun, type GitServices, runGit, SCRIPT } from '../run-git.ts';
import { FILTERED, FILTERED_CODE, filterVariables, sayPaths, wouldFilter } from './filters.ts';
import { writesCommit } from './writes-git.ts';

const parameters = z
  .object({
    message: z.string().describe('Subject, an empty line, then more'),
    paths: z.array(z.string().min(1)).min(1).optional().describe('Commit these as they are now, new and deleted too'),
    all: z.boolean().default(false).describe('Commit every change of tracked files'),
    amend: z.boolean().default(false).describe('Replace the last commit'),
    allowEmpty: z.boolean().default(false).describe('Also without a change'),
    hooks: z.boolean().default(false).describe("Run the repository's hooks, in the sandbox"),
    directory: DIRECTORY,
  })
  .refine(({ message }) => message.trim() !== '', { path: ['message'], message: 'is empty; say what the commit does' })
  .refine(({ message }) => !message.includes('\0'), { path: ['message'], message: 'cannot hold a NUL character' })
  .refine(({ paths, all }) => !(paths && all), { path: ['all'], message: 'cannot go with paths; give one of them' });

const returns = z.object({
  hash: z.string(),
  branch: z.string().nullable(),
  subject: z.string(),
  files: z.array(changedFile),
  total: z.number(),
  additions: z.number(),
  deletions: z.number(),
  hooksNotRun: z.array(z.string()),
});

type Args = z.output<typeof parameters>;

/** Exit codes of the script below that are not git's own. */
const CODES = { nothing: 98, unmatched: 99, conflicted: 95 } as const;

/**
 * Stages, commits, and tells the commit with its files. $1 is what to stage (staged, all, paths, add), then options of
 * `git commit`, `--`, and pathspecs; the message is the job's program.
 *
 * Files are staged by `update-index`: `git add` would run git in every submodule, with what its config says.
 */
const COMMIT = readProgram(new URL('./commit.sh', import.meta.url), {
  FILTERED,
  FILTERED_CODE,
  CONFLICTED: CODES.conflicted,
  UNMATCHED: CODES.unmatched,
  NOTHING: CODES.nothing,
});

const TIME = 110_000;
/** The most files of the commit that the model reads. */
const MOST_SAID = 50;
const COMMIT_HOOKS = /^(?:pre-commit|prepare-commit-msg|commit-msg|post-commit|pre-merge-commit|post-rewrite)$/;

export const gitCommit = (services: GitServices): Info =>
  define('git_commit', {
    description:
      'Commit what is staged, given paths or all tracked changes; asks first. Hooks are not run unless wanted.',
    parameters,
    returns,
    permissions: { required: ['read', 'write', 'execute'] },
    effects: ({ directory }, ctx) => writesCommit(ctx, directory),
    danger: 'moderate',
    approval: args => sayWish(args),
    sandboxed: true,
    parameterNames: otherNames({
      message: ['msg', 'commit_message'],
      paths: ['path', 'files', 'file'],
      all: ['add_all', 'all_tracked'],
      allowEmpty: ['allow_empty'],
      hooks: ['run_hooks', 'verify'],
      directory: DIRECTORY_NAMES,
    }),
    timeout: TIME + 10_000,
    preview: previewHead,
    execute: async (args, ctx) => {
      ctx.metadata({ title: `Committing: ${firstLine(args.message)}` });
      const wanted = { directory: args.directory, refs: ['HEAD'], user: true, signal: ctx.abort };
      const repository = await openRepository(services, ctx, wanted);
      if (args.amend && repository.commits[0] === undefined)
        throw new ToolError('ILLEGAL_TRANSITION', 'There is no commit to amend yet', {
          suggestion: 'Leave amend out.',
        });
      const { specs, hidden } = await pathspecs(ctx, repository.place, args.paths);
      const { ran, drop } = await runGit(services.shell, ctx, {
        argv: [...SCRIPT, COMMIT, 'git', modeOf(args, repository), ...optionsOf(args), '--', ...specs],
        program: args.message,
        cwd: repository.place.top,
        env: commitEnvironment(services, repository, args.hooks),
        time: TIME,
        signal: ctx.abort,
      });
      if (ran.code !== 0 || ran.stopped) {
        drop();
        throw failure(ran, args);
      }
      return resultOf(ran, { args, repository, hidden, ctx });
    },
  }) as Info;

function sayWish({ message, paths, all, amend, hooks }: Args): string {
  const what = paths ? sayList(paths.map(sayPath)) : all ? 'all changes of tracked files' : 'what is staged';
  const how = amend ? 'replaces the last commit with' : 'commits';
  const code = hooks ? "; the repository's hooks run, which is code of the repository, in the sandbox" : '';
  return `${how} ${what}, as ${JSON.stringify(firstLine(message))}${code}`;
}

/** The way to stage. A merge or the like that was begun is committed as a whole; git has no other way. */
function modeOf({ paths, all }: Args, { operation }: Repository): string {
  if (all) return 'all';
  if (!paths) return 'staged';
  return operation === undefined ? 'paths' : 'add';
}

const optionsOf = ({ amend, allowEmpty, hooks }: Args): string[] => [
  ...(amend ? ['--amend'] : []),
  ...(allowEmpty ? ['--allow-empty'] : []),
  ...(hooks ? [] : ['--no-verify']),
];

function commitEnvironment(services: GitServices, repository: Repository, hooks: boolean) {
  const { config, user } = repository;
  const author = gitIdentityOf('author', services.env, [config, user.config]);
  const committer = gitIdentityOf('committer', services.env, [config, user.config]);
  if (!author || !committer)
    throw new ToolError('EXECUTION_ERROR', 'Git does not know who commits: there is no user.name and user.email', {
      suggestion: 'Have a person run: git config --global user.name "NAME"; git config --global user.email ADDRESS',
    });
  return {
    ...neutralEnvironment(repository, { hooks }),
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    TOOLGATE_IGNORES: user.ignores,
    ...filterVariables(repository, 'clean'),
  };
}

function failure(ran: GitRun, { amend }: Args): ToolError {
  if (ran.code === FILTERED_CODE)
    return wouldFilter(ran.stdout, {
      when: 'committed',
      end: 'Nothing was committed',
      suggestion:
        'Without it the wrong content would be kept (for LFS: the file instead of its pointer). Stage them with bash ' +
        '(git add), where a person is asked, then call git_commit without paths and all.',
    });
  if (ran.code === CODES.conflicted) {
    const message = `These files still have conflict markers (<<<<<<<): ${sayPaths(ran.stdout)}`;
    return new ToolError('ILLEGAL_TRANSITION', message, {
      suggestion: 'Edit them to what they should be, without the markers, then call git_commit with their paths.',
    });
  }
  if (ran.code === CODES.nothing)
    return new ToolError('ILLEGAL_TRANSITION', `There is nothing to commit${amend ? '' : ' here'}`, {
      suggestion: 'Give paths (also of new files) or all: true; git_status shows what has changed.',
    });
  if (ran.code === CODES.unmatched)
    return new ToolError('FILE_NOT_FOUND', `Git could not commit: ${ran.stderr.trim()}`, {
      suggestion: 'See git_status for the paths that have changed; what .gitignore names is not committed.',
    });
  return sayGitError('commit', ran);
}

type CommitFacts = Readonly<{ args: Args; repository: Repository; hidden: number; ctx: CallContext }>;

function resultOf({ stdout, stderr }: GitRun, { args, repository, hidden, ctx }: CommitFacts) {
  const [hash = '', subject = ''] = stdout.split('\0', 2);
  const { files: all, total, additions, deletions } = parseDiff(stdout.slice(hash.length + subject.length + 2), false);
  // A file that others staged may have a hidden name.
  const isHidden = (path: string) => ctx.files.isHidden(posix.join(repository.place.top, path));
  const files = all.filter(({ path, from }) => !isHidden(path) && (from === undefined || !isHidden(from)));
  const hooksNotRun = args.hooks ? [] : repository.hooks.filter(name => COMMIT_HOOKS.test(name));
  const branch = repository.branch ?? null;
  const said = args.hooks ? stderr.trim() : '';
  const lines = [
    `${hash.slice(0, 12)} on ${branch ?? 'no branch'}: ${subject}`,
    `${sayCount(total, 'file')} changed, +${additions} -${deletions}`,
    ...files.slice(0, MOST_SAID).map(file => `  ${sayChange(file)}`),
    ...(said === '' ? [] : ['', said]),
  ];
  return {
    title: `Committed ${hash.slice(0, 10)}: ${subject}`,
    output: withNotes(lines.join('\n'), [
      hooksNotRun.length > 0 && `Hooks were not run: ${sayList(hooksNotRun)}. To run them, give hooks: true.`,
      files.length > MOST_SAID && `Only ${MOST_SAID} files are listed; git_log with files: true lists more.`,
      sayHidden(hidden),
    ]),
    value: { hash, branch, subject, files, total, additions, deletions, hooksNotRun },
    metadata: { hash, branch },
  };
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!.slice(0, 200);
