import { Bot } from 'lucide-react';
import type { AgentList, AgentState } from '../../src/console/api.ts';
import { readable } from '../core/readable.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useResource } from '../core/use-resource.ts';
import { When } from '../live/clock.tsx';
import { endOfRun, iconOfRun, isAgent, nameOf } from '../live/session-book.ts';
import { StateIcon } from '../live/state-icon.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Split } from '../parts/split.tsx';
import { RunFigures } from './run-figures.tsx';
import { StoryView } from './story-view.tsx';

/** Runs with the agents below them; beside them the story of one. */
export function AgentsTab() {
  const { id } = useRoute();
  const { data, failure } = useResource<AgentList>('/agents', 'agents');
  const rows = placed(data?.agents ?? []);
  const back = linkTo('agents');
  useListKeys({ ids: () => rows.map(({ agent }) => agent.id), open: id, link: each => linkTo('agents', each), back });
  const list = (
    <section className="scroll" aria-label="Runs, newest first">
      <FailureNote failure={failure} />
      {data && rows.length === 0 && (
        <EmptyState icon={Bot} title="No runs yet">
          What an agent does here is told from what it was asked to what it answered.
        </EmptyState>
      )}
      <ul className="rows agents">
        {rows.map(({ agent, depth }) => (
          <li key={agent.id}>
            <RunLine agent={agent} depth={depth} open={agent.id === id} />
          </li>
        ))}
      </ul>
    </section>
  );
  const detail = id === undefined ? undefined : <StoryView key={id} id={id} />;
  return <Split list={list} detail={detail} back={back} of={id} label="The run" />;
}

interface RunLineProps {
  readonly agent: AgentState;
  readonly depth: number;
  readonly open: boolean;
}

function RunLine({ agent, depth, open }: RunLineProps) {
  return (
    <a
      className={`run-line depth-${Math.min(depth, 8)}`}
      href={linkTo('agents', agent.id)}
      aria-current={open || undefined}
    >
      <StateIcon state={iconOfRun(agent)} word={endOfRun(agent)} />
      <span className="run-text">
        <span className="run-title">{readable(nameOf(agent))}</span>
        <span className="run-more">
          {isAgent(agent) && agent.agent !== 'main' && <span>{readable(agent.agent)}</span>}
          {agent.type !== undefined && agent.type !== agent.agent && <span>{readable(agent.type)}</span>}
          <RunFigures agent={agent} brief />
          {agent.failed > 0 && <span className="trouble">{`${agent.failed.toLocaleString()} failed or denied`}</span>}
        </span>
      </span>
      <When at={agent.startedAt} />
    </a>
  );
}

/** Runs as they are given, each with those below it in the order of their beginning. */
export function placed(
  agents: readonly AgentState[],
): readonly { readonly agent: AgentState; readonly depth: number }[] {
  const known = new Set(agents.map(({ id }) => id));
  const isRoot = ({ parent, id }: AgentState) => parent === undefined || parent === id || !known.has(parent);
  const below = Map.groupBy(agents.filter(agent => !isRoot(agent)).reverse(), ({ parent }) => parent);
  const walk = (agent: AgentState, depth: number): { agent: AgentState; depth: number }[] => [
    { agent, depth },
    ...(below.get(agent.id) ?? []).flatMap(each => walk(each, depth + 1)),
  ];
  return agents.filter(isRoot).flatMap(agent => walk(agent, 0));
}
