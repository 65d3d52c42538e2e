import type { RecordedSet } from '../../src/tool/history.ts';
import { live } from '../core/live.ts';
import { post, segment } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { FailureNote } from '../parts/failure.tsx';
import { SetLine } from './set-line.tsx';

/** What a command wrote while someone else changed the same files: kept aside until a person says so. */
export function PendingSets({ sets }: { readonly sets: readonly RecordedSet[] }) {
  const action = useAction<unknown>();
  const act = async (id: string, what: 'apply' | 'drop') => {
    await action.run(() => post(`/changes/${segment(id)}/${what}`));
    live.touch('changes');
  };
  if (sets.length === 0) return null;
  return (
    <section className="pending" aria-label="Pending changes">
      <h2>Not written yet: someone else had changed the same files</h2>
      <ul className="rows">
        {sets.map(set => (
          <li key={set.id}>
            <SetLine set={set} open={false} />
            <p className="line">
              <button type="button" disabled={action.running} onClick={() => void act(set.id, 'apply')}>
                Apply
              </button>
              <button
                type="button"
                className="danger"
                disabled={action.running}
                onClick={() => void act(set.id, 'drop')}
              >
                Drop
              </button>
            </p>
          </li>
        ))}
      </ul>
      <FailureNote failure={action.failure} />
    </section>
  );
}
