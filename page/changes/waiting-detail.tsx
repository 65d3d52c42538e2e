import { useState } from 'react';
import type { RecordedSet } from '../../src/tool/history.ts';
import { goTo, linkTo } from '../core/route.ts';
import { Plain } from '../parts/plain.tsx';
import { SetDiff } from './set-diff.tsx';
import type { Settle } from './use-settle.ts';

/** A set that waits: read it, then apply or drop it, whole or by file. */
export function WaitingDetail({ set, settle }: { readonly set: RecordedSet; readonly settle: Settle }) {
  const paths = [...new Set(set.changes.map(({ path }) => path))];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = paths.filter(path => !left.has(path));
  const whole = chosen.length === paths.length;
  const some = whole ? '' : ` ${chosen.length} of ${paths.length} files`;
  const act = (what: 'apply' | 'drop') => {
    // What is settled as a whole is gone: what became of it is told in the list.
    if (whole) goTo(linkTo('changes'));
    void settle.settle([set], what, whole ? undefined : chosen);
  };
  const toggle = (path: string) => {
    const next = new Set(left);
    if (!next.delete(path)) next.add(path);
    setLeft(next);
  };
  const box = (path: string) => (
    <label className="choose">
      <input type="checkbox" checked={!left.has(path)} onChange={() => toggle(path)} />
      <span className="unseen">
        Take <Plain text={path} />
      </span>
    </label>
  );
  return (
    <>
      <p className="note warn">
        {set.status === 'planned'
          ? 'This is a plan: nothing of it is on the disk. Apply it, or drop it; untick a file to leave it waiting.'
          : 'Someone else changed the same files while this ran, so it was kept aside. To apply it overwrites what is there now; undo brings that back.'}
      </p>
      <p className="line">
        <button
          type="button"
          className="primary"
          disabled={settle.running || chosen.length === 0}
          onClick={() => act('apply')}
        >
          Apply{some}
        </button>
        <button
          type="button"
          className="danger"
          disabled={settle.running || chosen.length === 0}
          onClick={() => act('drop')}
        >
          Drop{some}
        </button>
      </p>
      <SetDiff set={set} aside={box} />
    </>
  );
}
