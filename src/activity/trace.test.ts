import { type Tracer, trace } from '@opentelemetry/api';
import { expect, it, onTestFinished } from 'vitest';
import { startCallSpan } from './trace.ts';

const call = { tool: 'read_file', callID: '1', agent: 'main', sessionID: 's' };

function useTracer(startSpan: () => unknown): void {
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as unknown as Tracer });
  onTestFinished(() => trace.disable());
}

it('a span has the names of the conventions and the code of a failure', () => {
  const seen: unknown[] = [];
  useTracer(() => ({
    isRecording: () => true,
    setAttributes: (attributes: unknown) => seen.push(attributes),
    setAttribute: (...attribute: unknown[]) => seen.push(attribute),
    setStatus: () => {},
    end: () => seen.push('end'),
  }));
  startCallSpan(call).end({ ok: false, code: 'TIMEOUT' });
  expect(seen).toMatchObject([
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'read_file' },
    ['error.type', 'TIMEOUT'],
    'end',
  ]);
});

it('a span is of the provider that is registered when it starts', () => {
  const seen: string[] = [];
  for (const name of ['first', 'second']) {
    trace.disable();
    useTracer(() => ({ isRecording: () => false, end: () => seen.push(name) }));
    startCallSpan(call).end({ ok: true });
  }
  expect(seen).toEqual(['first', 'second']);
});

it('a tracer that throws harms no call', () => {
  const broken = (): never => {
    throw new Error('broken');
  };
  useTracer(broken);
  startCallSpan(call).end({ ok: true });
  trace.disable();
  useTracer(() => ({ isRecording: () => false, end: broken }));
  startCallSpan(call).end({ ok: true });
});
