import type { CallDetail } from '../../src/console/api.ts';
import { describeAnswer } from '../approvals/describe-answer.ts';
import { live } from '../core/live.ts';
import { segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useLive } from '../core/use-live.ts';
import { useResource } from '../core/use-resource.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Arguments } from '../parts/arguments.tsx';
import { DangerBadge, VerdictBadge } from '../parts/badge.tsx';
import { EffectList } from '../parts/effects.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Output, Plain, readable } from '../parts/plain.tsx';
import { shortId, Time } from '../parts/time.tsx';
import { Elapsed, StateBadge, sentenceOf } from './call-line.tsx';
import { fromRow } from './live-call.ts';
import { outputOf } from './output-of.ts';
import { StageList } from './stage-list.tsx';

/** One call: what is known of it live, and what the ledger says. */
export function CallDetailView({ id, root }: { readonly id: string; readonly root: string }) {
  useLive();
  const known = live.book.get(id);
  const { data, failure } = useResource<CallDetail>(`/calls/${segment(id)}`, 'calls');
  const call = known ?? (data && fromRow(data.call));
  if (!call) return failure ? <FailureNote failure={failure} /> : <p className="hint">Loading…</p>;
  const row = data?.call;
  const error = call.error ?? row?.error;
  return (
    <article className="call">
      <h2>
        <StateBadge state={call.state} /> {sentenceOf(call)} <Elapsed call={call} />
      </h2>
      <p className="facts">
        <code>{readable(call.tool)}</code>
        <a href={linkTo('live', undefined, { agent: call.agent })}>
          <Plain text={call.agent} />
        </a>
        <a href={linkTo('live', undefined, { session: call.sessionID })}>session {shortId(call.sessionID)}</a>
        {call.turn !== undefined && <span>turn {call.turn}</span>}
        <Time at={call.startedAt} />
        {row && <DangerBadge danger={row.danger} />}
        {row?.verdict && <VerdictBadge verdict={row.verdict} />}
      </p>
      {call.state === 'waiting' && (
        <p className="note warn">
          It waits for an answer: <a href={linkTo('approvals', questionOf(data))}>go to the question</a>
        </p>
      )}
      <FailureNote failure={error} />
      <h3>Arguments</h3>
      <Arguments value={call.args ?? row?.args ?? {}} />
      <Printed live={call.output} detail={data} />
      {data?.changes && <Changed changes={data.changes} />}
      {row && (
        <>
          <h3>Effects</h3>
          <EffectList effects={row.effects} root={root} />
        </>
      )}
      {data && data.approvals.length > 0 && (
        <>
          <h3>Answers</h3>
          <ul>
            {data.approvals.map(approval => (
              <li key={approval.id}>{describeAnswer(approval)}</li>
            ))}
          </ul>
        </>
      )}
      {data && <StageList stages={data.stages} call={data.call} waiting={call.state === 'waiting'} />}
      <FailureNote failure={failure} />
    </article>
  );
}

/** The last one that was put for it. */
function questionOf(detail: CallDetail | undefined): string | undefined {
  const asked = detail?.events.findLast(({ type }) => type === 'approval_requested');
  return typeof asked?.data.approvalID === 'string' ? asked.data.approvalID : undefined;
}

function Printed({ live: streamed, detail }: { readonly live: string; readonly detail: CallDetail | undefined }) {
  const stored = detail ? outputOf(detail.events) : '';
  const text = stored.length > streamed.length ? stored : streamed;
  if (text === '') return null;
  return (
    <>
      <h3>Output</h3>
      <Output label="Output" text={text} follow />
    </>
  );
}

function Changed({ changes }: { readonly changes: NonNullable<CallDetail['changes']> }) {
  const diff = changes.changes.map(change => change.diff ?? '').join('');
  return (
    <>
      <h3>
        Changes <a href={linkTo('changes', changes.id)}>in the timeline</a>
      </h3>
      {diff === '' ? (
        <ul>
          {changes.changes.map(({ path, operation }) => (
            <li key={path}>
              {operation} <code>{readable(path)}</code>
            </li>
          ))}
        </ul>
      ) : (
        <DiffView diff={diff} />
      )}
    </>
  );
}
