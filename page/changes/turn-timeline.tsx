import type { RecordedSet } from '../../src/tool/history.ts';
import { Plain } from '../parts/plain.tsx';
import { shortId } from '../parts/time.tsx';
import { byTurn, canUndo } from './group-sets.ts';
import { SetLine } from './set-line.tsx';
import type { Undo } from './undo.tsx';

interface TimelineProps {
  readonly sets: readonly RecordedSet[];
  readonly undo: Undo;
  readonly open: string | undefined;
}

export function TurnTimeline({ sets, undo, open }: TimelineProps) {
  return (
    <ol className="timeline">
      {byTurn(sets).map(({ key, sessionID, turn, agent, sets: all }) => (
        <li key={key}>
          <div className="group-head">
            <h2>
              Turn {turn} <span className="hint">of</span> <Plain text={agent} />{' '}
              <span className="hint">session {shortId(sessionID)}</span>
            </h2>
            {all.some(canUndo) && (
              <button
                type="button"
                className="small"
                disabled={undo.running}
                aria-label={`Undo turn ${turn} of ${agent}`}
                onClick={() => void undo.undo({ turn, session: sessionID })}
              >
                Undo turn
              </button>
            )}
          </div>
          <ul className="rows">
            {all.map(set => (
              <li key={set.id}>
                <SetLine set={set} open={set.id === open} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
