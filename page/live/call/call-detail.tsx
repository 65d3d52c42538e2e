import type { CallDetail } from '../../../src/console/api.ts';
import { describeAnswer } from '../../approvals/describe-answer.ts';
import { SetBadges } from '../../changes/set-line.tsx';
import { live } from '../../core/live.ts';
import { readable } from '../../core/readable.ts';
import { segment } from '../../core/request.ts';
import { linkTo } from '../../core/route.ts';
import { useLive } from '../../core/use-live.ts';
import { useResource } from '../../core/use-resource.ts';
import { DiffView } from '../../diff/diff-view.tsx';
import { DangerBadge, VerdictBadge } from '../../parts/badge.tsx';
import { EffectList } from '../../parts/effects.tsx';
import { FailureNote } from '../../parts/failure.tsx';
import { fromRow, mergeRow } from '../live-call.ts';
import { CallArguments } from './call-arguments.tsx';
import { CallHead } from './call-head.tsx';
import { CallOutput } from './call-output.tsx';
import { StageList } from './stage-list.tsx';

/** One call: what is known of it live, and what the ledger says. */
export function CallDetailView({ id, root }: { readonly id: string; readonly root: string }) {
  useLive();
  const known = live.book.get(id);
  const { data, failure } = useResource<CallDetail>(`/calls/${segment(id)}`, 'calls');
  const stored = data && fromRow(data.call);
  const call = known && stored ? mergeRow(known, stored) : (known ?? stored);
  if (!call) return failure ? <FailureNote failure={failure} /> : <p className="hint">Loading…</p>;
  const row = data?.call;
  return (
    <article className="call">
      <CallHead call={call} agents={data?.agents ?? []} />
      {call.state === 'waiting' && (
        <p className="note warn">
          It waits for an answer: <a href={linkTo('approvals', questionOf(data))}>go to the question</a>
        </p>
      )}
      {call.state === 'conflict' ? (
        <p className="note">{readable(call.error?.message ?? '')}</p>
      ) : (
        <FailureNote failure={call.error} />
      )}
      <CallArguments call={call} />
      <CallOutput id={id} />
      {data?.changes && <Changed changes={data.changes} />}
      {row && (
        <>
          <h3>
            Effects <DangerBadge danger={row.danger} /> {row.verdict && <VerdictBadge verdict={row.verdict} />}
          </h3>
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

function Changed({ changes }: { readonly changes: NonNullable<CallDetail['changes']> }) {
  const diff = changes.changes.map(change => change.diff ?? '').join('');
  return (
    <>
      <h3>
        Changes <SetBadges set={changes} /> <a href={linkTo('changes', changes.id)}>in the timeline</a>
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
