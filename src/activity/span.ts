import {
  type AttributeValue,
  type Context,
  context,
  ProxyTracerProvider,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { maskText, shortenText } from '../tool/text/mask.ts';
import { ATTRIBUTES, KINDS, type Operation } from './conventions.ts';

export type SpanFacts = { readonly [K in keyof typeof ATTRIBUTES]?: AttributeValue | undefined };

export interface OpenSpan {
  /** Runs work whose spans belong below this one; `enter` may put more into the context. */
  within<T>(work: () => T, enter?: (into: Context) => Context): T;
  /** Ends the span with the facts known by then; an `errorType` says that it failed. */
  end(facts?: SpanFacts): void;
}

/** The most characters of one attribute: names may come from models. */
const LONGEST = 1_000;

/**
 * Starts a span by the GenAI conventions. Costs next to nothing while no tracer is registered, and a tracer that fails
 * harms no work. Only attributes of the table are told, never arguments or outputs, and secrets are masked.
 */
export function startSpan(operation: Operation, subject: string, facts: () => SpanFacts): OpenSpan {
  if (!isTraced()) return UNTRACED;
  // The tracer is asked for each time: a kept one stays with the provider that was registered first.
  const tracer = quietly(() => trace.getTracer('toolgate'));
  return tracer ? openSpan(tracer, { operation, subject, facts }) : UNTRACED;
}

/** Whether a provider is registered, so that anyone gets spans. */
export function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider && provider.getDelegate() === NO_PROVIDER);
}

/** The stand-in for a provider while none is registered. */
const NO_PROVIDER = new ProxyTracerProvider().getDelegate();

/** The span where no provider is registered, and the tracer only stands for one that may come. */
const UNTRACED: OpenSpan = {
  within: (work, enter) => (enter ? context.with(enter(context.active()), work) : work()),
  end() {},
};

type WantedSpan = Readonly<{ operation: Operation; subject: string; facts: () => SpanFacts }>;

function openSpan(tracer: Tracer, { operation, subject, facts }: WantedSpan): OpenSpan {
  const span = quietly(() => {
    const name = `${operation} ${textOf(subject)}`.trimEnd();
    const made = tracer.startSpan(name, { kind: KINDS[operation] });
    if (made.isRecording()) setFacts(made, { operation, ...facts() });
    return made;
  });
  return {
    within: (work, enter = into => into) =>
      context.with(enter(span ? trace.setSpan(context.active(), span) : context.active()), work),
    end: (ended = {}) => {
      if (span) quietly(() => endSpan(span, ended));
    },
  };
}

function endSpan(span: Span, facts: SpanFacts): void {
  if (span.isRecording()) setFacts(span, facts);
  if (facts.errorType !== undefined)
    span.setStatus({ code: SpanStatusCode.ERROR, message: textOf(String(facts.errorType)) });
  span.end();
}

function setFacts(span: Span, facts: SpanFacts): void {
  for (const [key, value] of Object.entries(facts)) {
    if (value === undefined) continue;
    span.setAttribute(ATTRIBUTES[key as keyof typeof ATTRIBUTES], typeof value === 'string' ? textOf(value) : value);
  }
}

const textOf = (text: string): string => shortenText(maskText(text.slice(0, LONGEST * 4)), LONGEST);

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    process.emitWarning(`The tracer failed: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
