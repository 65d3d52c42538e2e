import type { AgentState } from '../../src/console/api.ts';
import { sayDollars, sayTime } from '../../src/text/say.ts';
import { useNow } from '../core/use-now.ts';
import { isAgent, isAtWork, workedUntil } from '../live/session-book.ts';
import { counted } from '../parts/time.tsx';
import { Budget } from './budget.tsx';

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
        {end !== undefined && <span>{sayTime(workedUntil(agent, end))}</span>}
        <span>{counted(calls, 'call')}</span>
        {tokens > 0 && isAgent(agent) && <span>{counted(tokens, 'token')}</span>}
        {cost !== undefined && <span>{sayDollars(cost)}</span>}
      </>
    );
  return (
    <div className="budgets">
      {end !== undefined && <span>{sayTime(workedUntil(agent, end))}</span>}
      <Budget name="calls" used={calls} most={most?.calls} />
      {isAgent(agent) && <Budget name="tokens" used={tokens} most={most?.tokens} />}
      {parts && (
        <span className="hint">
          {parts.inputTokens.toLocaleString()} in, {parts.outputTokens.toLocaleString()} out
        </span>
      )}
      {cost !== undefined && <span>{sayDollars(cost)}</span>}
    </div>
  );
}
