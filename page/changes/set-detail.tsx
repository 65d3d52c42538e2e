import type { ChangeDetail } from '../../src/console/api.ts';
import { whoName } from '../core/readable.ts';
import { segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useResource } from '../core/use-resource.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { canUndo, isWaiting } from './group-sets.ts';
import { SetDiff } from './set-diff.tsx';
import { SetBadges } from './set-line.tsx';
import { SettleResult } from './settle-result.tsx';
import { hasResult, type Undo, UndoResult } from './undo.tsx';
import type { Settle } from './use-settle.ts';
import { WaitingDetail } from './waiting-detail.tsx';

interface SetDetailProps {
  readonly id: string;
  readonly undo: Undo;
  readonly settle: Settle;
}

/** One set: what it changed, or what an undo that was asked for here has done. */
export function SetDetail({ id, undo, settle }: SetDetailProps) {
  const { data, failure } = useResource<ChangeDetail>(`/changes/${segment(id)}`, 'changes');
  if (!data)
    return settle.report ? (
      <SettleResult settle={settle} />
    ) : failure ? (
      <FailureNote failure={failure} />
    ) : (
      <p className="hint">Loading…</p>
    );
  return (
    <article>
      <h2>
        <Plain text={data.title} /> <SetBadges set={data} />
      </h2>
      <p className="facts">
        <span>by {whoName(data.agent)}</span>
        <Time at={data.at} />
        <a href={linkTo('live', data.callID)}>the call</a>
      </p>
      <SettleResult settle={settle} />
      <SetMatter {...{ undo, settle }} set={data} />
    </article>
  );
}

function SetMatter({ set, undo, settle }: Omit<SetDetailProps, 'id'> & { readonly set: ChangeDetail }) {
  if (isWaiting(set)) return <WaitingDetail key={set.changes.length} set={set} settle={settle} />;
  if (hasResult(undo)) return <UndoResult undo={undo} />;
  return (
    <>
      {canUndo(set) && (
        <p>
          <button type="button" onClick={() => void undo.undo({ set: set.id })}>
            {set.undoes === undefined ? 'Undo this change' : 'Undo this undo'}
          </button>
        </p>
      )}
      {set.undone && <p className="hint">It was taken back: this is what it had changed.</p>}
      <SetDiff set={set} aside={path => <a href={linkTo('changes', undefined, { path })}>history</a>} />
    </>
  );
}
