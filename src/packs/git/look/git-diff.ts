import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { sayCount, sayHidden, withNotes } from '../../../text/say.ts';
import { define, type Info } from '../../../tool/define.ts';
import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import {
  checkRef,
  DIRECTORY,
  DIRECTORY_NAMES,
  excludePath,
  foundCommit,
  hiddenAmong,
  pathspecs,
  READS_REPOSITORY,
  rangeIn,
} from '../checks.ts';
import { lookAtRepository, openRepository } from '../repository/open-repository.ts';
import { type GitServices, SCRIPT } from '../run-git.ts';
import { comparison, type Diff, parseDiff } from './parse-diff.ts';
import { sayMove } from './say-status.ts';

const parameters = z
  .object({
    staged: z.boolean().default(false).describe('What is staged, against HEAD or `ref`'),
    ref: z.string().optional().describe('Commit to compare the files with, or a range such as main..HEAD'),
    from: z.string().optional().describe('Commit to compare from'),
    to: z.string().optional().describe('Commit to compare to; the files unless given'),
    paths: z.array(z.string().min(1)).optional().describe('Only these files and folders'),
    stat: z.boolean().default(false).describe('Files and counts, without the patch'),
    context: z.number().int().min(0).max(1000).default(3).describe('Lines around each change'),
    directory: DIRECTORY,
  })
  .refine(({ ref, from }) => ref === undefined || from === undefined, {
    path: ['ref'],
    message: 'says the same as from; give one of them',
  })
  .refine(({ staged, to }) => !staged || to === undefined, {
    path: ['to'],
    message: 'cannot go with staged, which compares what is staged',
  });

type Args = z.output<typeof parameters>;

/**
 * The script of a diff: counts, NULs, then the patch; $1 is its lines of context, empty where it is not wanted. No
 * program of anybody's is asked for a diff.
 */
const DIFF = readProgram(new URL('./diff.sh', import.meta.url));

export const gitDiff = (services: GitServices): Info =>
  define('git_diff', {
    description: 'Show changes as a patch with counts: of the files, of what is staged, or between commits.',
    parameters,
    returns: comparison,
    ...READS_REPOSITORY,
    parameterNames: otherNames({
      staged: ['cached'],
      ref: ['commit', 'revision', 'target'],
      from: ['base'],
      to: ['head'],
      paths: ['path', 'files', 'file'],
      context: ['context_lines', 'unified'],
      stat: ['stat_only', 'summary'],
      directory: DIRECTORY_NAMES,
    }),
    execute: async (args, ctx) => {
      ctx.metadata({ title: 'Comparing' });
      const { stat } = args;
      const range = rangeOf(args);
      const names = [range.from, range.to].filter(ref => ref !== undefined).map(checkRef);
      const wanted = { directory: args.directory, refs: names, user: true, signal: ctx.abort };
      const repository = await openRepository(services, ctx, wanted);
      const { place, commits } = repository;
      const hashes = names.map((name, index) => foundCommit(name, commits[index]));
      const { specs, hidden } = await pathspecs(ctx, place, args.paths);
      const compare = async (more: readonly string[]): Promise<Diff> => {
        const argv = [
          ...[...SCRIPT, DIFF, 'git', args.stat ? '' : String(args.context)],
          ...(args.staged ? ['--cached'] : []),
          ...(range.base ? [`${hashes[0]}...${hashes[1]}`] : hashes),
          ...['--', ...specs, ...more],
        ];
        const job = { repository, what: 'compare', argv, signal: ctx.abort, mayBeCut: true };
        const ran = await lookAtRepository(services, ctx, job);
        return parseDiff(ran.stdout, ran.cut);
      };
      const all = await compare([]);
      // A file that a rule hides may be in the history though it is nowhere else.
      const past = hiddenAmong(ctx, place, all.paths);
      const { paths: _, ...value } = past.length === 0 ? all : await compare(past.map(excludePath));
      return {
        title: `${sayCount(value.total, 'file')} changed`,
        output: sayDiff(value, { hidden: hidden + past.length, stat, unstaged: names.length === 0 && !args.staged }),
        value,
        metadata: { files: value.total, additions: value.additions, deletions: value.deletions },
      };
    },
  }) as Info;

/** The ends of a comparison; with `base` it begins where the two histories parted. */
type Range = Readonly<{ from?: string | undefined; to?: string | undefined; base?: boolean }>;

function rangeOf({ ref, from, to }: Args): Range {
  const first = ref ?? from;
  if (first === undefined) return to === undefined ? {} : { from: 'HEAD', to };
  const range = rangeIn(first);
  if (!range) return { from: first, to };
  if (to !== undefined)
    throw new ToolError('INVALID_ARGUMENTS', '`to` cannot go with a range', { suggestion: 'Leave one of them out.' });
  return { ...range, base: range.dots === '...' };
}

function sayDiff(diff: z.output<typeof comparison>, how: { hidden: number; stat: boolean; unstaged: boolean }) {
  const { files, total, additions, deletions, patch, truncated } = diff;
  if (total === 0) {
    const unstaged = 'No changes that are not staged. New files are not shown: see git_status.';
    return withNotes(how.unstaged ? unstaged : 'No changes.', [sayHidden(how.hidden)]);
  }
  const list = files.map(file => {
    const size = file.binary ? 'binary' : `+${file.additions} -${file.deletions}`;
    return `${file.change} ${sayMove(file)} (${size})`;
  });
  const more = total - files.length;
  const summary = `${sayCount(total, 'file')} changed, +${additions} -${deletions}`;
  return withNotes(how.stat ? [summary, ...list].join('\n') : `${summary}\n\n${patch}`, [
    more > 0 && `${sayCount(more, 'more file')} changed and are not listed; give paths.`,
    truncated && 'The patch is longer than what is kept; give paths, or stat: true.',
    sayHidden(how.hidden),
  ]);
}
