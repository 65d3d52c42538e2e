import { readFileSync } from 'node:fs';
import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { asyncContextManager } from './async-context.ts';
import { OtlpExporter } from './span-exporter.ts';
import type { TraceSettings } from './trace-settings.ts';

/** Milliseconds that a command waits at its end for spans to go out, and when it is known that they do not. */
const AT_END = 3_000;
const AT_A_BAD_END = 250;

export function openTraces(
  { protocol, sampler, ratio, batch }: TraceSettings,
  { env, onProblem }: { readonly env: NodeJS.ProcessEnv; readonly onProblem: (problem: string) => void },
) {
  let failed = false;
  const exporter = new OtlpExporter(protocol, problem => {
    if (!failed) onProblem(problem);
    failed = true;
  });
  const provider = new TracerProvider({
    resource: ownResource(),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ ...batch, exporter })],
  });
  context.setGlobalContextManager(asyncContextManager());
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(
    new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
  );
  const { TRACEPARENT: traceparent, TRACESTATE: tracestate, BAGGAGE: baggage } = env;
  const above = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate, baggage });
  return {
    /** Runs the command below the span that the environment names (TRACEPARENT), if it does. */
    within: <T>(work: () => T): T => context.with(above, work),
    /** Sends what is left; an unreachable collector costs a moment. */
    async close(): Promise<void> {
      exporter.hurry();
      const over = Promise.withResolvers<void>();
      const timer = setTimeout(over.resolve, failed ? AT_A_BAD_END : AT_END);
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, over.promise]);
      clearTimeout(timer);
      await exporter.cut();
      await sent;
      for (const global of [trace, context, propagation]) global.disable();
    },
  };
}

function ownResource() {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'toolgate', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));
}

function samplerOf(name: TraceSettings['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
