import { type Context, context, propagation, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { memoryEngine } from '../../test/support/worlds/memory-engine.ts';
import { openGate } from '../../test/support/worlds/open-gate.ts';
import { createAgents } from '../agents/create-agents.ts';
import { createAgentTypes } from '../agents/types/agent-types.ts';
import { asyncContextManager } from '../cli/traces/async-context.ts';
import { scriptedLanguageModel } from '../testing/scripted-language-model.ts';
import { createDispatch } from './dispatch.ts';
import { startWorker } from './worker.ts';

/** Spans by name, each with the name of the one that it is below. */
const spans = new Map<string, string | undefined>();

/** The least that a program needs to trace over processes: names travel in a header. */
beforeAll(() => {
  context.setGlobalContextManager(asyncContextManager());
  const span = Symbol('span');
  propagation.setGlobalPropagator({
    fields: () => ['span'],
    inject: (from, carrier) => Object.assign(carrier as object, { span: nameIn(from) }),
    extract: (into, carrier) => into.setValue(span, (carrier as { span?: string }).span),
  });
  const nameIn = (from: Context) =>
    (trace.getSpan(from) as unknown as { named?: string } | undefined)?.named ?? from.getValue(span);
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan(named) {
        spans.set(named, nameIn(context.active()) as string | undefined);
        return Object.assign(trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 0 }), { named });
      },
      startActiveSpan: () => expect.fail('nobody asks for this'),
    }),
  });
});
afterAll(() => {
  context.disable();
  propagation.disable();
  trace.disable();
});

it('what a worker does belongs to the trace of who asked for it', async () => {
  const model = scriptedLanguageModel([{ calls: [{ name: 'read_file', args: { path: 'a.txt' } }] }, { text: 'read' }]);
  const agents = createAgents({ types: createAgentTypes(), model: async () => ({ name: 'm', model }) });
  const engine = memoryEngine();
  const { gate } = await openGate(
    { 'a.txt': 'a\n' },
    {
      policy: 'privileged',
      spawner: asker => createDispatch({ store: gate.store, engine }).spawner(agents, id => worker.runOf(id))(asker),
    },
  );
  const worker = startWorker({ gate, agents, engine });
  onTestFinished(() => worker.stop(0));
  const outcome = await gate.execute({ name: 'spawn_agent', args: { agentType: 'explorer', prompt: 'read it' } });
  expect(outcome.output).toBe('read');
  expect(Object.fromEntries(spans)).toEqual({
    'execute_tool spawn_agent': undefined,
    'invoke_agent explorer': 'execute_tool spawn_agent',
    'execute_tool read_file': 'invoke_agent explorer',
    'chat scripted': 'invoke_agent explorer',
  });
});
