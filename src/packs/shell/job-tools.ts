import { z } from 'zod';
import type { JobReport } from '../../sandbox/background-jobs.ts';
import { otherNames } from '../../text/other-names.ts';
import { previewTail } from '../../text/previews.ts';
import type { Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { changesState } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { sayJob } from './say-job.ts';
import type { ShellServices } from './services.ts';

type JobReports = (sessionID: string, job: string) => JobReport | undefined | Promise<JobReport | undefined>;

/** A tool on one job, whose answer is a report on the job. */
const onJob = (services: ShellServices, reportOn: JobReports) =>
  ({
    parameters: z.object({ job: z.string().min(1).describe('As bash has given it, such as "job-1"') }),
    returns: z.object({
      output: z.string(),
      running: z.boolean(),
      return_code: z.number().nullable(),
      duration: z.number(),
    }),
    permissions: { required: ['execute'] },
    effects: ({ job }: { job: string }) => [changesState(`job:${job}`)],
    danger: 'safe',
    preview: previewTail,
    logs: true,
    execute: async ({ job }: { job: string }, { sessionID }: Context) => {
      const report = await reportOn(sessionID, job);
      if (report) return sayJob(services, job, report);
      const known = services.jobs.list(sessionID);
      const message = `There is no background command ${JSON.stringify(job)} in this session`;
      throw new ToolError('INVALID_ARGUMENTS', message, {
        suggestion: known.length > 0 ? `There are: ${known.join(', ')}.` : 'Start one with bash and background: true.',
      });
    },
  }) as const;

export const bashOutput = (services: ShellServices): Info =>
  define('bash_output', {
    description: 'Read what a background command has printed since it was last read, and whether it still runs.',
    ...onJob(services, (sessionID, job) => services.jobs.read(sessionID, job)),
    readOnly: true,
    parameterNames: otherNames({ job: ['bash_id', 'job_id', 'id', 'task_id'] }),
  }) as Info;

export const bashKill = (services: ShellServices): Info =>
  define('bash_kill', {
    description: 'End a background command and all that it has started.',
    ...onJob(services, (sessionID, job) => services.jobs.kill(sessionID, job)),
    aliases: [{ name: 'kill_shell', rename: { shell_id: 'job' }, classic: false }],
    parameterNames: otherNames({ job: ['bash_id', 'job_id', 'id', 'shell_id', 'task_id'] }),
  }) as Info;
