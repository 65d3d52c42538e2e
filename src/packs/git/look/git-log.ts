import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { sayCount, withNotes } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { addAll } from '../../../tool/lists/long-lists.ts';
import {
  checkRef,
  DIRECTORY,
  DIRECTORY_NAMES,
  foundCommit,
  hiddenAmong,
  pathspecs,
  READS_REPOSITORY,
  rangeIn,
} from '../checks.ts';
import type { RepositoryPlace } from '../repository/find-repository.ts';
import { lookAtRepository, openRepository } from '../repository/open-repository.ts';
import type { GitServices } from '../run-git.ts';
import { CHANGES } from './parse-diff.ts';
import { type ChangedPath, changedPath } from './parse-status.ts';
import { sayChange } from './say-status.ts';

const commit = z.object({
  hash: z.string(),
  parents: z.array(z.string()),
  author: z.string(),
  email: z.string(),
  date: z.string(),
  committer: z.string(),
  refs: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  files: z.array(changedPath).optional(),
});
type Commit = z.output<typeof commit>;

const FIELDS = ['%H', '%P', '%an', '%ae', '%aI', '%cn <%ce>', '%D', '%s', '%b'] as const;

const LOG_FORMAT: string = `tformat:${FIELDS.join('%x00')}`;

/** The most files of one commit in the answer: a commit that adds a whole tree would hide all others. */
const MOST_FILES = 300;

/** The commits in an output of `git log -z` with the format above, and with `--name-status` where files are wanted. */
function parseLog(text: string, files: boolean): Commit[] {
  const entries = text.split('\0');
  // A piece that was cut off at the end is no commit.
  entries.pop();
  const commits: Commit[] = [];
  for (let at = 0; at + FIELDS.length <= entries.length; ) {
    const fields = entries.slice(at, at + FIELDS.length);
    at += FIELDS.length;
    const changed: ChangedPath[] = [];
    while (files && at < entries.length && /^\n?[A-Z]\d*$/.test(entries[at]!)) at = takeFile(changed, entries, at);
    commits.push(commitOf(fields, files ? changed.slice(0, MOST_FILES) : undefined));
  }
  return commits;
}

function takeFile(changed: ChangedPath[], entries: readonly string[], at: number): number {
  const letter = entries[at]!.trim()[0]!;
  const moved = letter === 'R' || letter === 'C';
  const [first = '', second = ''] = entries.slice(at + 1, at + 3);
  changed.push({ path: moved ? second : first, change: CHANGES[letter] ?? letter, ...(moved ? { from: first } : {}) });
  return at + (moved ? 3 : 2);
}

function commitOf(fields: readonly string[], files: ChangedPath[] | undefined): Commit {
  const [hash = '', parents = '', author = '', email = '', date = '', committer = '', refs = '', ...text] = fields;
  const [subject = '', body = ''] = text;
  return {
    hash,
    parents: parents.split(' ').filter(Boolean),
    author,
    email,
    date,
    committer,
    refs: refs.split(', ').filter(Boolean),
    subject,
    body: body.trimEnd(),
    files,
  };
}

const parameters = z.object({
  limit: z.number().int().positive().max(1000).default(20).describe('Most commits'),
  skip: z.number().int().min(0).default(0).describe('Commits to pass over first'),
  ref: z.string().default('HEAD').describe('Branch, tag or hash, or a range such as main..HEAD'),
  paths: z.array(z.string().min(1)).optional().describe('Only commits that touch these'),
  author: z.string().min(1).optional().describe('Part of the name or address, in any case'),
  grep: z.string().min(1).optional().describe('Part of the message, in any case'),
  since: z.string().min(1).optional().describe('A date, or such as "2 weeks ago"'),
  until: z.string().min(1).optional().describe('The same, for the last ones'),
  files: z.boolean().default(false).describe('List the files that each commit changed'),
  merges: z.boolean().default(true).describe('With merges'),
  directory: DIRECTORY,
});

const returns = z.object({ commits: z.array(commit), more: z.boolean() });

type Args = z.output<typeof parameters>;

