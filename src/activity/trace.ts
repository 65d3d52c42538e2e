import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

interface TracedCall {
  readonly tool: string;
  readonly callID: string;
  readonly agent: string;
  readonly sessionID: string;
  readonly description?: string;
}

interface CallSpan {
  /** Runs work whose spans belong below the call's. */
  within<T>(work: () => T): T;
  end(outcome: { readonly ok: boolean; readonly code?: string }): void;
}

/**
 * Starts a span by the names of the GenAI conventions. Costs next to nothing while no tracer is registered, and a
 * tracer that fails harms no call.
 */
export function startCallSpan(call: TracedCall): CallSpan {
  const span = quietly(() => startSpan(call));
  return {
    within: work => (span ? context.with(trace.setSpan(context.active(), span), work) : work()),
    end: outcome => {
      if (span) quietly(() => endSpan(span, outcome));
    },
  };
}

function startSpan(call: TracedCall): Span {
  // Asked for each time: a tracer that is kept stays with the provider that was registered first.
  const span = trace.getTracer('toolgate').startSpan(`execute_tool ${call.tool}`);
  if (span.isRecording()) {
    span.setAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.callID,
      'gen_ai.tool.type': 'function',
      'gen_ai.agent.name': call.agent,
      'gen_ai.conversation.id': call.sessionID,
      ...(call.description ? { 'gen_ai.tool.description': call.description } : {}),
    });
  }
  return span;
}

function endSpan(span: Span, { ok, code }: { readonly ok: boolean; readonly code?: string }): void {
  if (!ok) {
    span.setAttribute('error.type', code ?? 'EXECUTION_ERROR');
    span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  }
  span.end();
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    process.emitWarning(`The tracer failed: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
