import type { AgentState } from '../../src/console/api.ts';
import { sayDollars } from '../../src/text/say.ts';
import { useNow } from '../core/use-now.ts';
import type { CallState } from '../live/live-call.ts';
import { isAgent, isAtWork, workedUntil } from '../live/session-book.ts';
import { counted, duration } from '../parts/time.tsx';
import { Budget } from './budget.tsx';

/** What became of it, in a word. People and clients have sessions too; nobody says when those end. */
export const endOfRun = (agent: AgentState): string =>
  isAtWork(agent) ? 'at work' : isAgent(agent) ? (agent.outcome ?? 'ended') : 'session';

export function iconOfRun(agent: AgentState): CallState {
  const word = endOfRun(agent);
  if (word === 'at work') return 'running';
  if (word === 'lost') return 'exit';
  return word === 'ok' || word === 'ended' || word === 'session' ? 'ok' : 'failed';
}

interface RunFiguresProps {
  readonly agent: AgentState;
  readonly brief?: boolean;
}

/** Time, calls, tokens and what they cost: the same numbers as in the terminal. */
export function RunFigures({ agent, brief = false }: RunFiguresProps) {
  const goesOn = isAtWork(agent);
  const now = useNow(goesOn);
  const end = agent.endedAt ?? (goesOn ? now : undefined);
  const { calls, tokens, inputTokens, outputTokens, cost, budget } = agent;
  const parts = inputTokens === undefined || outputTokens === undefined ? undefined : { inputTokens, outputTokens };
  // What it may use is said for each message anew.
  const most = agent.again ? undefined : budget;
  if (brief)
    return (
      <>
        {end !== undefined && <span>{duration(workedUntil(agent, end))}</span>}
        <span>{counted(calls, 'call')}</span>
        {tokens > 0 && <span>{counted(tokens, 'token')}</span>}
        {cost !== undefined && <span>{sayDollars(cost)}</span>}
      </>
    );
  return (
    <div className="budgets">
      {end !== undefined && <span>{duration(workedUntil(agent, end))}</span>}
      <Budget name="calls" used={calls} most={most?.calls} />
      <Budget name="tokens" used={tokens} most={most?.tokens} />
      {parts && (
        <span className="hint">
          {parts.inputTokens.toLocaleString()} in, {parts.outputTokens.toLocaleString()} out
        </span>
      )}
      {cost !== undefined && <span>{sayDollars(cost)}</span>}
    </div>
  );
}
