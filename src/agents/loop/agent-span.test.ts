import { type Context, context, propagation, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAgents, spawning } from '../../../test/support/worlds/open-agents.ts';
import { asyncContextManager } from '../../cli/traces/async-context.ts';
import { traceCarrier, withinTrace } from './agent-span.ts';

interface Seen {
  readonly name: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly status: unknown;
  readonly ended: boolean;
}

const seen: Seen[] = [];

function startSpan(name: string, _options: unknown, within: Context = context.active()): Span {
  const id = (seen.length + 1).toString(16).padStart(16, '0');
  const parent = trace.getSpanContext(within)?.spanId;
  const one: Seen = { name, id, parent, attributes: {}, status: undefined, ended: false };
  seen.push(one);
  const span = {
    spanContext: () => ({ traceId: '1'.repeat(32), spanId: id, traceFlags: 1 }),
    isRecording: () => true,
    setAttribute: (key: string, value: unknown) => Object.assign(one.attributes, { [key]: value }),
    setAttributes: (more: object) => Object.assign(one.attributes, more),
    setStatus: (status: unknown) => Object.assign(one, { status }),
    end: () => Object.assign(one, { ended: true }),
  };
  return span as unknown as Span;
}

const manager = asyncContextManager();

beforeEach(() => {
  seen.length = 0;
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined }) } as never);
  propagation.setGlobalPropagator({
    inject: (within, carrier, setter) => setter.set(carrier, 'traceparent', trace.getSpanContext(within)?.spanId ?? ''),
    extract: (within, carrier, getter) =>
      trace.setSpanContext(within, {
        traceId: '1'.repeat(32),
        spanId: String(getter.get(carrier, 'traceparent')),
        traceFlags: 1,
      }),
    fields: () => ['traceparent'],
  });
});

afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

it('a run is a span by the names of the conventions, and calls and agents below it are its children', async () => {
  const { start } = await openAgents({
    boss: {
      packs: ['todo', 'spawn'],
      script: [{ calls: [{ name: 'todoread', args: {} }, spawning('hand')] }, { text: 'ok' }],
    },
    hand: {
      packs: ['todo'],
      script: [
        { calls: [{ name: 'todoread', args: {} }] },
        { error: Object.assign(new Error('x'), { statusCode: 400 }) },
      ],
    },
  });
  await start('boss');
  const boss = seen.find(({ name }) => name === 'invoke_agent boss');
  const hand = seen.find(({ name }) => name === 'invoke_agent hand');
  expect(boss?.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'boss',
    'gen_ai.agent.id': 'main',
    'gen_ai.provider.name': 'scripted',
    'gen_ai.request.model': 'boss',
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.usage.output_tokens': 10,
  });
  expect(hand).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'error.type': 'EXECUTION_ERROR' },
  });
  expect(seen.every(({ ended }) => ended)).toBe(true);
  const below = (id: string | undefined) => seen.filter(({ parent }) => parent === id).map(({ name }) => name);
  expect(below(boss?.id)).toEqual(expect.arrayContaining(['execute_tool todoread', 'execute_tool spawn_agent']));
  expect(below(hand?.id)).toEqual(['chat hand', 'execute_tool todoread', 'chat hand']);
  const [asked, refused] = seen.filter(({ name }) => name === 'chat hand');
  expect(asked?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'hand',
    'gen_ai.agent.name': 'hand',
    'gen_ai.agent.id': hand?.attributes['gen_ai.agent.id'],
    'gen_ai.usage.output_tokens': 5,
  });
  expect(refused).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '400' } });
  const call = seen.find(({ parent }) => parent === hand?.id && parent !== undefined);
  expect(call?.attributes['gen_ai.agent.name']).toBe('hand');

  expect(hand?.parent).toBeDefined();
});

it('a trace goes along with a job, as text', async () => {
  const carrier = context.with(trace.setSpan(ROOT_CONTEXT, startSpan('the job', {})), traceCarrier);
  expect(carrier).toEqual({ traceparent: seen[0]?.id });
  const { start } = await openAgents({ hand: { script: [{ text: 'ok' }] } });
  await withinTrace(carrier, () => start('hand'));
  expect(seen.find(({ name }) => name === 'invoke_agent hand')?.parent).toBe(seen[0]?.id);
});
