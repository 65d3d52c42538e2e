import { context, INVALID_SPAN_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import { expect, it, onTestFinished } from 'vitest';
import { asyncContextManager } from '../../../src/cli/traces/async-context.ts';
import { openWorld, WAYS } from '../../support/mcp/server-world.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

/** The least that a program needs to trace: where a call's span begins is kept. */
function traceCalls(): Map<string, SpanContext | undefined> {
  const parents = new Map<string, SpanContext | undefined>();
  context.setGlobalContextManager(asyncContextManager());
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan(name) {
        parents.set(name, trace.getSpanContext(context.active()));
        return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
      },
      startActiveSpan: () => expect.fail('nobody asks for this'),
    }),
  });
  onTestFinished(() => {
    trace.disable();
    context.disable();
  });
  return parents;
}

it('a call belongs to the trace of its request, whichever way it came', async () => {
  const parents = traceCalls();
  const { connect } = await openWorld({ 'a.txt': 'a\n' });
  for (const way of WAYS) {
    const client = await connect(way);
    const call = { name: 'read_file', arguments: { path: 'a.txt' } };
    parents.clear();
    await client.callTool({ ...call, _meta: { traceparent: `00-${TRACE}-${SPAN}-01` } });
    expect(parents.get('execute_tool read_file')).toMatchObject({ traceId: TRACE, spanId: SPAN, isRemote: true });
    for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-${SPAN}-01`, `ff-${TRACE}-${SPAN}-01`, 7]) {
      parents.clear();
      await client.callTool({ ...call, _meta: { traceparent } });
      expect([...parents]).toEqual([['execute_tool read_file', undefined]]);
    }
  }
});
