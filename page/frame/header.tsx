import type { AgentList, Overview } from '../../src/console/api.ts';
import { linkTo } from '../core/route.ts';
import { type Resource, useResource } from '../core/use-resource.ts';
import { Plain } from '../parts/plain.tsx';
import { counted } from '../parts/time.tsx';
import { Connection } from './connection.tsx';
import { Mark } from './mark.tsx';
import { PersonMenu } from './person-menu.tsx';

interface HeaderProps {
  readonly overview: Resource<Overview>;
  readonly waiting: number;
  readonly onHelp: () => void;
  /** Brings the guide back, where it is hidden. */
  readonly onGuide: (() => void) | undefined;
}

export function Header({ overview, waiting, onHelp, onGuide }: HeaderProps) {
  const { data } = overview;
  return (
    <header className="top">
      <p className="brand">
        <Mark />
        <span className="brand-name">Toolgate</span>
      </p>
      <div className="summary">
        {data ? <Summary data={data} waiting={waiting} /> : <p className="says" />}
        {onGuide && (
          <button type="button" className="small" onClick={onGuide}>
            Show the guide
          </button>
        )}
        <Connection />
        <PersonMenu version={data?.version} onHelp={onHelp} />
      </div>
    </header>
  );
}

/** What is going on, as a sentence whose parts lead there. */
function Summary({ data, waiting }: { readonly data: Overview; readonly waiting: number }) {
  const { workspace, policy, planned, deadLetters } = data;
  // Beginnings and ends of agents make the overview old, and this with it.
  const { data: list } = useResource<AgentList>('/agents', 'overview');
  // Sessions that nobody began as an agent have no type, and no end either.
  const busy = list?.agents.filter(({ type, endedAt }) => type !== undefined && endedAt === undefined).length ?? 0;
  return (
    <p className="says">
      <strong title={workspace}>
        <Plain text={workspace.split('/').at(-1) ?? ''} />
      </strong>
      <a href={linkTo('policy')}>
        <Plain text={policy} /> policy
      </a>
      {planned && <a href={linkTo('changes')}>changes are planned</a>}
      {busy > 0 && <a href={linkTo('agents')}>{counted(busy, 'agent')} at work</a>}
      {waiting > 0 && (
        <a className="asks" href={linkTo('approvals')}>
          {waiting === 1 ? '1 question waits' : `${waiting} questions wait`}
        </a>
      )}
      {deadLetters > 0 && (
        <a className="trouble" href={linkTo('failures')}>
          {counted(deadLetters, 'failed call')}
        </a>
      )}
    </p>
  );
}
