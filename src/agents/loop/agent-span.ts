import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';

interface TracedAgent {
  /** The type's name. */
  readonly name: string;
  /** The name under which its events are found. */
  readonly agent: string;
  readonly description: string;
  readonly sessionID: string;
  readonly provider: string;
  readonly model: string;
}

interface AgentEnd {
  readonly ok: boolean;
  readonly error?: { readonly code: string } | undefined;
  readonly tokens: { readonly input: number; readonly output: number };
}

/** Runs an agent within a span by the names of the GenAI conventions; its calls become spans below it. */
export async function withAgentSpan<T extends AgentEnd>(agent: TracedAgent, run: () => Promise<T>): Promise<T> {
  const span = trace.getTracer('toolgate').startSpan(`invoke_agent ${agent.name}`);
  if (span.isRecording()) {
    span.setAttributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent.name,
      'gen_ai.agent.id': agent.agent,
      'gen_ai.agent.description': agent.description,
      'gen_ai.conversation.id': agent.sessionID,
      'gen_ai.provider.name': agent.provider,
      'gen_ai.request.model': agent.model,
    });
  }
  try {
    const ended = await context.with(trace.setSpan(context.active(), span), run);
    span.setAttributes({
      'gen_ai.usage.input_tokens': ended.tokens.input,
      'gen_ai.usage.output_tokens': ended.tokens.output,
    });
    if (!ended.ok) {
      const code = ended.error?.code ?? 'EXECUTION_ERROR';
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    }
    return ended;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** The trace that is under way, as text that can go along with a job. Empty where none is. */
export function traceCarrier(): Readonly<Record<string, string>> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Goes on with a trace that came along with a job. */
export const withinTrace = <T>(carrier: Readonly<Record<string, string>>, run: () => T): T =>
  context.with(propagation.extract(context.active(), carrier), run);
