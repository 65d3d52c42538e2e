import { useEffect, useRef, useState } from 'react';
import type { AnswerBody, AnswerResult, PendingApproval } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { post, segment } from '../core/request.ts';
import { currentRoute, goTo, linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { useKeys } from '../core/use-keys.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { draftOf, isReady, SchemaForm } from '../form/schema-form.tsx';
import { Arguments } from '../parts/arguments.tsx';
import { DangerBadge } from '../parts/badge.tsx';
import { EffectList } from '../parts/effects.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { type Answering, AnswerPanel } from './answer-panel.tsx';

interface ApprovalDetailProps {
  readonly request: PendingApproval;
  readonly root: string;
  /** The question after this one. */
  readonly next: string | undefined;
}

export function ApprovalDetail({ request, root, next }: ApprovalDetailProps) {
  const [editing, setEditing] = useState(false);
  const [answering, setAnswering] = useState<Answering>();
  const [draft, setDraft] = useState(() => draftOf(request.args));
  const action = useAction<AnswerResult>();
  const changed = editing && JSON.stringify(draft.value) !== JSON.stringify(request.args);
  const send = async (given: Omit<AnswerBody, 'by' | 'modifiedArgs'>) => {
    if (action.running || action.result || (changed && !isReady(draft))) return;
    // Whoever has gone on to another question does not answer this one.
    if (currentRoute().id !== request.id) return;
    const modified =
      changed && given.answer.startsWith('allow') ? { modifiedArgs: draft.value as AnswerBody['modifiedArgs'] } : {};
    const body = { ...given, ...modified };
    await action.run(() => post(`/approvals/${segment(request.id)}`, body));
    live.touch('approvals');
  };
  useKeys({
    a: () => void send({ answer: 'allow_once' }),
    A: () => setAnswering('allow_always'),
    r: () => setAnswering('reject_once'),
    R: () => setAnswering('reject_always'),
    e: () => setEditing(on => !on),
    Escape: () => {
      if (answering) setAnswering(undefined);
      else if (editing) setEditing(false);
      else goTo(linkTo('approvals'));
    },
  });
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (editing) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [editing]);
  const answered = action.result;
  return (
    <article className="approval">
      <h2>
        <Plain text={request.sentence} />
      </h2>
      <p className="facts">
        <DangerBadge danger={request.danger} />
        <code>{readable(request.tool)}</code>
        <a href={linkTo('live', request.stepId)}>
          <Plain text={request.agent} />
        </a>
        <span>
          asked <Time at={request.createdAt} />, holds until <Time at={request.expiresAt} />
        </span>
      </p>
      <p>
        Why you are asked: <Plain text={request.reason} />
      </p>
      {request.cwd !== undefined && (
        <p>
          In the folder: <code>{readable(request.cwd === '.' ? root : request.cwd)}</code>
        </p>
      )}
      {answered ? (
        <p className="note good" role="status">
          Answered. {answered.saved.length > 0 && 'The rule is saved. '}
          {answered.note && <Plain text={answered.note} />}
          {next !== undefined && <a href={linkTo('approvals', next)}>Next question</a>}
        </p>
      ) : (
        <AnswerButtons
          {...{ changed, answering }}
          disabled={action.running || (changed && !isReady(draft))}
          onAllow={() => void send({ answer: 'allow_once' })}
          onAnswer={setAnswering}
        />
      )}
      {answering && !answered && (
        <AnswerPanel
          key={answering}
          {...{ request, answering }}
          busy={action.running}
          onSend={send}
          onCancel={() => setAnswering(undefined)}
        />
      )}
      <FailureNote failure={action.failure} />
      <h3>What it touches</h3>
      <EffectList effects={request.effects} root={root} />
      {request.diff ? (
        <>
          <h3>Diff</h3>
          <DiffView diff={request.diff} />
        </>
      ) : null}
      <h3>
        Arguments{' '}
        <button
          type="button"
          className="small"
          aria-pressed={editing}
          aria-keyshortcuts="e"
          onClick={() => setEditing(!editing)}
        >
          {editing ? 'Leave as they were' : 'Change'} <kbd>e</kbd>
        </button>
      </h3>
      {editing ? (
        <div ref={form}>
          <SchemaForm schema={request.schema} draft={draft} onChange={setDraft} />
        </div>
      ) : (
        <Arguments value={request.args} />
      )}
    </article>
  );
}
