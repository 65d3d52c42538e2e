import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../../text/other-names.ts';
import { define, type Info } from '../../../tool/define.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { DIRECTORY, DIRECTORY_NAMES, pathspecs, READS_REPOSITORY } from '../checks.ts';
import { lookAtRepository, openRepository } from '../repository/open-repository.ts';
import { type GitServices, SCRIPT } from '../run-git.ts';
import { type GitStatus, parseStatus, statusValue } from './parse-status.ts';
import { sayStatus } from './say-status.ts';

const parameters = z.object({
  paths: z.array(z.string().min(1)).optional().describe('Only these files and folders'),
  untracked: z.enum(['normal', 'all', 'no']).default('normal').describe('all: every file of new folders'),
  limit: z.number().int().positive().max(10_000).default(500).describe('Most paths of each kind'),
  directory: DIRECTORY,
});

/** The status, then the changed files that have a filter; $1 is how untracked files are shown, then pathspecs. */
const STATUS = readProgram(new URL('./status.sh', import.meta.url));

export const gitStatus = (services: GitServices): Info =>
  define('git_status', {
    description: 'Show the branch and what is staged, changed, untracked or in conflict, as data.',
    parameters,
    returns: statusValue,
    ...READS_REPOSITORY,
    parameterNames: otherNames({ paths: ['path', 'files', 'file'], directory: DIRECTORY_NAMES }),
    execute: async ({ paths, untracked, limit, directory }, ctx) => {
      ctx.metadata({ title: 'Looking at what has changed' });
      const repository = await openRepository(services, ctx, { directory, user: true, signal: ctx.abort });
      const { place, operation, user } = repository;
      const { specs, hidden } = await pathspecs(ctx, place, paths);
      const argv = [...SCRIPT, STATUS, 'git', untracked, ...specs];
      const env = { TOOLGATE_IGNORES: user.ignores };
      const ran = await lookAtRepository(services, ctx, {
        repository,
        what: 'tell the status',
        argv,
        env,
        signal: ctx.abort,
      });
      const isHidden = (path: string) => ctx.files.isHidden(posix.join(place.top, path));
      const { status, hidden: past } = parseStatus(ran.stdout, { limit, isHidden });
      const value: GitStatus = { ...status, operation };
      return { title: `Status of ${value.branch ?? 'no branch'}`, output: sayStatus(value, hidden + past), value };
    },
  }) as Info;
