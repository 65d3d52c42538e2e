import { useLayoutEffect, useRef, useState } from 'react';
import type { AnswerResult, PendingApproval } from '../../src/console/api.ts';
import { whoName } from '../core/readable.ts';
import { goTo, linkTo } from '../core/route.ts';
import { useKeys } from '../core/use-keys.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { Arguments } from '../parts/arguments.tsx';
import { DangerBadge } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { type Answering, AnswerPanel } from './answer-panel.tsx';
import { otherArguments, runTextOf, wish } from './headline.ts';
import { PreviewNote } from './preview-note.tsx';
import { type Matter, QuestionLead } from './question-lead.tsx';
import { useAnswer } from './use-answer.ts';
import { useReadingPause } from './use-reading-pause.ts';

interface ApprovalDetailProps {
  readonly request: PendingApproval;
  readonly root: string;
  /** It was opened by the answer to another, and not by a person. */
  readonly cameByItself: boolean;
  readonly onAnswered: (report: AnswerResult) => void;
}

/** A question: what would happen, then the answers, then the rest. */
export function ApprovalDetail({ request, root, cameByItself, onAnswered }: ApprovalDetailProps) {
  const [answering, setAnswering] = useState<Answering>();
  const answer = useAnswer(request, onAnswered);
  const { editing, setEditing, changed, preview, send } = answer;
  const resting = useReadingPause(cameByItself);
  const unlessResting = (act: () => void) => () => {
    if (!resting && !answer.done) act();
  };
  useKeys({
    a: unlessResting(() => void send({ answer: 'allow_once' })),
    A: unlessResting(() => answer.yes && setAnswering('allow_always')),
    r: unlessResting(() => setAnswering('reject_once')),
    R: unlessResting(() => setAnswering('reject_always')),
    e: unlessResting(() => setEditing(on => !on)),
    Escape: () => {
      if (answering) setAnswering(undefined);
      else if (editing) setEditing(false);
      else goTo(linkTo('approvals'));
    },
  });
  const form = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (editing) form.current?.querySelector<HTMLElement>('textarea, input, select')?.focus();
  }, [editing]);
  useLayoutEffect(() => {
    if (cameByItself) title.current?.focus();
  }, [cameByItself]);
  const { matter, stale } = useShown(request, changed, preview.result);
  return (
    <article className="approval">
      <h2 ref={title} tabIndex={-1}>
        {whoName(request.agent)} wants to {wish(request)}
      </h2>
      <p className="facts">
        <DangerBadge danger={matter.danger} />
        <code>{readable(request.tool)}</code>
        <span>
          asked <Time at={request.createdAt} />
        </span>
        <span>
          waits until <Time at={request.expiresAt} />
        </span>
        <a href={linkTo('live', request.stepId)}>the call</a>
      </p>
      {editing && (
        <div className="change-form" ref={form}>
          <SchemaForm
            schema={request.schema}
            draft={answer.draft}
            onChange={answer.setDraft}
            unsaid={request.unsaid ?? []}
          />
          {changed && <PreviewNote preview={preview} />}
        </div>
      )}
      {(!changed || preview.result || preview.working) && (
        <div className={stale ? 'matter stale' : 'matter'} aria-busy={stale} inert={stale}>
          <QuestionLead
            matter={matter}
            root={root}
            cwd={request.cwd}
            rehearsed={changed ? undefined : request.rehearsed}
          />
        </div>
      )}
      {request.unplanned && (
        <p className="note warn">
          Changes are planned now, but this acts at once. Dropping the plan does not take it back.
        </p>
      )}
      <p className="why">
        <span className="hint">{changed ? 'Why you were asked, before you changed it:' : 'Why you are asked:'}</span>{' '}
        <Plain text={request.reason} />
        {!request.waiting && ' Nothing waits for this any more: a yes counts for the same call the next time.'}
      </p>
      <div className={resting ? 'answer-bar resting' : 'answer-bar'}>
        <AnswerButtons
          {...{ changed, editing, resting, answering }}
          yesDisabled={!answer.yes || answer.done}
          onAllow={() => void send({ answer: 'allow_once' })}
          onEdit={() => setEditing(!editing)}
          onAnswer={setAnswering}
        />
        {resting && <span className="unseen">A new question: the answer keys work in a moment.</span>}
        {answering && !answer.done && (
          <AnswerPanel
            key={answering}
            {...{ request, answering }}
            busy={answer.running || (answering === 'allow_always' && !answer.yes)}
            onSend={send}
            onCancel={() => setAnswering(undefined)}
          />
        )}
        <FailureNote failure={answer.failure} />
      </div>
      {!editing && <Rest request={request} />}
    </article>
  );
}

/** The arguments that are not shown above; beside a command there may be none. */
function Rest({ request }: Pick<ApprovalDetailProps, 'request'>) {
  const others = otherArguments(request);
  const run = runTextOf(request) !== undefined;
  if (run && Object.keys(others).length === 0) return null;
  return (
    <>
      <h3>{run ? 'Other arguments' : 'Arguments'}</h3>
      <Arguments value={others} />
    </>
  );
}

/** What is shown: as asked, or the preview of the changed arguments; the last one, marked, while a new one is made. */
function useShown(asked: Matter, changed: boolean, preview: Matter | undefined) {
  const [last, setLast] = useState<Matter>(asked);
  const now = changed ? preview : asked;
  if (now && now !== last) setLast(now);
  return { matter: now ?? last, stale: now === undefined };
}
