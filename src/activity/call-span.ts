import { type Context, context, createContextKey } from '@opentelemetry/api';
import { isTraced, type OpenSpan, type SpanFacts, startSpan } from './span.ts';

interface TracedCall {
  readonly tool: string;
  /** Our id, by which the ledger knows the call; the label is that of the model or of whoever asks. */
  readonly callID: string;
  readonly label: string | undefined;
  readonly agent: string;
  readonly sessionID: string;
}

const AGENT = createContextKey('toolgate agent');

/** The agent whose work is under way, as its spans tell of it. */
type AgentFacts = Pick<SpanFacts, 'agentName' | 'agentID' | 'conversation'>;

export const withAgent = (into: Context, agent: AgentFacts): Context => into.setValue(AGENT, agent);

export const activeAgent = (): AgentFacts => (context.active().getValue(AGENT) ?? {}) as AgentFacts;

/** The span of one call: `execute_tool NAME`. Undefined while nobody collects spans. */
export function startCallSpan({ tool, callID, label, agent, sessionID }: TracedCall): OpenSpan | undefined {
  if (!isTraced()) return undefined;
  return startSpan('execute_tool', tool, () => ({
    toolName: tool,
    toolType: 'function',
    toolCallID: label ?? callID,
    callID,
    // A call knows only the id of its agent; the name is that of its type.
    agentName: activeAgent().agentName ?? agent,
    agentID: agent,
    conversation: sessionID,
  }));
}
