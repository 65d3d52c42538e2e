import { otherNames } from '../../text/other-names.ts';
import { previewTail } from '../../text/previews.ts';
import { define, type Info } from '../../tool/define.ts';
import { changesState } from '../../tool/effect.ts';
import { jobParameters, jobReturns, sayJob, unknownJob } from './say-job.ts';
import type { ShellServices } from './services.ts';

export const bashKill = (services: ShellServices): Info =>
  define('bash_kill', {
    description: 'End a background command and all that it has started.',
    parameters: jobParameters,
    returns: jobReturns,
    permissions: { required: ['execute'] },
    effects: ({ job }) => [changesState(`job:${job}`)],
    danger: 'safe',
    aliases: [{ name: 'kill_shell', rename: { shell_id: 'job' }, classic: false }],
    parameterNames: otherNames({ job: ['bash_id', 'job_id', 'id', 'shell_id', 'task_id'] }),
    preview: previewTail,
    logs: true,
    execute: async ({ job }, ctx) => {
      const report = await services.jobs.kill(ctx.sessionID, job);
      if (!report) throw unknownJob(services, ctx.sessionID, job);
      return sayJob(services, job, report);
    },
  }) as Info;
