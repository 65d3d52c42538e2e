import type { AgentList } from '../../src/console/api.ts';
import { whoName } from '../core/readable.ts';
import { useResource } from '../core/use-resource.ts';
import { byTurn } from './group-sets.ts';
import { TimelineGroup, type TimelineProps } from './timeline-group.tsx';

/** What was done together stands together: who, when, and what they had been asked to do. */
export function TurnTimeline({ sets, ...rest }: TimelineProps) {
  const { data } = useResource<AgentList>('/agents', 'agents');
  const prompts = new Map(data?.agents.map(({ id, prompt }) => [id, prompt]));
  const turns = byTurn(sets);
  return (
    <ol className="timeline">
      {turns.map(({ key, sessionID, turn, agent, sets: all }, index) => (
        <TimelineGroup
          key={key}
          {...rest}
          sets={all}
          head={whoName(agent)}
          // Said once for all that follow from it.
          about={turns[index - 1]?.sessionID === sessionID ? undefined : prompts.get(sessionID)}
          action="Undo turn"
          label={`Undo turn ${turn} of ${agent}`}
          body={{ turn, session: sessionID }}
        />
      ))}
    </ol>
  );
}
