import { createHash } from 'node:crypto';
import type { NamedJob } from '../gate/packs/services/shell-services.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { JobList, JobState } from './api.ts';
import { resourceNotFound } from './refusal.ts';

export const listJobs = ({ jobs }: Toolgate): JobList => ({
  jobs: jobs.list().flatMap(job => {
    const said = job.follow()?.look();
    return said ? [toState(job, said)] : [];
  }),
});

type SaidStatus = ReturnType<NonNullable<ReturnType<NamedJob['follow']>>['look']>;

function toState(job: NamedJob, { title, value }: SaidStatus): JobState {
  const { title: asked, begun: startedAt } = job;
  const { sessionID, agent } = job.owner;
  const { running, output } = value;
  return { id: idOf(job), sessionID, agent, title: asked, running, startedAt, output, state: title };
}

/** The id of a job: each agent counts its own jobs, so only with the session a job is one among all. */
const idOf = ({ id, owner }: NamedJob): string =>
  `${id}-${createHash('sha256').update(`${owner.sessionID}\n${owner.callID}`).digest('hex').slice(0, 12)}`;

export async function stopJob({ jobs }: Toolgate, id: string): Promise<JobState> {
  const job = jobs.list().find(each => idOf(each) === id);
  const followed = job?.follow();
  if (!job || !followed) throw resourceNotFound('job', id);
  followed.stop();
  return toState(job, await followed.done);
}
