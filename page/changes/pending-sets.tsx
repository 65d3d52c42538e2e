import type { RecordedSet } from '../../src/tool/history.ts';
import { goTo, linkTo } from '../core/route.ts';
import { SetLine } from './set-line.tsx';
import type { Settle } from './use-settle.ts';

interface PendingSetsProps {
  readonly sets: readonly RecordedSet[];
  readonly open: string | undefined;
  readonly settle: Settle;
}

/** What waits for a person: a plan, and what commands wrote while someone else changed the same files. */
export function PendingSets({ sets, open, settle }: PendingSetsProps) {
  const planned = sets.filter(({ status }) => status === 'planned');
  const met = sets.filter(({ status }) => status !== 'planned');
  return (
    <>
      {planned.length > 0 && (
        <WaitingSets {...{ open, settle }} sets={planned} label="The plan">
          Planned, and not written yet
        </WaitingSets>
      )}
      {met.length > 0 && (
        <WaitingSets {...{ open, settle }} sets={met} label="Pending changes">
          Not written: someone else had changed the same files
        </WaitingSets>
      )}
    </>
  );
}

function WaitingSets({
  sets,
  open,
  settle,
  label,
  children,
}: PendingSetsProps & { readonly label: string; readonly children: string }) {
  const all = sets.length > 1 ? ' all' : '';
  const act = (what: 'apply' | 'drop') => {
    if (sets.some(({ id }) => id === open)) goTo(linkTo('changes'));
    void settle.settle(sets, what);
  };
  return (
    <section className="pending" aria-label={label}>
      <h2>{children}</h2>
      <ul className="rows">
        {sets.map(set => (
          <li key={set.id}>
            <SetLine set={set} open={set.id === open} />
          </li>
        ))}
      </ul>
      <p className="line">
        <button type="button" className="primary" disabled={settle.running} onClick={() => act('apply')}>
          Apply{all}
        </button>
        <button type="button" className="danger" disabled={settle.running} onClick={() => act('drop')}>
          Drop{all}
        </button>
        <span className="hint">Open one to read it, and to take only some of its files.</span>
      </p>
    </section>
  );
}
