import { type Span, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('toolgate');

export interface CallSpan {
  end(outcome: { readonly ok: boolean; readonly code?: string }): void;
}

/** A span by the names of the GenAI conventions. Costs next to nothing while no tracer is registered. */
export function startCallSpan(call: {
  tool: string;
  callID: string;
  agent: string;
  sessionID: string;
  description?: string;
}): CallSpan {
  const span: Span = tracer.startSpan(`execute_tool ${call.tool}`);
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
  return {
    end({ ok, code }) {
      if (!ok) {
        span.setAttribute('error.type', code ?? 'EXECUTION_ERROR');
        span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      }
      span.end();
    },
  };
}
