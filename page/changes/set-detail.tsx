import type { ChangeDetail } from '../../src/console/api.ts';
import { segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useResource } from '../core/use-resource.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { shortId, Time } from '../parts/time.tsx';
import { canUndo } from './group-sets.ts';
import { SetBadges } from './set-line.tsx';
import { UndoResult, useUndo } from './undo.tsx';

export function SetDetail({ id }: { readonly id: string }) {
  const { data, failure } = useResource<ChangeDetail>(`/changes/${segment(id)}`, 'changes');
  const undo = useUndo();
  if (!data) return failure ? <FailureNote failure={failure} /> : <p className="hint">Loading…</p>;
  const diff = data.changes.map(change => change.diff ?? '').join('');
  return (
    <article>
      <h2>
        <Plain text={data.title} /> <SetBadges set={data} />
      </h2>
      <p className="facts">
        <Plain text={data.agent} />
        <span>session {shortId(data.sessionID)}</span>
        <span>turn {data.turn}</span>
        <Time at={data.at} />
        <a href={linkTo('live', data.callID)}>the call</a>
      </p>
      {canUndo(data) && (
        <p>
          <button type="button" disabled={undo.running} onClick={() => void undo.undo({ set: id })}>
            Undo this change
          </button>
        </p>
      )}
      <UndoResult undo={undo} />
      <ul className="paths">
        {data.changes.map(({ path, operation, movedFrom, undone }) => (
          <li key={`${path} ${operation}`}>
            {operation}{' '}
            <code>
              <Plain text={path} />
            </code>
            {movedFrom !== undefined && (
              <>
                {' '}
                from <Plain text={movedFrom} />
              </>
            )}
            {undone && ' (taken back)'} <a href={linkTo('changes', undefined, { path })}>its history</a>
          </li>
        ))}
      </ul>
      {diff !== '' && <DiffView diff={diff} />}
    </article>
  );
}