export const gitLog = (services: GitServices): Info =>
  define('git_log', {
    description: 'List commits, newest first, with author, date, message and, if wanted, files.',
    parameters,
    returns,
    ...READS_REPOSITORY,
    parameterNames: otherNames({
      limit: ['max_count', 'n', 'count', 'num_commits', 'max_commits'],
      ref: ['branch', 'revision', 'rev', 'range'],
      paths: ['path', 'file', 'file_path'],
      grep: ['message', 'search'],
      since: ['after'],
      until: ['before'],
      files: ['name_status', 'show_files'],
      directory: DIRECTORY_NAMES,
    }),
    execute: async (args, ctx) => {
      ctx.metadata({ title: `Commits of ${args.ref}` });
      const { names, argumentsOf } = revisions(args.ref);
      const wanted = { directory: args.directory, refs: names, signal: ctx.abort };
      const repository = await openRepository(services, ctx, wanted);
      const { place, branch, commits } = repository;
      // A branch without a commit is no mistake.
      if (commits[0] === undefined && (args.ref === 'HEAD' || args.ref === branch)) return resultOf([], args);
      const hashes = names.map((name, index) => foundCommit(name, commits[index]));
      // Without paths the whole history is meant; hidden names are left out of the answer.
      const specs = args.paths ? (await pathspecs(ctx, place, args.paths)).specs : [];
      const argv = ['git', '--no-pager', 'log', ...optionsOf(args), ...argumentsOf(hashes), '--', ...specs];
      const job = { repository, what: 'list commits', argv, signal: ctx.abort, mayBeCut: true };
      const ran = await lookAtRepository(services, ctx, job);
      return resultOf(withoutHidden(ctx, place, parseLog(ran.stdout, args.files)), args);
    },
  }) as Info;

const withoutHidden = (ctx: CallContext, place: RepositoryPlace, commits: readonly Commit[]): Commit[] =>
  commits.map(one => {
    if (!one.files) return one;
    const names = one.files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
    const hidden = new Set(hiddenAmong(ctx, place, names));
    const shown = one.files.filter(({ path, from }) => !hidden.has(path) && (from === undefined || !hidden.has(from)));
    return { ...one, files: shown };
  });

function optionsOf({ limit, skip, author, grep, since, until, files, merges }: Args): string[] {
  return [
    ...['-z', '--no-color', '--no-show-signature', '--no-ext-diff', '--no-textconv', '--no-mailmap', '--no-notes'],
    ...[`--format=${LOG_FORMAT}`, '--decorate=short', `--max-count=${limit + 1}`, `--skip=${skip}`],
    ...['--fixed-strings', '--regexp-ignore-case'],
    ...(files ? ['--name-status', '--find-renames', '--diff-merges=first-parent', '--ignore-submodules=dirty'] : []),
    ...(merges ? [] : ['--no-merges']),
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(grep === undefined ? [] : [`--grep=${grep}`]),
    ...(since === undefined ? [] : [`--since=${since}`]),
    ...(until === undefined ? [] : [`--until=${until}`]),
  ];
}

/** The commits that a name or a range means, and the form in which git gets their hashes. */
function revisions(ref: string): { names: string[]; argumentsOf: (hashes: readonly string[]) => string[] } {
  const range = rangeIn(ref);
  if (!range) return { names: [checkRef(ref)], argumentsOf: ([hash = '']) => [hash] };
  return { names: [range.from, range.to].map(checkRef), argumentsOf: ([from, to]) => [`${from}${range.dots}${to}`] };
}

function resultOf(found: readonly Commit[], { limit, skip, ref }: Args) {
  const commits = found.slice(0, limit);
  const more = found.length > limit;
  return {
    title: `${sayCount(commits.length, 'commit')} of ${ref}`,
    output: withNotes(commits.map(sayCommit).join('\n\n') || 'No commits.', [
      more && `There are more: skip=${skip + limit}.`,
    ]),
    value: { commits, more },
    metadata: { commits: commits.length, more },
  };
}

function sayCommit({ hash, author, email, date, refs, subject, body, files }: Commit): string {
  const named = refs.length > 0 ? ` (${refs.join(', ')})` : '';
  const lines = [`${hash.slice(0, 12)}${named} ${date} ${author} <${email}>`, `    ${subject}`];
  if (body !== '') addAll(lines, ['', ...body.split('\n').map(line => (line === '' ? '' : `    ${line}`))]);
  for (const file of files ?? []) lines.push(`  ${sayChange(file)}`);
  return lines.join('\n');
}
