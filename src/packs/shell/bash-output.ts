import { otherNames } from '../../text/other-names.ts';
import { previewTail } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { changesState } from '../../tool/effect.ts';
import { jobParameters, jobReturns, sayJob, unknownJob } from './say-job.ts';
import type { ShellServices } from './services.ts';

export const bashOutput = (services: ShellServices): Info =>
  define('bash_output', {
    description: 'Read what a background command has printed since it was last read, and whether it still runs.',
    parameters: jobParameters,
    returns: jobReturns,
    permissions: { required: ['execute'] },
    effects: ({ job }) => [changesState(`job:${job}`)],
    danger: 'safe',
    readOnly: true,
    parameterNames: otherNames({ job: ['bash_id', 'job_id', 'id', 'task_id'] }),
    preview: previewTail,
    logs: true,
    execute: ({ job }, ctx) => {
      const report = services.jobs.read(ctx.sessionID, job);
      if (!report) throw unknownJob(services, ctx.sessionID, job);
      return sayJob(services, job, report);
    },
  }) as Info;
