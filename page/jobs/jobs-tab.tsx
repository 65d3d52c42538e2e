import { SquareTerminal } from 'lucide-react';
import { useEffect } from 'react';
import type { JobList, JobState } from '../../src/console/api.ts';
import { sayTime } from '../../src/text/say.ts';
import { post, segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { useNow } from '../core/use-now.ts';
import { useResource } from '../core/use-resource.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Output, Plain } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';

export function JobsTab() {
  const { data, failure, reload } = useResource<JobList>('/jobs', 'jobs');
  const jobs = data?.jobs ?? [];
  const running = jobs.some(job => job.running);
  // What a job prints makes no event.
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(reload, 1_000);
    return () => window.clearInterval(timer);
  }, [running, reload]);
  return (
    <div className="scroll padded">
      <FailureNote failure={failure} />
      {data && jobs.length === 0 && (
        <EmptyState icon={SquareTerminal} title="No commands in the background">
          One that bash starts with <code>background</code> shows up here, with what it prints and a way to stop it.
        </EmptyState>
      )}
      <ul className="cards">
        {jobs.map(job => (
          <li key={job.id}>
            <Job job={job} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Job({ job }: { readonly job: JobState }) {
  const stop = useAction<unknown>('jobs');
  const now = useNow(job.running);
  const end = () => stop.run(() => post(`/jobs/${segment(job.id)}/stop`));
  return (
    <article className="card" aria-label={job.title}>
      <p className="line">
        <Badge tone={job.running ? 'info' : 'quiet'}>{job.running ? 'running' : 'ended'}</Badge>
        <code className="grow">
          <Plain text={job.title} />
        </code>
        {job.running && (
          <button type="button" className="danger" disabled={stop.running} onClick={() => void end()}>
            Stop
          </button>
        )}
      </p>
      <p className="facts">
        <a href={linkTo('live', undefined, { session: job.sessionID })}>
          <Plain text={job.agent} />
        </a>
        <span>
          since <Time at={job.startedAt} />
        </span>
        {job.running ? (
          <span>{sayTime(now - job.startedAt)}</span>
        ) : (
          <span>
            <Plain text={job.state} />
          </span>
        )}
      </p>
      <FailureNote failure={stop.failure} />
      {job.output === '' ? (
        <p className="hint">Nothing printed yet.</p>
      ) : (
        <Output label={`Output of ${job.title}`} text={job.output} follow />
      )}
    </article>
  );
}
