import { context, propagation } from '@opentelemetry/api';
import { withAgent } from '../../activity/call-span.ts';
import { providerName } from '../../activity/conventions.ts';
import { startSpan } from '../../activity/span.ts';

interface TracedAgent {
  /** The type's name. */
  readonly name: string;
  /** The name under which the agent's events are found. */
  readonly agent: string;
  readonly description: string;
  readonly sessionID: string;
  readonly provider: string;
  readonly model: string;
}

type AgentEnd = { ok: boolean; error?: { code: string } | undefined; tokens: { input: number; output: number } };

/** Runs an agent within a span by the names of the GenAI conventions; its calls become spans below it. */
export async function withAgentSpan<T extends AgentEnd>(agent: TracedAgent, run: () => Promise<T>): Promise<T> {
  const own = { agentName: agent.name, agentID: agent.agent, conversation: agent.sessionID };
  const { description: agentDescription, model: requestModel } = agent;
  const about = () => ({ ...own, agentDescription, provider: providerName(agent.provider), requestModel });
  const span = startSpan('invoke_agent', agent.name, about);
  try {
    const ended = await span.within(run, into => withAgent(into, own));
    const { input: inputTokens, output: outputTokens } = ended.tokens;
    const errorType = ended.ok ? undefined : (ended.error?.code ?? 'EXECUTION_ERROR');
    span.end({ inputTokens, outputTokens, errorType });
    return ended;
  } catch (error) {
    span.end({ errorType: error instanceof Error ? error.name : 'EXECUTION_ERROR' });
    throw error;
  }
}

/** The trace that is under way, as text that can go along with a job. Empty where there is none. */
export function traceCarrier(): Readonly<Record<string, string>> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Goes on with a trace that came along with a job. */
export const withinTrace = <T>(carrier: Readonly<Record<string, string>>, run: () => T): T =>
  context.with(propagation.extract(context.active(), carrier), run);
