import { BAGGAGE_META_KEY, TRACEPARENT_META_KEY, TRACESTATE_META_KEY } from '@modelcontextprotocol/server';
import { type Context, context, propagation, type SpanContext, trace } from '@opentelemetry/api';

const KEYS = { traceparent: TRACEPARENT_META_KEY, tracestate: TRACESTATE_META_KEY, baggage: BAGGAGE_META_KEY };
/** A `traceparent` of the first version, or of a later version, which may say more. */
const TRACEPARENT = /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Runs the work as part of the trace that the request belongs to, where the request names one. */
export function withTraceOf<T>(meta: Readonly<Record<string, unknown>> | undefined, work: () => T): T {
  return context.with(contextOf(meta), work);
}

function contextOf(meta: Readonly<Record<string, unknown>> = {}): Context {
  const carrier: Record<string, string> = {};
  for (const [name, key] of Object.entries(KEYS)) {
    const value = meta[key];
    if (typeof value === 'string') carrier[name] = value;
  }
  if (carrier.traceparent === undefined) return context.active();
  const extracted = propagation.extract(context.active(), carrier);
  // The program may have no propagator of its own.
  const parent = trace.getSpanContext(extracted) ? undefined : spanContextOf(carrier.traceparent);
  return parent ? trace.setSpanContext(extracted, parent) : extracted;
}

function spanContextOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true };
}
