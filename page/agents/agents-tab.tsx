import type { AgentList, AgentState } from '../../src/console/api.ts';
import { linkTo } from '../core/route.ts';
import { useNow } from '../core/use-now.ts';
import { useResource } from '../core/use-resource.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { duration, Time } from '../parts/time.tsx';
import { Budget } from './budget.tsx';

export function AgentsTab() {
  const { data, failure } = useResource<AgentList>('/agents', 'agents');
  const agents = data?.agents ?? [];
  const known = new Set(agents.map(({ id }) => id));
  const roots = agents.filter(({ parent }) => parent === undefined || !known.has(parent));
  return (
    <div className="scroll padded">
      <FailureNote failure={failure} />
      {data && agents.length === 0 && <p className="empty">No agent has been at work here.</p>}
      <Branch agents={roots} all={agents} />
    </div>
  );
}

interface BranchProps {
  readonly agents: readonly AgentState[];
  readonly all: readonly AgentState[];
}

function Branch({ agents, all }: BranchProps) {
  if (agents.length === 0) return null;
  return (
    <ul className="agents">
      {agents.map(agent => (
        <li key={agent.id}>
          <AgentCard agent={agent} />
          <Branch agents={all.filter(({ parent, id }) => parent === agent.id && id !== agent.id)} all={all} />
        </li>
      ))}
    </ul>
  );
}

function AgentCard({ agent }: { readonly agent: AgentState }) {
  // People and clients have sessions too; nobody says when those end.
  const isAgent = agent.type !== undefined;
  const running = isAgent && agent.endedAt === undefined;
  const now = useNow(running);
  const word = running ? 'at work' : isAgent ? (agent.outcome ?? 'ended') : 'session';
  return (
    <div className="agent-card">
      <p className="line">
        <Badge tone={toneOf(word)}>{word}</Badge>
        <strong>
          <Plain text={agent.agent} />
        </strong>
        {agent.type && <Plain text={agent.type} />}
        {agent.model && (
          <span className="hint">
            <Plain text={agent.model} />
          </span>
        )}
        {isAgent ? (
          <span className="elapsed">{duration((agent.endedAt ?? now) - agent.startedAt)}</span>
        ) : (
          <span className="hint">
            since <Time at={agent.startedAt} />
          </span>
        )}
        <a href={linkTo('live', undefined, { session: agent.id })}>its calls</a>
      </p>
      {agent.prompt && (
        <p className="prompt">
          <Plain text={agent.prompt} />
        </p>
      )}
      <div className="budgets">
        <Budget name="calls" used={agent.calls} most={agent.budget?.calls} />
        <Budget name="tokens" used={agent.tokens} most={agent.budget?.tokens} />
      </div>
    </div>
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  'at work': 'info',
  ok: 'good',
  lost: 'warn',
  ended: 'quiet',
  session: 'quiet',
};
/** Anything else is the code of what ended it. */
const toneOf = (word: string): Tone => (Object.hasOwn(TONES, word) ? TONES[word]! : 'bad');
