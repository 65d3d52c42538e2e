import { context, propagation } from '@opentelemetry/api';

type Carrier = Readonly<Record<string, string>>;

/** The trace that is under way, as text that can go along with a run. Empty where none is. */
export function traceCarrier(): Carrier {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Goes on with a trace that came along with a run. */
export const withinTrace = <T>(carrier: Carrier, work: () => T): T =>
  context.with(propagation.extract(context.active(), carrier), work);
