import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it, onTestFinished } from 'vitest';
import { startCallSpan } from './call-span.ts';
import { providerName } from './conventions.ts';

const startSpanOf = (traced: Parameters<typeof startCallSpan>[0]) => {
  const span = startCallSpan(traced);
  if (!span) throw new Error('Nobody traces');
  return span;
};

const call = { tool: 'read_file', callID: '1', label: 'toolu_1', agent: 'main', sessionID: 's' };

function useTracer(startSpan: () => unknown): void {
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as unknown as Tracer });
  onTestFinished(() => trace.disable());
}

function useSdk(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  onTestFinished(() => trace.disable());
  return exporter;
}

it('a span has the names of the conventions, the id of the model and the code of a failure', () => {
  const exporter = useSdk();
  startSpanOf(call).end({ errorType: 'TIMEOUT' });
  const [span] = exporter.getFinishedSpans();
  expect(span).toMatchObject({
    name: 'execute_tool read_file',
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.ERROR, message: 'TIMEOUT' },
  });
  expect(span?.attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'read_file',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': 'toolu_1',
    'toolgate.call.id': '1',
    'gen_ai.agent.name': 'main',
    'gen_ai.agent.id': 'main',
    'gen_ai.conversation.id': 's',
    'error.type': 'TIMEOUT',
  });
});

it('names that a model made up are masked and shortened in a span', () => {
  const exporter = useSdk();
  const secret = `ghp_${'a1'.repeat(20)}`;
  startSpanOf({ ...call, tool: `${secret} ${'x'.repeat(100_000)}`, label: secret }).end();
  const [span] = exporter.getFinishedSpans();
  const told = JSON.stringify([span?.name, span?.attributes]);
  expect(told).not.toContain(secret);
  expect(told.length).toBeLessThan(5_000);
});

it('a span is of the provider that is registered when it starts', () => {
  const seen: string[] = [];
  for (const name of ['first', 'second']) {
    trace.disable();
    useTracer(() => ({ isRecording: () => false, end: () => seen.push(name) }));
    startSpanOf(call).end();
  }
  expect(seen).toEqual(['first', 'second']);
});

it('a tracer that throws harms no call', () => {
  const broken = (): never => {
    throw new Error('broken');
  };
  useTracer(broken);
  expect(startSpanOf(call).within(() => 'done')).toBe('done');
  trace.disable();
  useTracer(() => ({ isRecording: () => false, end: broken }));
  startSpanOf(call).end();
});

it('providers are called as the conventions call them', () => {
  const names = [
    'openai.responses',
    'anthropic.messages',
    'google.generative-ai',
    'google.vertex.chat',
    'xai.chat',
    'my',
  ];
  expect(names.map(providerName)).toEqual(['openai', 'anthropic', 'gcp.gemini', 'gcp.vertex_ai', 'x_ai', 'my']);
});

it('a call has no span while no provider is registered', () => {
  expect(startCallSpan(call)).toBeUndefined();
  useTracer(() => ({ isRecording: () => false, end() {} }));
  expect(startCallSpan(call)).toBeDefined();
  trace.disable();
  expect(startCallSpan(call)).toBeUndefined();
});
