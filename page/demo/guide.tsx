import { RotateCcw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ApprovalList, DemoStory } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { post } from '../core/request.ts';
import { goTo, linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { useResource } from '../core/use-resource.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { GuideEnd } from './guide-end.tsx';
import { GuideStart } from './guide-start.tsx';
import { GuideStep } from './guide-step.tsx';
import { paceOf } from './pace.ts';

interface GuideProps {
  readonly approvals: ApprovalList | undefined;
  readonly onHide: () => void;
}

/** Milliseconds between two looks while the agent is at work: what it is about to do makes no event. */
const LOOK = 700;

/** Leads through the demo: what was asked, what happens, what the person can do about it. */
export function Guide({ approvals, onHide }: GuideProps) {
  const { data: story, failure, reload } = useResource<DemoStory>('/demo', 'calls');
  const running = story?.running === true;
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(reload, LOOK);
    return () => {
      window.clearInterval(timer);
      live.touch('overview');
    };
  }, [running, reload]);
  const start = useAction<unknown>();
  const begin = async () => {
    goTo(linkTo('live'));
    await start.run(() => post('/demo/start', paceOf(window.location.search)));
    reload();
    live.touch('overview');
  };
  const begun = story?.steps.filter(({ state }) => state !== 'ahead') ?? [];
  const body = useRef<HTMLDivElement>(null);
  // What is new is seen, also where there is little room, and so is a question that comes after its step.
  const waiting = approvals?.pending.length ?? 0;
  const newest = begun.map(({ id, state }) => `${waiting} ${id} ${state}`).join();
  useEffect(() => {
    const isEnd = !running && !newest.endsWith(' yours');
    const end = body.current?.querySelector(isEnd ? ':scope > :last-child' : '.guide-steps > li:last-child');
    if (newest !== '') end?.scrollIntoView({ block: 'nearest' });
  }, [newest, running]);
  if (!story) return failure ? <FailureNote failure={failure} /> : null;
  const idle = !running && begun.length === 0;
  return (
    <aside className="guide" aria-label="The guide">
      <header className="guide-head">
        <h2>A guided demo</h2>
        {!idle && (
          <span className="hint">
            {begun.length} of {story.steps.length}
          </span>
        )}
        <button type="button" className="bare small" onClick={onHide}>
          <X className="icon" aria-hidden="true" /> Hide the guide
        </button>
      </header>
      {!idle && (
        <p className="guide-prompt">
          <span className="hint">The agent was asked</span>
          <Plain text={story.prompt} />
        </p>
      )}
      <div className="guide-body" ref={body}>
        {idle ? (
          <GuideStart prompt={story.prompt} busy={start.running} onStart={() => void begin()} />
        ) : (
          <>
            <div role="log" aria-label="What happens">
              <ol className="guide-steps">
                {begun.map(step => (
                  <GuideStep key={step.id} step={step} approvals={approvals} onDone={reload} />
                ))}
                {running && begun.every(({ state }) => state !== 'now' && state !== 'asks') && (
                  <li className="guide-step thinking">
                    <span className="pulse" aria-hidden="true" />
                    <p className="hint">The agent thinks…</p>
                  </li>
                )}
              </ol>
            </div>
            {story.seen.length > 0 && <GuideEnd seen={story.seen} next={story.next} />}
            {!running && (
              <button type="button" disabled={start.running} onClick={() => void begin()}>
                <RotateCcw className="icon" aria-hidden="true" /> Play it again
              </button>
            )}
          </>
        )}
        <FailureNote failure={start.failure ?? failure} />
      </div>
    </aside>
  );
}
