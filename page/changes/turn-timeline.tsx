import { Plain } from '../parts/plain.tsx';
import { shortId } from '../parts/time.tsx';
import { byTurn } from './group-sets.ts';
import { TimelineGroup, type TimelineProps } from './timeline-group.tsx';

export function TurnTimeline({ sets, ...rest }: TimelineProps) {
  return (
    <ol className="timeline">
      {byTurn(sets).map(({ key, sessionID, turn, agent, sets: all }) => (
        <TimelineGroup
          key={key}
          {...rest}
          sets={all}
          head={
            <>
              Turn {turn} <span className="hint">of</span> <Plain text={agent} />{' '}
              <span className="hint">session {shortId(sessionID)}</span>
            </>
          }
          action="Undo turn"
          label={`Undo turn ${turn} of ${agent}`}
          body={{ turn, session: sessionID }}
        />
      ))}
    </ol>
  );
}
