import type { Story } from '../../src/console/api.ts';
import { readable } from '../core/readable.ts';
import { segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useResource } from '../core/use-resource.ts';
import { StopButton } from '../live/call/stop-button.tsx';
import { When } from '../live/clock.tsx';
import { endOfRun, iconOfRun, isAgent, isAtWork, nameOf } from '../live/session-book.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { RunFigures } from './run-figures.tsx';
import { StoryStepView } from './story-step.tsx';

const TONES: Readonly<Record<string, Tone>> = { running: 'info', ok: 'good', exit: 'warn', failed: 'bad' };

/** A run from its prompt to its answer. */
export function StoryView({ id }: { readonly id: string }) {
  const { data, failure } = useResource<Story>(`/agents/${segment(id)}/story`, 'agents');
  if (!data) return failure ? <FailureNote failure={failure} /> : <p className="hint">Loading…</p>;
  const { agent, steps, omitted } = data;
  const atWork = isAtWork(agent);
  return (
    <article className="story">
      <h2>
        <Badge tone={TONES[iconOfRun(agent)] ?? 'quiet'}>{endOfRun(agent)}</Badge>{' '}
        {readable(nameOf(agent)).slice(0, 200)}
      </h2>
      <p className="facts">
        {isAgent(agent) && <span>{readable(agent.agent)}</span>}
        {agent.type !== undefined && agent.type !== agent.agent && <span>{readable(agent.type)}</span>}
        {agent.model && <code>{readable(agent.model)}</code>}
        <When at={agent.startedAt} />
        <a href={linkTo('live', undefined, { session: id })}>its calls in time</a>
        {agent.parent !== undefined && <a href={linkTo('agents', agent.parent)}>who started it</a>}
        {agent.parentCall !== undefined && <a href={linkTo('live', agent.parentCall)}>the call that did</a>}
      </p>
      <RunFigures agent={agent} />
      {atWork && <StopButton what={agent.parent === undefined ? 'run' : 'agent'} id={id} />}
      {omitted > 0 && <p className="hint">{omitted.toLocaleString()} earlier steps are not told here.</p>}
      <ol className="steps">
        {steps.map((step, index) => (
          <StoryStepView
            key={step.kind === 'call' ? step.call.id : `${step.kind} ${index}`}
            step={step}
            stopped={agent.outcome === 'ABORTED' && index === steps.length - 1}
          />
        ))}
        {atWork && <li className="step goes-on">It goes on…</li>}
      </ol>
      <FailureNote failure={failure} />
    </article>
  );
}
